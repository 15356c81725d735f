import type { Note } from '../score.ts';
import { chordAfter, chordAt, readRhythm, type Section, spanAt } from './section.ts';
import { step as along, chordScale, nearest, snap } from './theory.ts';

/**
 * A bass line written as a rhythm of degrees: 'R' root (or the bass of a slash chord), '3' '5' '7' chord tones, '8' the
 * octave, '6' the sixth, 'a' a step into the next chord (chromatic or from the scale), 'p' a passing scale tone upwards,
 * 'o' a ghost of the note before, '-' hold, '.' rest. Lower-case 'r' is a softer root.
 */
export function bassLine(
  section: Section,
  pattern: string | readonly string[],
  { center = 38, velocity = 0.8, gate = 0.92 } = {},
): Note[] {
  const text = typeof pattern === 'string' ? pattern : section.random.pick(pattern);
  const notes: Note[] = [];
  let near = section.memory.get('bass')?.[0] ?? center;
  for (const step of readRhythm(text, section.beatsPerBar, section.beats)) {
    const chord = chordAt(section, step.beat);
    const scale = chordScale(chord, section.key);
    const root = nearest(chord.bass, center);
    const up = (pitchClass: number | undefined) => {
      const pitch = nearest(pitchClass ?? chord.root, root + 6);
      return pitch < root ? pitch + 12 : pitch;
    };
    let pitch = root;
    let strength = 1;
    switch (step.mark) {
      case '3':
        pitch = up(chord.tones[1]);
        break;
      case '5':
        pitch = up(chord.tones[2]) > center + 9 ? up(chord.tones[2]) - 12 : up(chord.tones[2]);
        break;
      case '6':
        pitch = step.mark ? along(up(chord.tones[2]), 1, scale) : root;
        break;
      case '7':
        pitch = up(chord.tones[3] ?? chord.tones[2]);
        break;
      case '8':
        pitch = root + 12;
        break;
      case 'a': {
        const target = nearest(chordAfter(section, step.beat).bass, near);
        const from = near < target ? -1 : 1;
        pitch = section.random.chance(0.55) ? target + from : along(target, from, scale);
        strength = 0.88;
        break;
      }
      case 'p':
        pitch = along(near, 1, scale);
        strength = 0.88;
        break;
      case 'o':
        pitch = near;
        strength = 0.5;
        break;
      case 'r':
        strength = 0.8;
        break;
    }
    near = pitch;
    notes.push({
      beat: step.beat,
      length: step.length * (step.mark === 'o' ? 0.5 : gate),
      pitch,
      velocity: velocity * strength * section.random.between(0.92, 1.05),
    });
  }
  section.memory.set('bass', [near]);
  return notes;
}

/**
 * Four to the bar: the root on the change, then chord tones on strong beats and scale steps between, and a last note
 * that leans into the next root. No two quarters in a row are the same note, and no two changes in a row are
 * approached from the same one.
 */
export function walkingBass(section: Section, { center = 41, velocity = 0.75 } = {}): Note[] {
  const { random, key } = section;
  const notes: Note[] = [];
  const inReach = (pitch: number) =>
    pitch < center - 13 ? pitch + 12 : pitch > center + 15 ? pitch - 12 : pitch;
  const rootNear = (pitchClass: number, pitch: number) =>
    nearest(pitchClass, Math.max(center - 9, Math.min(center + 10, pitch)));
  // A line that walks into this section has already chosen its first note.
  let [near = center, approach = Number.NaN, target = Number.NaN] = section.memory.get('bass') ?? [];
  for (let beat = 0; beat < section.beats; beat++) {
    const span = spanAt(section, beat);
    const { chord } = span;
    const scale = chordScale(chord, key);
    const left = span.beat + span.beats - beat;
    let pitch: number;
    if (beat === span.beat) {
      pitch = Number.isNaN(target) ? rootNear(chord.bass, near) : target;
      target = Number.NaN;
    } else if (left <= 1) {
      const next = chordAfter(section, beat);
      target = rootNear(next.bass, near);
      // A chord that comes again is entered by another of its tones.
      if (target === near) target = inReach(along(near, random.pick([-1, 1]), next.tones));
      // A semitone, or a step of the scale where that is a step and no leap.
      const steps = [along(target, -1, scale), along(target, 1, scale)];
      const sides = [target - 1, target + 1, ...steps.filter((side) => Math.abs(side - target) === 2)];
      const free = sides.filter((side) => side !== near);
      const fresh = free.filter((side) => side !== approach);
      pitch = random.pick(fresh.length ? fresh : free);
      approach = pitch;
    } else {
      const goal = rootNear(chordAfter(section, beat).bass, near);
      const direction = goal > near ? 1 : goal < near ? -1 : near > center ? -1 : 1;
      pitch =
        beat % 2 === 0
          ? snap(near + direction * random.whole(2, 5), chord.tones, direction > 0)
          : along(near, direction * random.pick([1, 1, 2]), scale);
      pitch = inReach(pitch);
      if (pitch === near) pitch = inReach(along(near, random.pick([-1, 1]), chord.tones));
    }
    if (pitch === near) pitch = inReach(along(near, 1, chord.tones));
    const accent = beat % 2 ? 1.06 : 0.96;
    notes.push({ beat, length: 0.93, pitch, velocity: velocity * accent * random.between(0.9, 1.05) });
    if (random.chance(0.1))
      notes.push({
        beat: beat + 0.5,
        length: 0.3,
        pitch: random.chance(0.5) ? pitch : nearest(chord.tones[2] ?? chord.root, pitch),
        velocity: velocity * 0.5,
      });
    near = pitch;
  }
  section.memory.set('bass', [near, approach, target]);
  return notes;
}
