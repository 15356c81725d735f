import sharp, { type OutputInfo } from 'sharp';
import { hash } from '../random.ts';
import { type CoverFacts, setScene } from './scene.ts';
import { worldOf } from './worlds.ts';

export type { CoverFacts } from './scene.ts';

/**
 * Draws a track's cover: an SVG of 1000 × 1000 without text, the same for the same facts everywhere.
 * The world gives the motif, the sound its form: tempo the density, key the hue, loudness over time the
 * shapes, brightness the contrast. Never fails: missing or invalid facts are replaced by defaults.
 */
export function drawCover(facts: CoverFacts): string {
  const world = worldOf(facts.world, facts.seed);
  const scene = setScene(facts, world);
  const drawing = world.motif(scene);
  const defs = scene.defs.length > 0 ? `<defs>${scene.defs.join('')}</defs>` : '';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1000 1000">${defs}${drawing}</svg>`;
}

/** The seed of a song's cover: its title, and who voted for it in which order. */
export function coverSeed(title: string, votes: readonly string[], seed = 0): number {
  return hash(JSON.stringify([title, seed, ...votes]));
}

/** Widths in pixels, and the byte size each should stay below so that a page of covers loads quickly. */
const SIZES = [
  { width: 96, aim: 3_000 },
  { width: 320, aim: 9_000 },
  { width: 640, aim: 24_000 },
  { width: 1280, aim: 70_000 },
];
const QUALITIES = [86, 78, 68, 58, 48, 40, 32, 27];

/** The cover as square WebP pictures of 96, 320, 640 and 1280 px, each at the best quality within its size. */
export async function encodeCover(svg: string): Promise<{ width: number; data: Buffer }[]> {
  const largest = await sharp(Buffer.from(svg), { density: 92.16 }).resize(1280, 1280).png().toBuffer();
  const pictures: { width: number; data: Buffer }[] = [];
  for (const { width, aim } of SIZES) {
    const pixels = await sharp(largest).resize(width, width).raw().toBuffer({ resolveWithObject: true });
    pictures.push({ width, data: await smallEnough(pixels, aim) });
  }
  return pictures;
}

async function smallEnough(pixels: { data: Buffer; info: OutputInfo }, aim: number): Promise<Buffer> {
  const { width, height, channels } = pixels.info;
  let data = Buffer.alloc(0);
  for (const quality of QUALITIES) {
    data = await sharp(pixels.data, { raw: { width, height, channels } })
      .webp({ quality, effort: 5, smartSubsample: quality > 60 })
      .toBuffer();
    if (data.length <= aim) break;
  }
  return data;
}
