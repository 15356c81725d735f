import { describe, expect, it } from 'vitest';
import { jazzTrio } from '../worlds/concert.ts';
import { walkingBass } from './bass.ts';
import { sectionOf } from './testing/section.ts';

const PROGRESSIONS = [jazzTrio.chords.a!, jazzTrio.chords.b!, 'I69 | % | IV7 | I7 | % | V7 | I69 | %'].flat();

/** The quarters of a line over two choruses, and the beats on which its chords change. */
function walk(chords: string, seed: number) {
  const section = sectionOf(chords, { seed });
  const twice = [0, section.beats].flatMap((from) =>
    walkingBass(section).map((note) => ({ ...note, beat: note.beat + from })),
  );
  const quarters = twice.filter(({ beat }) => Number.isInteger(beat));
  const changes = [0, section.beats]
    .flatMap((from) => section.chords.map(({ beat }) => beat + from))
    .slice(1);
  return { quarters, changes };
}

describe('a walking bass', () => {
  const lines = PROGRESSIONS.flatMap((chords) => Array.from({ length: 40 }, (_, seed) => walk(chords, seed)));

  it('plays every quarter, and never the same note twice in a row', () => {
    for (const { quarters } of lines) {
      expect(quarters).toHaveLength(64);
      for (let i = 1; i < quarters.length; i++)
        expect(quarters[i]!.pitch, `beat ${i}`).not.toBe(quarters[i - 1]!.pitch);
    }
  });

  it('leans into each change by a step, never from the same note as into the change before', () => {
    for (const { quarters, changes } of lines) {
      let before = Number.NaN;
      for (const beat of changes) {
        const approach = quarters[beat - 1]!.pitch;
        expect(Math.abs(quarters[beat]!.pitch - approach), `into beat ${beat}`).toBeLessThanOrEqual(2);
        expect(approach, `into beat ${beat}`).not.toBe(before);
        before = approach;
      }
    }
  });
});
