import type { Random } from '../random.ts';
import type { Note } from '../score.ts';
import type { MelodyOptions } from './melody.ts';
import { chordAt, type Section } from './section.ts';
import { step as along, chordScale, snap } from './theory.ts';

export type SoloOptions = MelodyOptions & {
  /** Share of eighths that are played within a phrase. */
  density?: number;
  /** Chromatic approach notes. */
  spice?: number;
  /** Smallest note, in beats. */
  grid?: number;
};

/** Figure of a phrase for the next one to take up: its lengths in beats, and the direction of each note. */
type Figure = { lengths: number[]; ways: number[] };

/**
 * An improvised solo: phrases of scale and chord tones that lead by step or semitone into chord tones on the beat, then
 * a breath. Every second phrase or so takes up the rhythm and the shape of the one before, and the whole line climbs
 * towards two thirds of the section.
 */
export function improvise(section: Section, options: SoloOptions = {}): Note[] {
  const { center = 74, velocity = 0.72, density = 0.85, spice = 0.3, grid = 0.5, gate = 0.92 } = options;
  const { random, key } = section;
  const notes: Note[] = [];
  const last = section.beats - 0.3;
  let pitch = section.memory.get('solo')?.[0] ?? center;
  let direction = random.pick([-1, 1]);
  let figure: Figure = { lengths: [], ways: [] };
  let beat = random.pick([0, 0.5, 1]);
  while (beat < last) {
    if (notes.length) beat = Math.round((beat + random.pick([0.5, 1, 1, 1.5])) / grid) * grid;
    if (beat >= last) break;
    const heart = center + climb(beat / section.beats);
    pitch = snap(
      Math.round(heart) + random.whole(-5, 5),
      chordAt(section, Math.min(beat, section.beats - 0.5)).tones,
    );
    const taken = figure.lengths.length > 4 && random.chance(0.5) ? figure : undefined;
    figure = phrase(random, density, grid, taken);
    for (const [i, length] of figure.lengths.entries()) {
      if (beat >= last) break;
      const chord = chordAt(section, beat);
      const scale = chordScale(chord, key);
      const onBeat = Math.abs(beat - Math.round(beat)) < 0.01;
      if (pitch > heart + 9) direction = -1;
      else if (pitch < heart - 8) direction = 1;
      else if (taken) direction = figure.ways[i]!;
      else if (random.chance(0.18)) direction = -direction;
      figure.ways[i] = direction;
      if (onBeat) pitch = snap(pitch + direction, chord.tones, direction > 0);
      else if (random.chance(spice))
        pitch = snap(pitch + direction * 3, chordAt(section, beat + grid).tones, direction > 0) - direction;
      else pitch = along(pitch, direction * random.pick([1, 1, 1, 2]), scale);
      if (i === figure.lengths.length - 1 || length > 0.6) pitch = snap(pitch, chord.tones, direction > 0);
      notes.push({
        beat,
        length: Math.min(length, section.beats - beat) * gate,
        pitch,
        velocity: velocity * (onBeat ? 0.92 : 1.04) * random.between(0.82, 1.1),
      });
      beat += length;
    }
  }
  section.memory.set('solo', [pitch]);
  return notes;
}

/** Semitones above the center at a share of the section: up to five at two thirds of it, and down again. */
function climb(at: number): number {
  return at < 0.67 ? -2 + (7 * at) / 0.67 : 5 - (9 * (at - 0.67)) / 0.33;
}

/** The lengths of a phrase: new ones, or those of another with a new ending. */
function phrase(random: Random, density: number, grid: number, taken: Figure | undefined): Figure {
  const count = random.whole(5, 11);
  const lengths = Array.from({ length: count }, (_, i) =>
    i === count - 1 ? random.pick([1, 1.5, grid]) : random.chance(1 - density) ? grid * 2 : grid,
  );
  if (!taken) return { lengths, ways: [] };
  const head = taken.lengths.slice(0, -1);
  return { lengths: [...head, lengths.at(-1)!], ways: taken.ways };
}
