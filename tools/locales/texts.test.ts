import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { faultOf, faults } from './catalogs.ts';
import { compileMessages, unwrappedTexts } from './messages.ts';

const root = path.join(import.meta.dirname, '../..');

/** Margins, paddings and places that stay at their side in scripts from right to left. */
const PHYSICAL =
  /(?<![\w-])-?((m|p)[lr]-|(left|right)-[\d[](?!\/2)|text-(left|right)\b|(border|rounded)-[lr]\b)/;
/** The same in style sheets. Times and lamps have a place that is computed, from left to right everywhere. */
const PHYSICAL_STYLES =
  /(margin|padding|border)-(left|right)\b|(?<![\w-])(left|right): (?!calc)|(text-align|float): (left|right)|@apply.*[\s:-]((m|p)[lr]-|(left|right)-[\d[](?!\/2|clamp)|text-(left|right)\b|(border|rounded)-[lr]\b)/;
/** A time line runs from left to right everywhere. */
const TIME_LINES = ['web/player/bar/ProgressSlider.tsx', 'web/player/now-playing/NowPlaying.tsx'];
/** A dialog in the middle is there in every script. */
const CENTERED = 'md:left-1/2';

const files = globSync('web/**/*.{ts,tsx}', {
  cwd: root,
  exclude: ['web/dist/**', '**/*.test.*', '**/testing/**'],
});

it.each(files)('%s has no text outside of messages', (file) => {
  expect(unwrappedTexts(readFileSync(path.join(root, file), 'utf8'), file)).toEqual([]);
});

it.each(files.filter((file) => !TIME_LINES.includes(file)))(
  '%s places nothing at the left or right',
  (file) => {
    const lines = readFileSync(path.join(root, file), 'utf8').replaceAll(CENTERED, '').split('\n');
    expect(lines.filter((line) => /className|['"`]/.test(line) && PHYSICAL.test(line))).toEqual([]);
  },
);

it.each(globSync('web/**/*.css', { cwd: root, exclude: ['web/dist/**'] }))(
  '%s places nothing at the left or right',
  (file) => {
    const lines = readFileSync(path.join(root, file), 'utf8').split('\n');
    expect(lines.filter((line) => PHYSICAL_STYLES.test(line))).toEqual([]);
  },
);

it.each(files)('%s tells Radix the direction of the page', (file) => {
  const opened = readFileSync(path.join(root, file), 'utf8').match(/<(Menu|Tabs)\.Root\b[^>]*/g) ?? [];
  expect(opened.filter((one) => !one.includes(' dir='))).toEqual([]);
});

it('finds a text outside of messages', () => {
  const code =
    'const A = (n) => <p title="Close it" alt={n ? "Full" : "Empty"}>{n} votes<Trans>Fine</Trans><kbd>Esc</kbd></p>;' +
    "const menu = [{ name: 'Inbox', kind: 'inbox' }, { name: 'news' }];";
  expect(unwrappedTexts(code, 'a.tsx')).toEqual(['Close it', 'Full', 'Empty', 'votes', 'Inbox']);
});

it('refuses a text that is chosen when its module loads', async () => {
  const code = "import { t } from '@lingui/core/macro';\nexport const title = t`Too early`;";
  await expect(compileMessages(code, path.join(root, 'web/a.tsx'))).rejects.toThrow('use msg');
});

it('every translation has the placeholders of its message', async () => {
  expect(await faults()).toEqual([]);
});

it.each([
  ['{n} songs', '{n} Lieder', undefined],
  ['{n} songs', 'Lieder', '{n} is missing'],
  ['{n} songs', '{m} Lieder', '{n} is missing'],
  ['{n} songs', '{n} Lieder von {m}', '{m} is not in the English text'],
  ['<0>{n}</0> songs', '{n} <0>Lieder</0>', undefined],
  ['<0>{n}</0> songs', '<0>{n} Lieder', 'its braces or tags do not match'],
  [
    '{n, plural, one {# song} other {# songs}}',
    '{n, plural, one {# Lied}}',
    'its braces or tags do not match',
  ],
  ['{n, plural, one {# song} other {# songs}}', '{n} Lieder', '{n, plural} is missing'],
  ['{n, plural, one {Song} other {Songs}}', '{n, plural, one {Lied} other {Lieder}}', undefined],
])('of %j, the translation %j is checked', (english, translation, fault) => {
  expect(faultOf(english, translation)).toBe(fault);
});
