import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { distance, facts, pixels } from '../../testing/covers.ts';
import { WORLDS } from '../worlds/table.ts';
import { coverSeed, drawCover } from './cover.ts';
import { encodeCover } from './encode.ts';
import { oklch, placeOfKey } from './palette.ts';
import { worlds } from './worlds.ts';

const names = Object.keys(worlds);

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

  it('is encoded as WebP in four sizes', async () => {
    const encoded = await encodeCover(drawCover(facts('folk', 1)));
    expect(encoded.map((picture) => picture.width)).toEqual([96, 320, 640, 1280]);
    for (const { width, data } of encoded) {
      const { format, width: wide, height } = await sharp(data).metadata();
      expect([format, wide, height]).toEqual(['webp', width, width]);
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
