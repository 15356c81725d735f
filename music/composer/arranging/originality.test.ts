import { describe, expect, it } from 'vitest';
import {
  accompaniment,
  fills,
  firstNote,
  hookRange,
  hookRhythm,
  leans,
  leaps,
  rests,
  sameHook,
  songOf,
} from '../../testing/tunes.ts';
import { compose } from '../compose.ts';
import { GENRES } from '../genres/table.ts';

/** Every eighth genre, so that each world and most feels are heard. */
const SAMPLE = [...GENRES.keys()].filter((_, i) => i % 8 === 3);

const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[values.length >> 1]!;
const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length;
const share = <T>(of: readonly T[], yes: (one: T) => boolean) => of.filter(yes).length / of.length;

/** Songs of a genre for twenty seeds, as the studio orders them. */
const TWENTY = Array.from({ length: 20 }, (_, i) => i + 1);

describe('twenty songs of a genre', () => {
  const genres = SAMPLE.map((genre) => ({ genre, songs: TWENTY.map((seed) => songOf(genre, seed)) }));
  const scoresOf = ({ songs }: (typeof genres)[number]) => songs.map(({ score }) => score);
  const all = genres.flatMap(({ songs }) => songs);
  const pairs = <T>(of: readonly T[]) => of.flatMap((a, i) => of.slice(i + 1).map((b) => [a, b] as const));
  const part = (counts: readonly (readonly [number, number])[]) => {
    const [some, whole] = counts.reduce(([a, b], [c, d]) => [a + c, b + d], [0, 0]);
    return some / whole;
  };

  it('begin at once, in every take', () => {
    const slow = genres.flatMap(({ genre }) => (['B', 'C'] as const).map((take) => [genre, take] as const));
    const others = slow.flatMap(([genre, take], i) => [1, 2, 3].map((n) => songOf(genre, n + i, take).score));
    for (const score of [...all.map(({ score }) => score), ...others])
      expect(firstNote(score), score.genre).toBeLessThanOrEqual(0.4);
  });

  it('have hooks of their own', () => {
    for (const one of genres) {
      const scores = scoresOf(one);
      expect(new Set(scores.map(hookRhythm)).size, one.genre).toBeGreaterThanOrEqual(8);
      expect(new Set(one.songs.map(({ hookChords }) => hookChords)).size, one.genre).toBeGreaterThanOrEqual(
        6,
      );
      expect(
        share(pairs(scores), ([a, b]) => sameHook(a, b)),
        one.genre,
      ).toBeLessThanOrEqual(0.05);
    }
  });

  it('end in two ways or more, and all of them in four', () => {
    for (const one of genres)
      expect(new Set(scoresOf(one).map(({ ending }) => ending)).size, one.genre).toBeGreaterThanOrEqual(2);
    expect(new Set(all.map(({ score }) => score.ending)).size).toBe(4);
  });

  it('breathe, answer leaps with a step back, and lean on a chord now and then', () => {
    for (const { genre, songs } of genres) {
      expect(part(songs.map(({ score }) => rests(score))), `${genre}: rests`).toBeGreaterThanOrEqual(0.3);
      expect(part(songs.map(({ score }) => leaps(score))), `${genre}: leaps`).toBeGreaterThanOrEqual(0.7);
      expect(part(songs.map(leans)), `${genre}: leans`).toBeGreaterThanOrEqual(0.5);
    }
    expect(median(genres.map(({ songs }) => part(songs.map(({ score }) => leaps(score)))))).toBeGreaterThan(
      0.7,
    );
    expect(median(genres.map(({ songs }) => part(songs.map(leans))))).toBeGreaterThan(0.85);
  });

  it('have hooks within 14 semitones', () => {
    expect(share(all, ({ score }) => hookRange(score) <= 14)).toBeGreaterThan(0.95);
    for (const { score } of all) expect(hookRange(score), score.genre).toBeLessThanOrEqual(18);
  });

  it('have another band, and drums that fill every eight bars', () => {
    for (const one of genres) {
      const alike = mean(pairs(scoresOf(one)).map(([a, b]) => accompaniment(a, b)));
      expect(alike, one.genre).toBeLessThanOrEqual(0.6);
    }
    const filled = all.map(({ score }) => fills(score)).filter((found) => found.fills > 0);
    expect(median(filled.map((found) => found.bars / found.fills))).toBeGreaterThanOrEqual(7);
  });

  it('keep a kick on every beat through the fills', () => {
    for (const { score } of all) {
      const { feel } = GENRES.get(score.genre)!;
      if (['house', 'techno', 'trance', 'disco'].includes(feel)) expect(fills(score).kickless).toBe(0);
    }
  });
});

it('a last hook that is lifted lies a tone higher, and so does what follows', () => {
  const songs = TWENTY.map((seed) => songOf('pop:dance-pop', seed, 'A', 150));
  const { world, score } = songs.find((song) => song.world.lift === 2)!;
  const [plain, lifted] = [0, 2].map((lift) => compose({ world: { ...world, lift } }, 1));
  const at = score.sections.findLast(({ name }) => name === 'hook')!.beat;
  const roots = ({ parts }: typeof score, from: number, to: number) =>
    parts.flatMap((p) =>
      'notes' in p && p.role === 'pad'
        ? p.notes.filter(({ beat }) => beat >= from && beat < to).map(({ pitch }) => pitch % 12)
        : [],
    );
  const classes = (of: typeof score, from: number, to: number) => [...new Set(roots(of, from, to))].sort();
  expect(classes(lifted!, 0, at)).toEqual(classes(plain!, 0, at));
  const higher = roots(plain!, at, score.beats).map((pitchClass) => (pitchClass + 2) % 12);
  expect(classes(lifted!, at, score.beats)).toEqual([...new Set(higher)].sort());
});
