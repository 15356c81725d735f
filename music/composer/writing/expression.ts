import type { Random } from '../random.ts';
import type { Note } from '../score.ts';

/** Instruments whose notes can be pushed, slid into and let fall; the others have fixed pitches. */
const FLUID =
  /guitar|sax|trumpet|brass|reed|melodica|harmonica|clarinet|flute|whistle|fiddle|violin|cello|string|choir|lead|sitar|oud|steel/;
/** Those of them whose notes cannot grow once they are struck. */
const PLUCKED = /guitar|sitar|oud|pizzicato/;

/**
 * Plays a tune as breath and fingers do: close notes are slurred, some long ones are bent up to, phrases may end in a
 * fall, and held notes grow or fade.
 */
export function breathe(notes: readonly Note[], instrument: string, random: Random): Note[] {
  const fluid = FLUID.test(instrument) && !/pan|drum/.test(instrument);
  const sustained = !PLUCKED.test(instrument);
  return notes.map((note, i) => {
    const before = notes[i - 1];
    const next = notes.find((other) => other.beat > note.beat + 0.01);
    const gap = next ? next.beat - note.beat - note.length : 4;
    const leap = before ? Math.abs(note.pitch - before.pitch) : 12;
    const joined =
      before !== undefined && note.beat - before.beat - before.length < 0.15 && note.beat > before.beat;
    const shaped = { ...note };
    if (fluid && joined && leap > 0 && leap <= 4 && random.chance(0.45)) shaped.slide = true;
    if (fluid && !shaped.slide && note.length >= 0.7 && random.chance(0.3))
      shaped.bend = random.pick([1, 1, 2]);
    if (fluid && gap > 0.6 && note.length >= 0.4 && random.chance(0.5)) shaped.fall = random.pick([2, 3, 5]);
    if (sustained && note.length >= 0.9) shaped.swell = gap > 0.9 ? -0.5 : random.pick([0.6, 0.35, -0.3]);
    return shaped;
  });
}
