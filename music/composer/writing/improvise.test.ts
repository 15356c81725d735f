import { describe, expect, it } from 'vitest';
import type { Note } from '../score.ts';
import { jazzTrio } from '../worlds/concert.ts';
import { improvise } from './improvise.ts';
import { sectionOf } from './testing/section.ts';

/** Phrases: stretches without a rest. */
function phrasesOf(notes: readonly Note[]): Note[][] {
  const phrases: Note[][] = [];
  for (const note of notes) {
    const last = phrases.at(-1)?.at(-1);
    if (last && note.beat - last.beat - last.length < 0.4) phrases.at(-1)!.push(note);
    else phrases.push([note]);
  }
  return phrases;
}

/** The first five gaps between onsets, as text. */
const rhythmOf = (phrase: readonly Note[]) =>
  phrase
    .slice(1, 6)
    .map((note, i) => (note.beat - phrase[i]!.beat).toFixed(2))
    .join(' ');

describe('a solo', () => {
  const solos = Array.from({ length: 60 }, (_, seed) =>
    improvise(sectionOf(jazzTrio.chords.a![0]!, { seed, bars: 16 }), { density: 0.7, spice: 0.35 }),
  );

  it('takes up its phrases: about every second one begins with the rhythm of the one before', () => {
    let [taken, pairs] = [0, 0];
    for (const solo of solos) {
      const phrases = phrasesOf(solo).filter((phrase) => phrase.length >= 6);
      for (let i = 1; i < phrases.length; i++) {
        pairs++;
        if (rhythmOf(phrases[i]!) === rhythmOf(phrases[i - 1]!)) taken++;
      }
    }
    expect(taken / pairs).toBeGreaterThan(0.35);
    expect(taken / pairs).toBeLessThan(0.8);
  });

  it('climbs: its middle third lies above its first, its last comes down again', () => {
    const heights = [0, 0, 0];
    const counts = [0, 0, 0];
    for (const { beat, pitch } of solos.flat()) {
      const third = Math.min(2, Math.floor((3 * beat) / 64));
      heights[third]! += pitch;
      counts[third]!++;
    }
    const [first, middle, last] = heights.map((sum, i) => sum / counts[i]!) as [number, number, number];
    expect(middle - first).toBeGreaterThan(2);
    expect(last).toBeLessThan(middle + 1);
  });

  it('rests between its phrases', () => {
    for (const solo of solos) expect(phrasesOf(solo).length).toBeGreaterThanOrEqual(4);
  });
});
