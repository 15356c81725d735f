import type { LanguageCode } from 'contract/languages.ts';
import { english } from 'contract/text/messages.ts';
import sharp from 'sharp';
import { z } from 'zod';
import type { Brand } from '../../platform/http/pages/brand.ts';
import { headings, sayIn, signature, text, wrap } from './lettering.ts';

/** Content of a song's picture. */
interface SongPicture {
  site: Brand;
  title: string;
  artist: string;
  /** The file of its cover, if it has one of ours. */
  cover: string | undefined;
  /** The JSON of its waveform. */
  waveform: string | undefined;
  language: LanguageCode;
}

const WIDTH = 1200;
const HEIGHT = 630;
const COVER = { x: 70, y: 80, size: 470 };
/** The column beside the cover. */
const TEXT = { x: 590, width: 540 };
const WAVE = { y: 425, alone: 267, height: 96, pitch: 9, count: 60 };

/** Draws the picture that link previews show: cover, title, artist and waveform. @returns a JPEG. */
export async function drawSong(song: SongPicture): Promise<Buffer> {
  const cover = song.cover === undefined ? undefined : await sharp(song.cover).resize(COVER.size).toBuffer();
  const ground = cover ? await blurred(cover) : plain();
  return ground
    .composite([
      { input: Buffer.from(shade()) },
      ...(cover ? [{ input: await rounded(cover), left: COVER.x, top: COVER.y }] : []),
      { input: Buffer.from(drawing(song, cover !== undefined)) },
    ])
    .jpeg({ quality: 84, mozjpeg: false })
    .toBuffer();
}

const plain = () => sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: '#150f0b' } });

/** The cover's colors as a backdrop: shrunk to few pixels, which is a blur that costs nothing. */
async function blurred(cover: Buffer) {
  const small = await sharp(cover).resize(24, 13, { fit: 'fill' }).blur(1.5).png().toBuffer();
  return sharp(small).resize(WIDTH, HEIGHT, { fit: 'fill', kernel: 'cubic' }).removeAlpha();
}

const svg = (content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">${content}</svg>`;

const shade = () => svg(`<rect width="${WIDTH}" height="${HEIGHT}" fill="#120c08" fill-opacity="0.74"/>`);

function rounded(cover: Buffer): Promise<Buffer> {
  const { size } = COVER;
  const mask = `<svg width="${size}" height="${size}"><rect width="${size}" height="${size}" rx="28"/></svg>`;
  return sharp(cover)
    .composite([{ input: Buffer.from(mask), blend: 'dest-in' }])
    .png()
    .toBuffer();
}

function drawing({ title, artist, waveform, site, language }: SongPicture, hasCover: boolean): string {
  const written = names(title, artist);
  const parts = [
    `<defs><linearGradient id="e"><stop stop-color="${site.lamps[0]}"/><stop offset="1" stop-color="${site.lamps[2]}"/></linearGradient></defs>`,
    hasCover ? '' : emptyCover(),
    written,
    `<path d="${wavePath(waveform, written === '' ? WAVE.alone : WAVE.y)}" stroke="url(#e)" stroke-width="5" stroke-linecap="round"/>`,
    signature(site.name, sayIn(text(), language, english('AI-generated')), TEXT.x, 592),
  ];
  return svg(parts.join(''));
}

/** The product's mark instead of a cover: thirty lamps around a stage. */
function emptyCover(): string {
  const { x, y, size } = COVER;
  const lamps = [6, 10, 14].flatMap((count, row) =>
    Array.from({ length: count }, (_, i) => {
      const angle = (Math.PI * i) / (count - 1);
      const radius = 68 + row * 54;
      return `M${x + size / 2 - radius * Math.cos(angle)} ${y + 305 - radius * Math.sin(angle)}h0`;
    }),
  );
  return `<rect x="${x}" y="${y}" width="${size}" height="${size}" rx="28" fill="#2a201a"/>
    <path d="${lamps.join('')}" stroke="url(#e)" stroke-width="30" stroke-linecap="round"/>
    <circle cx="${x + size / 2}" cy="${y + 315}" r="29" fill="#f5f1ec"/>`;
}

/** Title and artist above the waveform. Names in scripts that the fonts lack are left out: the preview writes them. */
function names(title: string, artist: string): string {
  const heading = headings().writable(title);
  const by = text().writable(artist);
  const size = heading && heading.length <= 28 ? 68 : 50;
  const lines = heading ? wrap(headings(), heading, { size, width: TEXT.width, lines: 3 }) : [];
  const top = 250 - ((lines.length - 1) * size * 1.08) / 2;
  const titles = lines.map(
    (line, i) =>
      `<path d="${headings().outline(line, TEXT.x, top + i * size * 1.08, size)}" fill="#fbf7f3"/>`,
  );
  const [name] = by ? wrap(text(), by, { size: 34, width: TEXT.width, lines: 1 }) : [];
  const below = top + Math.max(0, lines.length - 1) * size * 1.08 + 58;
  const artists = name ? `<path d="${text().outline(name, TEXT.x, below, 34)}" fill="#d8cdc3"/>` : '';
  return titles.join('') + artists;
}

const wavePath = (waveform: string | undefined, y: number) =>
  barsOf(waveform, WAVE.count)
    .map((level, i) => {
      const half = Math.max(1, (level * WAVE.height) / 2);
      return `M${TEXT.x + 3 + i * WAVE.pitch} ${y + WAVE.height / 2 - half}v${2 * half}`;
    })
    .join('');

/** The JSON of audiowaveform: minimum and maximum alternate. */
const Waveform = z.object({ data: z.array(z.number()) });

/** The peaks of mastered music lie close together; this exponent makes quiet and loud parts visible. */
const CONTRAST = 1.8;

/** Averages the peaks into `count` bars from 0 to 1, the loudest at 1; all 0 without a readable waveform. */
function barsOf(json: string | undefined, count: number): number[] {
  const data = readData(json);
  const points = data.length / 2;
  const heights = Array.from({ length: count }, (_, bar) => {
    const from = Math.floor((bar * points) / count);
    const to = Math.max(from + 1, Math.floor(((bar + 1) * points) / count));
    let sum = 0;
    for (let point = from; point < to; point++)
      sum += Math.max(-(data[2 * point] ?? 0), data[2 * point + 1] ?? 0);
    return sum / (to - from);
  });
  const top = Math.max(1, ...heights);
  return heights.map((height) => Math.max(0, height / top) ** CONTRAST);
}

function readData(json: string | undefined): number[] {
  if (json === undefined) return [];
  try {
    return Waveform.parse(JSON.parse(json)).data;
  } catch {
    return [];
  }
}
