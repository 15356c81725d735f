import { feelOf } from '../feel.ts';
import type { Random } from '../random.ts';
import { type Note, type Part, type Score, secondsAt } from '../score.ts';
import { RATE } from '../sound/tables.ts';
import { type Gesture, gestureOf } from './gestures.ts';

/** A note as it is played: where it starts, how long the key is held, how hard it is struck. */
export type Event = {
  pitch: number;
  /** Hz, in the song's tuning. */
  frequency: number;
  /** Samples. */
  start: number;
  /** Seconds. */
  gate: number;
  velocity: number;
  gain: number;
  /** Hz that the note slides from. */
  glideFrom: number | undefined;
  gesture: Gesture | undefined;
};

/** The notes of a part in the order of their beats, in the player's time and touch. */
export function eventsOf(score: Score, part: Part, notes: readonly Note[], random: Random): Event[] {
  const feel = feelOf(score, part);
  const ordered = [...notes].sort((a, b) => a.beat - b.beat || a.pitch - b.pitch);
  let previous: number | undefined;
  return ordered.map((note) => {
    const begin = secondsAt(score, note.beat, part.mix.swing);
    const stop = secondsAt(score, note.beat + note.length, part.mix.swing);
    const frequency = hertz(score, note.pitch);
    const event = {
      pitch: note.pitch,
      frequency,
      start: Math.max(0, Math.round((begin + feel.delay(note.beat)) * RATE)),
      gate: Math.max(0.03, stop - begin),
      velocity: Math.max(
        0.05,
        Math.min(1, note.velocity * feel.touch(note.beat) * (1 + 0.04 * random.bell())),
      ),
      gain: energyGain(score, note.beat),
      glideFrom: note.slide ? previous : undefined,
      gesture: gestureOf(note),
    };
    previous = frequency;
    return event;
  });
}

/** Sections played with less energy are quieter as a whole, not only softer in touch. */
export function energyGain(score: Score, beat: number): number {
  let energy = 1;
  for (const section of score.sections) if (beat >= section.beat - 0.01) energy = section.energy;
  return 10 ** ((4 * (energy - 1)) / 20);
}

/** The frequency of a MIDI pitch in the song's tuning. */
function hertz({ tuning }: Score, pitch: number): number {
  const cents = tuning ? tuning[pitch % 12]! : 0;
  return 440 * 2 ** ((pitch - 69 + cents / 100) / 12);
}
