import { expect, type Locator, type Page } from '@playwright/test';
import axe from 'axe-core';

const WCAG_22_AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

type Scheme = 'dark' | 'light';

interface Options {
  schemes?: [Scheme, ...Scheme[]];
  /** The part to check instead of the whole page, for what opens on a page that was checked before. */
  within?: Locator;
}

/**
 * Expects that axe finds no violation on the page once `shown` is visible and all animations have ended: every rule in
 * the first color scheme, color contrast in the others too.
 */
export async function expectAccessible(
  page: Page,
  shown: Locator,
  { schemes: [first, ...others] = ['dark', 'light'], within }: Options = {},
): Promise<void> {
  await expect(shown.first()).toBeVisible();
  const found = await violations(page, within, first, { type: 'tag', values: WCAG_22_AA });
  for (const scheme of others)
    found.push(...(await violations(page, within, scheme, { type: 'rule', values: ['color-contrast'] })));
  expect(found, `${page.url()} ${shown}`).toEqual([]);
}

async function violations(
  page: Page,
  within: Locator | undefined,
  colorScheme: Scheme,
  runOnly: axe.RunOnly,
): Promise<string[]> {
  await page.evaluate(endTransitions);
  await page.emulateMedia({ colorScheme });
  await page.evaluate(async () => {
    const nextPaint = () => new Promise((then) => requestAnimationFrame(() => requestAnimationFrame(then)));
    await nextPaint();
    // A finished animation may stay to hold its final state.
    const moving = () => document.getAnimations().filter((one) => one.playState === 'running');
    while (moving().length > 0) {
      await Promise.all(moving().map((one) => one.finished.catch(() => {})));
      await nextPaint();
    }
  });
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const options: axe.RunOptions = { runOnly, resultTypes: ['violations'] };
  const { violations } = await (within ?? page.locator(':root')).evaluate(
    (part, options) => (window as unknown as { axe: typeof axe }).axe.run(part, options),
    options,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(
      (node) =>
        `${colorScheme}, ${id}: ${node.target.join(' ')}\n  ${node.failureSummary?.replaceAll('\n', '\n  ')}`,
    ),
  );
}

/** Colors apply at once: a transition of an inherited color starts another one in each descendant, a frame later. */
function endTransitions(): void {
  if (document.adoptedStyleSheets.length > 0) return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('*, ::before, ::after { transition: none !important; }');
  document.adoptedStyleSheets.push(sheet);
}
