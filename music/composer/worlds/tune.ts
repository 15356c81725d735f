import type { Note } from '../score.ts';
import { chordAt, type Section } from '../writing/section.ts';
import { step as along, chordScale, nearest, snap } from '../writing/theory.ts';

export type Tune = {
  beats: number;
  notes: { beat: number; length: number; degree: number; bend: number; slide: boolean }[];
};

/**
 * A tune written out in degrees of the key's scale: '5 - 6 5 | 8 - . 7'. 1 is the tonic, 8 its octave, 0 and below lie
 * under it; '-' holds, '.' rests, 'b' and '#' bend a note out of the scale, '~' slides into it. Each bar is divided
 * evenly among what stands in it.
 */
function readTune(text: string, beatsPerBar: number): Tune {
  const notes: Tune['notes'] = [];
  const bars = text.split('|');
  for (const [bar, tokens] of bars.map((part) => part.trim().split(/\s+/)).entries()) {
    const grid = beatsPerBar / tokens.length;
    for (const [i, token] of tokens.entries()) {
      const beat = bar * beatsPerBar + i * grid;
      const match = /^(~?)([b#]?)(-?\d+)$/.exec(token);
      if (match) {
        const bend = match[2] === 'b' ? -1 : match[2] === '#' ? 1 : 0;
        notes.push({ beat, length: grid, degree: Number(match[3]), bend, slide: match[1] === '~' });
      } else if (token === '-') {
        const last = notes.at(-1);
        if (last) last.length = beat + grid - last.beat;
      } else if (token !== '.') throw new Error(`Not a tune: ${text}`);
    }
  }
  return { beats: bars.length * beatsPerBar, notes };
}

/** Bars of a written tune by number, the first being 1: a head with another tail. */
export function barsOf(text: string, ...numbers: number[]): string {
  const bars = text.split('|');
  return numbers.map((number) => bars[number - 1]).join('|');
}

export type SingOptions = {
  /** MIDI pitch the tune's middle comes to lie near; the octave is chosen by it. */
  center?: number;
  velocity?: number;
  gate?: number;
  /** Scale steps above where it was written. */
  lift?: number;
  /** Chance that a note is decorated: a passing or neighbouring note, a grace. */
  vary?: number;
  /** Leaves out the short notes between the beats. */
  thin?: boolean;
  /** A second voice below: 3 in thirds, 6 in sixths. */
  second?: 3 | 6;
};

/** Plays a written tune over a section's chords, from its start and again until the section is full. */
export function sing(section: Section, text: string, options: SingOptions = {}): Note[] {
  const { center = 72, velocity = 0.75, gate = 0.95, lift = 0, vary = 0, thin = false } = options;
  const { key, random, beatsPerBar } = section;
  const tune = readTune(text, beatsPerBar);
  const classes = key.scale.map((s) => (s + key.tonic) % 12);
  const middle = tune.notes.reduce((sum, n) => sum + n.degree + lift, 0) / tune.notes.length;
  const tonic = nearest(key.tonic, Math.round(center - (middle - 1) * 1.72));
  const half = beatsPerBar === 4 ? 2 : beatsPerBar;
  const notes: Note[] = [];
  for (let start = 0; start < section.beats - 0.01; start += tune.beats) {
    const phrase = tune.notes.filter((n) => !thin || n.length >= 0.99 || n.beat % 1 < 0.01);
    for (const [i, n] of phrase.entries()) {
      const beat = start + n.beat;
      if (beat >= section.beats - 0.01) break;
      const length = Math.min(n.length, section.beats - beat);
      const chord = chordAt(section, beat);
      const scale = chordScale(chord, key);
      const strong = beat % half < 0.01 || length >= 1;
      const place = (degree: number, bend: number) => {
        const written = along(tonic, degree - 1 + lift, classes) + bend;
        if (bend) return written;
        const pitch = snap(written, scale);
        const over = (tone: number) => (((pitch - tone) % 12) + 12) % 12;
        // A ninth or a sixth may stand on a strong beat, a semitone above a chord tone may not.
        const belongs = chord.tones.some((tone) => over(tone) === 0);
        return strong && !belongs && chord.tones.some((tone) => over(tone) === 1)
          ? snap(pitch, chord.tones, false)
          : pitch;
      };
      const pitch = place(n.degree, n.bend);
      const arch = 0.94 + 0.12 * Math.sin((Math.PI * n.beat) / tune.beats);
      const loud = velocity * arch * (strong ? 1.04 : 0.93) * random.between(0.94, 1.05);
      const next = phrase[i + 1];
      const joined = next !== undefined && Math.abs(next.beat - n.beat - n.length) < 0.01;
      const step = joined ? next.degree - n.degree : 0;
      const whole = { beat, length: length * gate, pitch, velocity: loud, slide: n.slide };
      if (length >= 0.99 && random.chance(vary)) {
        const cut = length > 1.4 ? length - 0.5 : length / 2;
        const toward = Math.abs(step) === 2 ? Math.sign(step) : random.pick([1, 1, -1]);
        if (Math.abs(step) !== 1 && joined) {
          notes.push({ ...whole, length: cut * gate });
          notes.push({
            beat: beat + cut,
            length: (length - cut) * gate,
            pitch: along(pitch, toward, scale),
            velocity: loud * 0.86,
          });
        } else {
          if (beat > 0.1)
            notes.push({
              beat: beat - 0.09,
              length: 0.09,
              pitch: along(pitch, 1, scale),
              velocity: loud * 0.65,
            });
          notes.push(whole);
        }
      } else notes.push(whole);
      below(pitch, chord.tones, scale, options).forEach((under, voice) => {
        notes.push({ ...whole, pitch: under, velocity: loud * (0.82 - 0.05 * voice), slide: false });
      });
    }
  }
  return notes;
}

function below(
  pitch: number,
  tones: readonly number[],
  scale: readonly number[],
  { second }: SingOptions,
): number[] {
  const voices: number[] = [];
  if (second) {
    const under = along(pitch, second === 3 ? -2 : -5, scale);
    voices.push(tones.includes(((under % 12) + 12) % 12) ? under : snap(under, tones, false));
  }
  return voices.filter((voice) => voice < pitch - 2);
}

/** The section behind a leader: chord tones close below each of its notes, as horns are written in block. */
export function block(section: Section, leader: string, voices = 2): Note[] {
  return section.heard(leader).flatMap((note) => {
    const tones = chordAt(section, note.beat).tones.slice(0, 4);
    const under: Note[] = [];
    let pitch = note.pitch - 2;
    for (let voice = 0; voice < voices; voice++) {
      do pitch--;
      while (!tones.includes(pitch % 12));
      under.push({ ...note, pitch, velocity: note.velocity * (0.9 - 0.06 * voice), slide: false });
    }
    return under;
  });
}

/** Time that leans: each phrase (in beats) begins and ends broader and moves on in its middle. Alike for every part. */
export function rubato(notes: readonly Note[], phrase: number, depth = 0.1): Note[] {
  const lean = (beat: number) =>
    beat + ((depth * phrase) / (2 * Math.PI)) * Math.sin((2 * Math.PI * beat) / phrase);
  return notes.map((note) => {
    const beat = lean(note.beat);
    return { ...note, beat, length: lean(note.beat + note.length) - beat };
  });
}
