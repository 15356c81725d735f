import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { distance, facts, pixels } from '../../testing/covers.ts';
import type { FacePiece } from './composition.ts';
import { type CoverFacts, coverSeed, drawCover, drawWorld } from './cover.ts';
import { encodeCover } from './encode.ts';
import { worlds } from './worlds.ts';

const names = Object.keys(worlds);

/** Some pieces of a request's face. */
const FACE: FacePiece[] = [0, 120, 240].map((turn, i) => ({
  shape: 'M-1 0a1 1 0 1 0 2 0a1 1 0 1 0-2 0',
  transform: `rotate(${turn}) translate(0-27) scale(9)`,
  hue: 40 * i,
}));

/** Of the 128 bits, those in which two pictures that look different differ at least; strangers differ in about 60. */
const ANOTHER_SCENE = 16;

/** A difference hash: of 8 × 8 places, whether it gets brighter to the right, and below. */
async function differences(svg: string): Promise<boolean[]> {
  const gray = await sharp(Buffer.from(svg), { density: 9.216 })
    .resize(9, 9, { kernel: 'cubic' })
    .flatten()
    .grayscale()
    .raw()
    .toBuffer();
  return Array.from({ length: 64 }, (_, i) => 9 * (i >> 3) + (i & 7)).flatMap((at) => [
    gray[at]! < gray[at + 1]!,
    gray[at]! < gray[at + 9]!,
  ]);
}

describe('covers', () => {
  // One seed of each world, without the largest picture, because encoding that takes most of a second.
  it.each(names.map((world, i) => [world, 1 + (i % 3)] as const))(
    '%s, seed %d: encoded under the aims',
    async (world, seed) => {
      const encoded = await encodeCover(drawCover(facts(world, seed)), 640);
      const bytes = encoded.map((picture) => picture.data.length);
      expect(bytes[1]).toBeLessThanOrEqual(9_000);
      expect(bytes[2]).toBeLessThanOrEqual(24_000);
    },
  );

  it('differs clearly from world to world, for the same seed and sound', async () => {
    const all = await Promise.all(names.map((world) => pixels(drawWorld(worlds[world]!, facts(world, 7)))));
    for (let a = 0; a < all.length; a++) {
      for (let b = a + 1; b < all.length; b++) {
        expect(distance(all[a]!, all[b]!), `${names[a]} and ${names[b]}`).toBeGreaterThan(25);
      }
    }
  });

  it.each(['trance', 'ambient', 'modal-drone', 'synthwave', 'new-age-piano', 'jazz-trio'])(
    '%s: no two of three dozen songs share a scene, with a request’s face and without',
    async (world) => {
      const covers = await Promise.all(
        Array.from({ length: 36 }, (_, i) => {
          const seed = coverSeed(`Song ${i}`, [`voter ${i % 5}`], i);
          return differences(drawCover({ ...facts(world, i), seed }, i % 3 === 0 ? undefined : FACE));
        }),
      );
      const close = covers.flatMap((one, a) =>
        covers.slice(0, a).flatMap((other, b) => {
          const bits = one.filter((bit, at) => bit !== other[at]).length;
          return bits < ANOTHER_SCENE ? [`${a} and ${b}: ${bits}`] : [];
        }),
      );
      expect(close).toEqual([]);
    },
  );

  it('is shaped by the sound', async () => {
    for (const world of names) {
      const plain = facts(world, 5);
      const drawn = await pixels(drawCover(plain));
      const changes: Partial<CoverFacts>[] = [
        { bpm: 64 },
        { key: 'Eb major' },
        { energy: [...plain.energy].reverse().map((e, i) => (i % 9 < 4 ? e : 1 - e)) },
        { brightness: 0 },
      ];
      for (const change of changes) {
        const other = await pixels(drawCover({ ...plain, ...change }));
        expect(distance(drawn, other), `${world}: ${Object.keys(change)[0]}`).toBeGreaterThan(0.5);
      }
    }
  });

  it.each([
    { energy: [] },
    { energy: [Number.NaN, Number.POSITIVE_INFINITY, -4, 9] },
    { energy: Array(40).fill(0) },
    { energy: [0.4] },
    { brightness: Number.NaN },
    { bpm: Number.NaN },
    { bpm: -1e9 },
    { bpm: 1e9, brightness: 1e9 },
    { key: '' },
    { key: '"><script>' },
    { seed: Number.NaN },
    { seed: -3.7 },
    { seed: 2 ** 60 },
    { world: '"><script>' },
    { world: 'constructor' },
  ])('still gives a picture for %o', async (odd: Partial<CoverFacts>) => {
    for (const world of names) {
      const svg = drawCover({ ...facts(world, 4), ...odd });
      expect(svg).not.toMatch(/NaN|undefined|Infinity|script/);
      expect(await pixels(svg)).toHaveLength(64 * 64 * 3);
    }
  });
});
