import { expect, test } from 'vitest';
import { composeSong } from '../generate.ts';
import { GENRES } from '../genres/table.ts';
import { secondsAt } from '../score.ts';

const sketch = (genre: string, description = '') =>
  composeSong({ genre, seed: 4, description, part: 'hook' }).score;

test('A sketch of any family of genres is its hook: it starts in the first bar, lasts 14 to 22 seconds, and ends on a held chord', () => {
  for (const genre of [...GENRES.keys()].filter((_, i) => i % 4 === 0)) {
    const score = sketch(genre);
    expect(score.sections.map(({ name }) => name)).toEqual(['hook']);
    const seconds = secondsAt(score, score.beats) + score.tail;
    expect(seconds, genre).toBeGreaterThan(14);
    expect(seconds, genre).toBeLessThan(22);
    const notes = score.parts.flatMap((part) => ('notes' in part ? part.notes : []));
    const first = Math.min(...notes.map(({ beat }) => beat));
    expect(first, genre).toBeLessThan(score.beatsPerBar);
    expect(
      notes.some(({ beat, length }) => beat >= score.beats - score.beatsPerBar && length > score.beatsPerBar),
      genre,
    ).toBe(true);
  }
});

test('A sketch obeys the words: no drums, strings, three beats', () => {
  const score = sketch('pop:indie-pop', 'waltz, no drums, just strings');
  expect(score.beatsPerBar).toBe(3);
  expect(score.parts.some((part) => 'hits' in part)).toBe(false);
  for (const { instrument } of score.parts)
    expect(instrument).toMatch(/violin|viola|cello|string|bass|harp|pizzicato/);
});

test('Who was asked for a solo leads the sketch', () => {
  for (const genre of ['pop:indie-pop', 'house:deep-house', 'metal'])
    expect(sketch(genre, 'saxophone solo').parts.find(({ role }) => role === 'lead')?.instrument).toBe(
      'saxophone',
    );
});

test('A sketch has the tempo, key and lead of the song that it announces', () => {
  const order = { genre: 'jazz:bebop', seed: 9, description: 'fast' };
  const [song, hook] = [composeSong(order).score, composeSong({ ...order, part: 'hook' }).score];
  expect([hook.bpm, hook.key]).toEqual([song.bpm, song.key]);
  const lead = (score: typeof song) => score.parts.find(({ role }) => role === 'lead')?.instrument;
  expect(lead(hook)).toBe(lead(song));
});
