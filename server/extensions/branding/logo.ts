import { readFile, stat } from 'node:fs/promises';
import { seatPlaces } from 'contract/features/song-requests-constants.ts';
import sharp, { type Sharp } from 'sharp';
import { MAX_PIXELS } from '../../platform/media/picture.ts';
import { StartupError } from '../../platform/startup-error.ts';
import { contrast } from './accent.ts';

/** The largest file that is read as a logo, bytes. */
const MOST_BYTES = 2_000_000;
/** The edge at which a logo is kept, px. */
const EDGE = 1024;
/** The height of the logo in the header, CSS px, and how many times as wide as high it may be. */
const HEIGHT = 28;
const WIDEST = 6;
/** Lowest aspect ratio of a logo that has the site's name in it. */
const WITH_NAME = 2.5;

/** Backgrounds of pictures, to which logos need contrast. */
const GROUNDS = { dark: '#0f0b09', light: '#fbf7f3' };
type Ground = keyof typeof GROUNDS;
const VISIBLE = 2;
/** Colors whose channels differ by less, of 255, are shades of gray. */
const GRAY = 24;

/** A picture that is safe to send: whatever it was made from, it is pixels. */
export interface Logo {
  /** A PNG for pages of each theme. */
  on: Record<Ground, Buffer>;
  /** Width by height. */
  ratio: number;
  /** The ground on which the logo's own colors can be seen. */
  ground: Ground;
  /** True if it fills a square by itself. */
  isTile: boolean;
}

/**
 * Reads a logo from an SVG or PNG file.
 * @throws StartupError saying what is wrong with the file, and what to do.
 */
export async function readLogo(file: string): Promise<Logo> {
  const say = (what: string) => new StartupError(`Ovation cannot start: SITE_LOGO ${file} ${what}`);
  const onError = (error: NodeJS.ErrnoException) => {
    throw say(`cannot be read (${error.code}). Correct the path, or give the server's user the right to.`);
  };
  const { size } = await stat(file).catch(onError);
  if (size > MOST_BYTES)
    throw say(`has ${Math.ceil(size / 1e6)} MB. Please use a file of at most ${MOST_BYTES / 1e6} MB.`);
  const data = await readFile(file).catch(onError);
  const isSvg = /<svg[\s>]/.test(data.toString('latin1', 0, 4096));
  if (!isSvg && data.toString('latin1', 1, 4) !== 'PNG') throw say('is neither an SVG nor a PNG file.');
  const foreign = isSvg && foreignPart(data.toString());
  if (foreign)
    throw say(`contains ${foreign}. Export it as a plain SVG, with text as outlines, or use a PNG.`);
  try {
    return await toLogo(await opened(data, isSvg));
  } catch {
    throw say('is damaged, or larger than 50 megapixels. Please export it again.');
  }
}

