import sharp from 'sharp';
import type { CoverFacts } from '../composer/cover/cover.ts';

const KEYS = ['A minor', 'C major', 'F# minor'];

export function facts(world: string, seed: number): CoverFacts {
  const energy = Array.from(
    { length: 64 },
    (_, i) => 0.5 + 0.5 * Math.sin(i / (3 + (seed % 4)) + seed) * 0.9,
  );
  return { seed, world, bpm: 90 + 30 * (seed % 3), key: KEYS[seed % 3]!, energy, brightness: (seed % 3) / 2 };
}

/** The picture at 64 px, drawn at twice that: at its 1,000 px it would take fifty times as long. */
export async function pixels(svg: string): Promise<Buffer> {
  return sharp(Buffer.from(svg), { density: 9.216 }).resize(64, 64).flatten().raw().toBuffer();
}

/** Mean difference of the channels, 0 to 255. */
export function distance(a: Buffer, b: Buffer): number {
  return a.reduce((sum, value, i) => sum + Math.abs(value - b[i]!), 0) / a.length;
}
