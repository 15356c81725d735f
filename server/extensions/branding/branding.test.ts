import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { oklch } from 'music/composer/cover/palette.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../config.ts';
import { contrast, readAccent, SURFACES } from './accent.ts';
import { branding } from './feature.ts';
import { headerLogo, iconsOf, readLogo } from './logo.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'ovation-logo-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function file(name: string, content: string | Buffer): Promise<string> {
  await writeFile(path.join(folder, name), content);
  return path.join(folder, name);
}
const svg = (content: string, box = '0 0 100 100') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="${box}">${content}</svg>`;
const circle = (fill: string) => svg(`<circle cx="50" cy="50" r="40" fill="${fill}"/>`);

describe('the settings', () => {
  it.each([
    [{ SITE_NAME: ' ' }, 'SITE_NAME must not be empty'],
    [{ SITE_NAME: 'x'.repeat(41) }, 'SITE_NAME must have at most 40 characters'],
    [{ SITE_NAME: 'a\r\nBcc: b' }, 'SITE_NAME must be one line'],
    [{ SITE_NAME: '<b>' }, 'SITE_NAME must be one line'],
    [{ SITE_LOGO: 'logo.gif' }, 'SITE_LOGO must be an SVG or PNG file'],
    [{ SITE_ACCENT: 'red' }, 'SITE_ACCENT must be a color such as #'],
    [{ TERMS_URL: 'javascript:alert(1)' }, 'TERMS_URL must be an http(s) address'],
    [{ CONTACT_URL: 'nobody' }, 'CONTACT_URL must be an http(s) address or an email address'],
  ])('%o is refused', (env, sentence) => {
    expect(() => readConfig(env)).toThrow(sentence);
  });

  it('mails come from the name', () => {
    const { smtpFrom } = readConfig({ SITE_NAME: 'Klangwelle', PUBLIC_URL: 'https://klang.example' });
    expect(smtpFrom).toBe('Klangwelle <no-reply@klang.example>');
  });

  it('the command line says what is set', async () => {
    const { branding: settings } = readConfig({ SITE_NAME: 'Klangwelle', TERMS_URL: 'https://law.example' });
    const [check] = branding.diagnose!(settings);
    expect(await check!.check()).toMatch(/^Klangwelle; .*footer: Terms$/);
  });
});

describe('an accent', () => {
  const surfaces = {
    light: SURFACES.light.map(([l, c, h]) => oklch(l, c, h)),
    dark: SURFACES.dark.map(([l, c, h]) => oklch(l, c, h)),
  };
  const readable = ['#f9752f', '#1db954', '#0052cc', '#e0457b', '#7f7f7f', '#00a0a0', '#8a5cf6'];

  it.each(readable)('%s gives text that reads on every surface', (hex) => {
    const accent = readAccent(hex);
    if (typeof accent === 'string') throw new Error(accent);
    for (const on of surfaces.light) expect(contrast(accent.inkOnLight, on)).toBeGreaterThanOrEqual(4.5);
    for (const on of surfaces.dark) expect(contrast(accent.inkOnDark, on)).toBeGreaterThanOrEqual(4.5);
    for (const on of [accent.ember, accent.deep])
      expect(contrast(accent.onEmber, on)).toBeGreaterThanOrEqual(4.5);
  });

  it('of middling lightness is refused, because neither light nor dark text can be read on it', () => {
    expect(() => readConfig({ SITE_ACCENT: '#7c5cff' })).toThrow(
      'SITE_ACCENT #7c5cff is too dark for dark text and too light for light text. The nearest color that fits is #7e61ff.',
    );
  });

  it.each([
    ['#ffd700', 'light'],
    ['#ffffff', 'light'],
    ['#000080', 'dark'],
    ['#000000', 'dark'],
  ])('%s is refused on %s pages, and a near one is named, which is taken', (hex, ground) => {
    const refusal = () => readConfig({ SITE_ACCENT: hex });
    expect(refusal).toThrow(`SITE_ACCENT ${hex} is too close to the background of ${ground} pages.`);
    const near = /is (#[\da-f]{6})\.$/.exec(String(readAccent(hex)))![1]!;
    expect(typeof readAccent(near)).toBe('object');
  });

  it('is measured on the surfaces of the pages', async () => {
    const tokens = await readFile(path.join(import.meta.dirname, '../../../web/tokens.css'), 'utf8');
    for (const [i, name] of ['ground', 'stage', 'raised'].entries())
      expect(tokens).toContain(
        `--color-${name}: light-dark(oklch(${SURFACES.light[i]!.join(' ')}), oklch(${SURFACES.dark[i]!.join(' ')}));`,
      );
  });
});

describe('a logo', () => {
  it.each([
    ['a script', svg('<script>alert(1)</script>')],
    ['an event handler', svg('<g onload="alert(1)"/>')],
    ['a reference to another file', svg('<image href="https://elsewhere.example/a.png"/>')],
    ['a reference to another file', svg('<image xlink:href="file:///etc/passwd"/>')],
    ['a reference to another file', svg('<style>@import "a.css";</style>')],
    ['a reference to another file', svg('<rect fill="url(https://elsewhere.example/#a)"/>')],
    ['a foreign object', svg('<foreignObject/>')],
    ['entities of its own', `<!DOCTYPE svg [<!ENTITY a "b">]>${svg('')}`],
  ])('with %s is refused', async (what, text) => {
    await expect(readLogo(await file('bad.svg', text))).rejects.toThrow(`contains ${what}. Export it as`);
  });

  it.each([
    ['is damaged', 'broken.svg', '<svg xmlns="http://www.w3.org/2000/svg"><circle'],
    ['is damaged', 'empty.svg', svg('')],
    ['is damaged', 'cut.png', Buffer.from('\x89PNG\r\n\x1a\nIHDR', 'latin1')],
    ['is neither', 'text.png', 'hello'],
    ['has 20 MB', 'large.svg', Buffer.alloc(20_000_000, 32)],
  ])('that %s stops the start with a sentence: %s', async (what, name, content) => {
    const found = await file(name, content);
    await expect(readLogo(found)).rejects.toThrow(`Ovation cannot start: SITE_LOGO ${found} ${what}`);
  });

  it('that is too large is not even read', async () => {
    const huge = await file('huge.png', '');
    await truncate(huge, 3e9);
    await expect(readLogo(huge)).rejects.toThrow('has 3000 MB');
  });

  it('that does not exist stops the start with a sentence', async () => {
    await expect(readLogo(path.join(folder, 'none.svg'))).rejects.toThrow('cannot be read (ENOENT)');
  });

  it('of an editor is taken: with a document type, gradients and its own pictures', async () => {
    const content =
      '<?xml version="1.0"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">' +
      svg(
        '<defs><linearGradient id="a"><stop stop-color="#fff"/><stop offset="1" stop-color="#39f"/></linearGradient></defs><rect width="90" height="40" fill="url(#a)"/><use xlink:href="#a"/>',
      );
    const { ratio } = await readLogo(await file('good.svg', content));
    expect(ratio).toBeCloseTo(90 / 40, 1);
  });

  it('that is black gets a light twin for dark pages, and one in color a plate', async () => {
    const bright = async (picture: Buffer) =>
      (await sharp(picture).flatten({ background: '#0f0b09' }).stats()).channels[0]!.max;
    const black = await readLogo(await file('black.svg', circle('#111')));
    expect(await bright(black.on.dark)).toBeGreaterThan(200);
    expect(await bright(black.on.light)).toBeLessThan(40);
    const navy = await readLogo(await file('navy.svg', circle('#000060')));
    expect(await bright(navy.on.dark)).toBeGreaterThan(200);
    expect([black.ground, navy.ground]).toEqual(['light', 'light']);
  });

  it('becomes every icon, without a script and in its size', async () => {
    const logo = await readLogo(await file('orange.svg', circle('#f80')));
    const icons = await iconsOf(logo);
    for (const [name, body] of icons) {
      const { width, height, format } = await sharp(body).metadata();
      expect([name, width, format]).toEqual([name, height, name.endsWith('.svg') ? 'svg' : 'png']);
    }
    expect((await sharp(icons.get('/icon-maskable-512.png')).stats()).isOpaque).toBe(true);
    const { files, style } = await headerLogo(logo, () => 'abc');
    expect([...files.keys()]).toEqual(['/assets/logo-light-abc.png', '/assets/logo-dark-abc.png']);
    expect(style).toContain('url(/assets/logo-dark-abc.png)');
    expect(style).not.toContain('.mark+span');
  });

  it('that is wide stands for the name', async () => {
    const wide = svg('<rect width="400" height="80" fill="#f80"/>', '0 0 400 80');
    const { style } = await headerLogo(await readLogo(await file('wide.svg', wide)), () => 'abc');
    expect(style).toContain('.mark+span{display:none}');
  });
});