/** The product's mark in other colors: its lamps around the stage. */
export function lampLogo(lamps: readonly string[]): Promise<Logo> {
  const seats = seatPlaces.map(
    ({ x, y, row }) => `<circle cx="${x.toFixed(2)}" cy="${y.toFixed(2)}" r="1.08" fill="${lamps[row]}"/>`,
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-17 -17 34 22">${seats.join('')}<circle cy="0.7" r="2" fill="#f5f1ec"/></svg>`;
  return opened(Buffer.from(svg), true).then(toLogo);
}

/** Finds what makes an SVG more than a picture, or makes it look different elsewhere. */
function foreignPart(svg: string): string | undefined {
  const parts: [RegExp, string][] = [
    [/<script/i, 'a script'],
    [/\son\w+\s*=/i, 'an event handler'],
    [/<!(ENTITY|DOCTYPE[^>]*\[)/i, 'entities of its own'],
    [/<foreignObject/i, 'a foreign object'],
    [
      /(href\s*=\s*["']|url\(\s*["']?|@import\s*["']?)\s*(?!#|data:image\/(png|jpeg);|["')\s])[^"'\s)]/i,
      'a reference to another file',
    ],
  ];
  return parts.find(([pattern]) => pattern.test(svg))?.[1];
}

/** The picture, without transparent edges. */
async function opened(data: Buffer, isSvg: boolean): Promise<Buffer> {
  const { width, height } = await sharp(data).metadata();
  // An SVG is drawn at the size at which it is kept.
  const density = isSvg ? Math.min(2400, Math.max(1, (72 * EDGE) / Math.max(width, height))) : 72;
  const drawn = await sharp(data, { density, limitInputPixels: MAX_PIXELS, failOn: 'error' })
    .resize(EDGE, EDGE, { fit: 'inside', withoutEnlargement: true })
    .ensureAlpha()
    .png()
    .toBuffer();
  return sharp(drawn)
    .trim({ background: '#0000', threshold: 1 })
    .png()
    .toBuffer()
    .catch(() => drawn);
}

async function toLogo(picture: Buffer): Promise<Logo> {
  const { width, height } = await sharp(picture).metadata();
  const { color, isGray, isOpaque } = await look(picture);
  const seen = (ground: Ground) => isOpaque || contrast(color, GROUNDS[ground]) >= VISIBLE;
  const ground: Ground = seen('dark') ? 'dark' : 'light';
  const variant = async (on: Ground) => {
    if (seen(on)) return picture;
    if (isGray) return sharp(picture).negate({ alpha: false }).png().toBuffer();
    return onPlate(sharp(picture), { width, height }, GROUNDS[ground]);
  };
  return {
    on: { dark: await variant('dark'), light: await variant('light') },
    ratio: width / height,
    ground,
    isTile: isOpaque && Math.abs(width - height) <= 0.1 * height,
  };
}

/** The average color of what can be seen. */
async function look(picture: Buffer): Promise<{ color: string; isGray: boolean; isOpaque: boolean }> {
  const pixels = await sharp(picture).resize(64, 64, { fit: 'fill' }).ensureAlpha().raw().toBuffer();
  const sums = [0, 0, 0];
  let [weight, spread] = [0, 0];
  for (let at = 0; at < pixels.length; at += 4) {
    const alpha = pixels[at + 3]!;
    const channels = [...pixels.subarray(at, at + 3)];
    channels.forEach((value, i) => {
      sums[i]! += value * alpha;
    });
    spread += (Math.max(...channels) - Math.min(...channels)) * alpha;
    weight += alpha;
  }
  if (weight === 0) throw new Error('Nothing can be seen.');
  const color = sums
    .map((sum) =>
      Math.round(sum / weight)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('');
  return {
    color: `#${color}`,
    isGray: spread / weight < GRAY,
    isOpaque: weight > 0.99 * 255 * (pixels.length / 4),
  };
}

/** The picture on a rounded plate. */
function onPlate(picture: Sharp, { width, height }: { width: number; height: number }, color: string) {
  const room = Math.round(height / 4);
  const [wide, high] = [width + 2 * room, height + 2 * room];
  const plate = `<svg xmlns="http://www.w3.org/2000/svg" width="${wide}" height="${high}"><rect width="${wide}" height="${high}" rx="${room}" fill="${color}"/></svg>`;
  return picture.toBuffer().then((input) =>
    sharp(Buffer.from(plate))
      .composite([{ input, left: room, top: room }])
      .png()
      .toBuffer(),
  );
}

/** Files of the web build that show the logo: edge in px, share that it fills, and whether they are rounded. */
const ICONS = {
  '/icon-192.png': [192, 0.72, true],
  '/icon-512.png': [512, 0.72, true],
  '/icon-maskable-512.png': [512, 0.56, false],
  '/apple-touch-icon.png': [180, 0.7, false],
  '/artwork.png': [1400, 0.6, false],
} as const;

/** The icons of a logo, by URL path. */
export async function iconsOf(logo: Logo): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  for (const [path, [edge, part, isRounded]] of Object.entries(ICONS))
    files.set(path, await icon(logo, edge, part, isRounded));
  // The favicon's address ends in .svg, and devices keep it by that: it wraps the pixels.
  const pixels = (await icon(logo, 128, 0.72, true)).toString('base64');
  const favicon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 128 128"><image width="128" height="128" href="data:image/png;base64,${pixels}"/></svg>`;
  return files.set('/favicon.svg', Buffer.from(favicon));
}

async function icon(logo: Logo, edge: number, part: number, isRounded: boolean): Promise<Buffer> {
  const picture = logo.on[logo.ground];
  const inner = Math.round(edge * (logo.isTile && part > 0.6 ? 1 : part));
  const input = await sharp(picture).resize(inner, inner, { fit: 'contain', background: '#0000' }).toBuffer();
  const radius = isRounded ? Math.round(edge * 0.23) : 0;
  const square = (fill: string) =>
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${edge}" height="${edge}"><rect width="${edge}" height="${edge}" rx="${radius}" fill="${fill}"/></svg>`,
    );
  const drawn = await sharp(square(GROUNDS[logo.ground])).composite([{ input }]).png().toBuffer();
  const shaped = sharp(drawn).composite([{ input: square('#fff'), blend: 'dest-in' }]);
  return (isRounded ? shaped : shaped.flatten({ background: GROUNDS[logo.ground] })).png().toBuffer();
}

/** The logo in place of the product's mark: its pictures by URL path, and the CSS that shows them. */
export async function headerLogo(logo: Logo, hashOf: (data: Buffer) => string) {
  const files = new Map<string, Buffer>();
  const addressOf = async (on: Ground) => {
    const data = await sharp(logo.on[on])
      .resize({ height: 3 * HEIGHT, width: 3 * HEIGHT * WIDEST, fit: 'inside' })
      .png()
      .toBuffer();
    const path = `/assets/logo-${on}-${hashOf(data)}.png`;
    files.set(path, data);
    return `url(${path})`;
  };
  const [light, dark] = [await addressOf('light'), await addressOf('dark')];
  const width = Math.round(HEIGHT * Math.min(logo.ratio, WIDEST));
  const style =
    `:root,:root[data-theme=light]{--logo:${light}}:root[data-theme=dark]{--logo:${dark}}` +
    `@media(prefers-color-scheme:dark){:root:not([data-theme=light]){--logo:${dark}}}` +
    '.mark{background:var(--logo) center/contain no-repeat}.mark *{display:none}' +
    `header .mark{width:${width}px;height:${HEIGHT}px;margin-block:8px}` +
    (logo.ratio >= WITH_NAME ? '.mark+span{display:none}' : '');
  return { files, style };
}
