import type { Note } from '../score.ts';
import { chordAfter, chordAt, readRhythm, type Section } from './section.ts';
import { step as along, chordScale, nearest } from './theory.ts';

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
