import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { WORLDS } from '../worlds/table.ts';
import type { FacePiece } from './composition.ts';
import { type CoverFacts, coverSeed, drawCover, drawWorld } from './cover.ts';
import { encodeCover } from './encode.ts';
import { oklch, placeOfKey } from './palette.ts';
import { worlds } from './worlds.ts';

const names = Object.keys(worlds);
const KEYS = ['A minor', 'C major', 'F# minor'];

function facts(world: string, seed: number): CoverFacts {
  const energy = Array.from(
    { length: 64 },
    (_, i) => 0.5 + 0.5 * Math.sin(i / (3 + (seed % 4)) + seed) * 0.9,
  );
  return { seed, world, bpm: 90 + 30 * (seed % 3), key: KEYS[seed % 3]!, energy, brightness: (seed % 3) / 2 };
}

/** The picture at 64 px, drawn at twice that: at its 1,000 px it would take fifty times as long. */
async function pixels(svg: string): Promise<Buffer> {
  return sharp(Buffer.from(svg), { density: 9.216 }).resize(64, 64).flatten().raw().toBuffer();
}

/** Mean difference of the channels, 0 to 255. */
function distance(a: Buffer, b: Buffer): number {
  return a.reduce((sum, value, i) => sum + Math.abs(value - b[i]!), 0) / a.length;
}

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
  it('has a motif for every world of the band', () =>
    expect(names.toSorted()).toEqual(WORLDS.map(({ name }) => name).toSorted()));

  it.each(names)('%s: three seeds, each drawn the same twice', async (world) => {
    const covers: Buffer[] = [];
    for (const seed of [1, 2, 3]) {
      const svg = drawCover(facts(world, seed));
      expect(drawCover(facts(world, seed))).toBe(svg);
      expect(svg).not.toMatch(/NaN|undefined|Infinity|<text/);
      covers.push(await pixels(svg));
    }
    expect(distance(covers[0]!, covers[1]!)).toBeGreaterThan(6);
    expect(distance(covers[1]!, covers[2]!)).toBeGreaterThan(6);
  });

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

  it('is encoded as WebP in four sizes', async () => {
    const encoded = await encodeCover(drawCover(facts('folk', 1)));
    expect(encoded.map((picture) => picture.width)).toEqual([96, 320, 640, 1280]);
    for (const { width, data } of encoded) {
      const { format, width: wide, height } = await sharp(data).metadata();
      expect([format, wide, height]).toEqual(['webp', width, width]);
    }
  });

  it('differs clearly from world to world, for the same seed and sound', async () => {
    const all = await Promise.all(names.map((world) => pixels(drawWorld(worlds[world]!, facts(world, 7)))));
    for (let a = 0; a < all.length; a++) {
      for (let b = a + 1; b < all.length; b++) {
        expect(distance(all[a]!, all[b]!), `${names[a]} and ${names[b]}`).toBeGreaterThan(25);
      }
    }
  });

  it('is another one for another title, and for the same votes in another order', async () => {
    const draw = async (title: string, votes: string[]) =>
      pixels(drawCover(facts('indie-rock', coverSeed(title, votes))));
    const cover = await draw('Overpass', ['ada', 'ben']);
    expect(await draw('Overpass', ['ada', 'ben'])).toEqual(cover);
    expect(distance(cover, await draw('Overpass', ['ben', 'ada']))).toBeGreaterThan(3);
    expect(distance(cover, await draw('Underpass', ['ada', 'ben']))).toBeGreaterThan(3);
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

describe('colors', () => {
  it('converts OKLCH as CSS Color 4 does', () => {
    expect(oklch(1, 0, 0)).toBe('#ffffff');
    expect(oklch(0, 0, 0)).toBe('#000000');
    expect(oklch(0.627955, 0.257683, 29.2339)).toBe('#ff0000');
    expect(oklch(0.7, 0.4, 150)).toMatch(/^#[0-9a-f]{6}$/);
  });

  it('places a key on the circle of fifths', () => {
    expect(placeOfKey('C major')).toEqual({ fifths: 0, minor: false });
    expect(placeOfKey('G major')).toEqual({ fifths: 1, minor: false });
    expect(placeOfKey('A minor')).toEqual({ fifths: 0, minor: true });
    expect(placeOfKey('Bb major')).toEqual({ fifths: -2, minor: false });
    expect(placeOfKey('F# minor')).toEqual({ fifths: 3, minor: true });
  });
});
