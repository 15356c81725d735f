import { beforeAll, describe, expect, it } from 'vitest';
import { composeSong } from '../generate.ts';
import { createRandom } from '../random.ts';
import { reversedCymbal, riser } from '../sound/candy.ts';
import { openSoundfont } from '../sound/samples/soundfont.ts';
import { RATE } from '../sound/tables.ts';

const songs = (genre: string, take: 'A' | 'B' | 'C') =>
  [1, 2, 3, 4, 5, 6].map((seed) => composeSong({ genre, take, seed, seconds: 90 }).score);

const notesOf = (score: (typeof scores)[number], name: string) => {
  const part = score.parts.find((p) => p.name === name);
  return part && 'notes' in part ? part.notes : [];
};
const scores = songs('house:deep-house', 'B');

beforeAll(openSoundfont);

describe('ear candy', () => {
  it('rises into a hook and ends on its first beat', () => {
    const rises = ['house:deep-house', 'electronic-dance:synthwave', 'hip-hop-rap:trap'].flatMap((genre) =>
      songs(genre, 'A').flatMap((score) => {
        const hooks = score.sections.filter(({ name }) => name === 'hook').map(({ beat }) => beat);
        return notesOf(score, 'rise').map(({ beat, length }) => hooks.includes(Math.round(beat + length)));
      }),
    );
    expect(rises.length).toBeGreaterThan(15);
    expect(rises).not.toContain(false);
  });

  it('sings chopped vowels in hooks alone', () => {
    const sung = scores.filter((score) => notesOf(score, 'chops').length > 0);
    expect(sung.length).toBeGreaterThan(1);
    for (const score of sung) {
      const hooks = score.sections.filter(({ name }) => name === 'hook');
      for (const { beat } of notesOf(score, 'chops'))
        expect(hooks.some((hook) => beat >= hook.beat - 0.3 && beat < hook.beat + hook.beats)).toBe(true);
    }
  });

  it('stays out of rooms with acoustic bands, and of the sparse take', () => {
    for (const score of [...songs('jazz:piano-trio', 'A'), ...songs('house:deep-house', 'C')])
      expect(score.parts.some(({ name }) => name === 'rise' || name === 'chops')).toBe(false);
  });

  it.each([
    ['riser', riser],
    ['reversed cymbal', reversedCymbal],
  ])('a %s swells until it is cut', (_, make) => {
    const canvas = { left: new Float32Array(6 * RATE), right: new Float32Array(6 * RATE) };
    const tone = { frequency: 261, seconds: 2, velocity: 0.8, random: createRandom(4).unit };
    const samples = make().sound(tone, canvas);
    const level = (from: number) =>
      Math.sqrt(canvas.left.subarray(from, from + 8000).reduce((sum, v) => sum + v * v, 0) / 8000);
    expect(level(samples - 9000)).toBeGreaterThan(4 * level(Math.round(0.2 * samples)));
    expect(canvas.left.subarray(0, samples).every(Number.isFinite)).toBe(true);
  });
});
