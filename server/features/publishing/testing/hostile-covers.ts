import { gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { flipped, PAGE, SCRIPT, XXE } from './containers.ts';
import type { Hostile } from './hostile-audio.ts';
import { blackPng, gif, jpeg, lyingJpeg, pngText, pngTextBomb, withComment } from './pictures.ts';

const text = (words: string) => Buffer.from(words, 'latin1');

const refused: [what: string, file: () => Buffer | Promise<Buffer>][] = [
  ['nothing at all', () => Buffer.alloc(0)],
  ['a page', () => text(PAGE)],
  ['SVG with a script', () => text(`<svg xmlns="http://www.w3.org/2000/svg">${SCRIPT}</svg>`)],
  ['SVG that reads a file of the server', () => text(XXE)],
  ['compressed SVG', () => gzipSync(XXE)],
  ['SVG behind a head of PNG', () => text(`\x89PNG\r\n\x1a\n${XXE}`)],
  ['PDF', () => text(`%PDF-1.7\n${PAGE}`)],
  [
    'a picture in a format that is not taken',
    async () =>
      sharp(await jpeg())
        .tiff()
        .toBuffer(),
  ],
  ['400 million pixels in 50 KB', () => blackPng(20_000)],
  ['a PNG that claims 2 billion pixels a side', () => blackPng(100, { claimed: 0x7fff_ffff })],
  ['a JPEG that claims 65,000 pixels a side', () => lyingJpeg(65_000)],
  ['a GIF of 4 billion pixels', () => gif(65_535, 1)],
  ['a PNG cut off', () => blackPng(3000).subarray(0, 200)],
  ['a PNG with bits turned', () => flipped(blackPng(3000), 20, 60)],
  ['a WebP in name alone', () => text(`RIFF\xff\xff\xff\xffWEBPVP8X${PAGE}`)],
  ['an AVIF in name alone', () => text(`\0\0\0\x1cftypavif${PAGE.repeat(20)}`)],
];

const shown: [what: string, file: () => Buffer | Promise<Buffer>, name?: string][] = [
  ['a JPEG that is a page too', async () => withComment(await jpeg(), PAGE), 'cover.html'],
  ['a JPEG with a page behind it', async () => Buffer.concat([await jpeg(), text(PAGE)])],
  ['a PNG with a script in its text', () => blackPng(200, { more: [pngText(SCRIPT)] })],
  ['a PNG whose text unpacks to 100 MB', () => blackPng(200, { more: [pngTextBomb(100_000_000)] })],
  ['a GIF of 50,000 frames', () => gif(1, 50_000)],
  [
    'a JPEG with a script in its EXIF',
    async () =>
      sharp(await jpeg())
        .withExif({ IFD0: { Copyright: SCRIPT } })
        .jpeg()
        .toBuffer(),
  ],
];

export const hostileCovers: Hostile[] = [
  ...refused.map(([what, file]) => ({ what, file, fate: 'at once' as const, name: 'cover.png' })),
  ...shown.map(([what, file, name]) => ({ what, file, fate: 'harmless' as const, ...(name && { name }) })),
];
