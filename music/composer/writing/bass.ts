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

/** Four to the bar: root on the change, then scale and chord tones that arrive by step at the next root; now and then a skip. */
export function walkingBass(section: Section, { center = 41, velocity = 0.75 } = {}): Note[] {
  const { random, key } = section;
  const notes: Note[] = [];
  let near = section.memory.get('bass')?.[0] ?? center;
  for (let beat = 0; beat < section.beats; beat++) {
    const span = spanAt(section, beat);
    const chord = span.chord;
    const scale = chordScale(chord, key);
    const left = span.beat + span.beats - beat;
    const target = nearest(chordAfter(section, beat).bass, Math.max(center - 9, Math.min(center + 10, near)));
    let pitch: number;
    if (beat === span.beat) pitch = nearest(chord.bass, random.chance(0.25) ? center : near);
    else if (left === 1) {
      // The last step leans into the next root: a semitone, or a scale step, from the side we come from.
      const side = near < target ? -1 : near > target ? 1 : random.pick([-1, 1]);
      pitch = random.chance(0.6) ? target + side : along(target, side, scale);
    } else {
      const direction = target > near ? 1 : target < near ? -1 : near > center ? -1 : 1;
      const strong = beat % 2 === 0;
      pitch = strong
        ? snap(near + direction * random.whole(2, 5), chord.tones, direction > 0)
        : along(near, direction * random.pick([1, 1, 2]), scale);
    }
    if (pitch === near) pitch = along(near, random.pick([-1, 1, 2]), chord.tones);
    while (pitch < center - 13) pitch += 12;
    while (pitch > center + 15) pitch -= 12;
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
  section.memory.set('bass', [near]);
  return notes;
}
