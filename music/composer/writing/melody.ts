import type { Random } from '../random.ts';
import type { Note } from '../score.ts';
import { settleLine, type Wanted } from './line.ts';
import { chordAt, type Section, type Theme } from './section.ts';
import { step as along, type Chord, chordScale, nearest, snap } from './theory.ts';

/** Variations of a theme on its way through a song. */
export type Turn = 'state' | 'answer' | 'invert' | 'lift' | 'thin' | 'develop' | 'return' | 'rest';

export type MelodyOptions = {
  /** MIDI pitch the tune circles around. */
  center?: number;
  velocity?: number;
  gate?: number;
  /** Share of notes decorated by a quick note from above or below. */
  ornaments?: number;
  /** Slides into notes that follow closely. */
  slides?: boolean;
  /** Doubles the tune a third or a sixth below, in the scale. */
  harmony?: boolean;
};

/** Plays a theme through a plan of turns, one per phrase ('state answer state return'), repeated to fill the section. */
export function melody(section: Section, theme: Theme, plan: string, options: MelodyOptions = {}): Note[] {
  const {
    center = 72,
    velocity = 0.75,
    gate = 0.95,
    ornaments = 0.06,
    slides = false,
    harmony = false,
  } = options;
  const { random, beatsPerBar } = section;
  const turns = plan.trim().split(/\s+/) as Turn[];
  const notes: Note[] = [];
  const phrases = Math.ceil(section.beats / theme.beats);
  const limits = { low: center - SPAN, high: center + SPAN };
  let leantAt = Number.NEGATIVE_INFINITY;
  let last: Note | undefined;
  for (let p = 0; p < phrases; p++) {
    const turn = turns[p % turns.length]!;
    if (turn === 'rest') continue;
    const start = p * theme.beats;
    const anchor = theme.written
      ? tonicOf(section, theme, center)
      : anchorOf(section, start, theme, center, turn);
    const phrase = breathing(vary(theme, turn, random), theme.beats, turn, random)
      .map((n) => ({ ...n, beat: start + n.beat }))
      .filter(({ beat }) => beat < section.beats - 0.01);
    if (phrase.length === 0) continue;
    const wanted = phrase.map(({ beat, length, degree, alter = 0 }, i): Wanted => {
      const chord = chordAt(section, beat);
      const scale = chordScale(chord, section.key);
      const pitch = theme.written
        ? writtenPitch(section, anchor, degree) + alter
        : along(anchor, degree, scale);
      const onBeat = beat % (beatsPerBar === 3 ? 3 : 2) < 0.01;
      const final = i === phrase.length - 1;
      // An answer comes home: to the root or third of its chord.
      const home = final && (turn === 'answer' || turn === 'return');
      const firm = home ? chord.tones.slice(0, 2) : strongTones(chord, scale, theme);
      const tones = alter ? [pitch % 12] : firm;
      return {
        length,
        pitch,
        chord,
        later: chordAt(section, beat + 0.6 * length),
        scale,
        ...(alter || final || onBeat || length >= 1 ? { tones } : {}),
        leans: onBeat && !alter && (phrase[i + 1]?.beat ?? Number.POSITIVE_INFINITY) - beat <= 3,
      };
    });
    const near = last !== undefined && phrase[0]!.beat - last.beat - last.length <= 2;
    const { pitches, leant } = settleLine(wanted, {
      ...limits,
      before: near ? last!.pitch : undefined,
      lean: phrase.length > 2 && start - leantAt >= 4 * beatsPerBar - 0.01,
    });
    if (leant) leantAt = start;
    let before: number | undefined;
    for (const [i, n] of phrase.entries()) {
      const { beat } = n;
      const length = Math.min(n.length, section.beats - beat);
      const { chord, scale } = wanted[i]!;
      const pitch = pitches[i]!;
      const loud =
        velocity *
        (0.75 + 0.33 * n.velocity) *
        (0.94 + 0.1 * Math.sin((Math.PI * (beat - start)) / theme.beats)) *
        random.between(0.93, 1.05);
      const close = slides && before !== undefined && Math.abs(pitch - before) <= 5;
      const slide = n.slide || (close && random.chance(0.4));
      if (ornaments > 0 && length >= 0.75 && random.chance(ornaments)) {
        const grace = along(pitch, random.pick([-1, 1]), scale);
        notes.push({
          beat: Math.max(beat - 0.06, 0),
          length: 0.07,
          pitch: grace,
          velocity: loud * 0.7,
        });
      }
      last = { beat, length: length * gate, pitch, velocity: loud, slide };
      notes.push(last);
      if (harmony && length >= 0.5) {
        const below = along(pitch, -2, scale);
        const fitted =
          wanted[i]!.tones && !chord.tones.includes(((below % 12) + 12) % 12)
            ? snap(below, chord.tones, false)
            : below;
        if (pitch - fitted > 2)
          notes.push({ beat, length: length * gate, pitch: fitted, velocity: loud * 0.7 });
      }
      before = pitch;
    }
  }
  return notes;
}

/** Semitones that a tune keeps to above and below its middle. */
const SPAN = 7;

/** Shortens a phrase's last note, so that it ends with a beat's rest where there is room for one. */
function breathing(notes: Theme['notes'], beats: number, turn: Turn, random: Random): Theme['notes'] {
  const last = notes.at(-1)!;
  const held = (turn === 'state' || turn === 'develop' || turn === 'invert') && random.chance(0.4);
  const room = beats - 1.02 - last.beat;
  if (!held && room >= 0.45) last.length = Math.min(last.length, room);
  return notes;
}

/** Tones allowed on a strong beat: those of the chord; in a written tune, a ninth or a sixth that does not rub, too. */
function strongTones({ tones }: Chord, scale: readonly number[], { written }: Theme): readonly number[] {
  if (!written) return tones;
  const rubs = (pitchClass: number) => tones.some((tone) => [1, 11].includes((pitchClass - tone + 12) % 12));
  return scale.filter((pitchClass) => tones.includes(pitchClass) || !rubs(pitchClass));
}

/** Start of a phrase: a chord tone near the center, so that the whole contour lies well. */
function anchorOf(section: Section, beat: number, theme: Theme, center: number, turn: Turn): number {
  const degrees = theme.notes.map((n) => n.degree);
  const middle = (Math.max(...degrees) + Math.min(...degrees)) / 2;
  const shift = turn === 'lift' ? 4 : turn === 'answer' ? -2 : turn === 'invert' ? 3 : 0;
  return snap(Math.round(center - middle * 1.7 + shift), chordAt(section, beat).tones);
}

/** The tonic near which a written tune lies best. */
function tonicOf({ key }: Section, { notes }: Theme, center: number): number {
  const middle = notes.reduce((sum, n) => sum + n.degree, 0) / notes.length;
  return nearest(key.tonic, Math.round(center - (middle - 1) * 1.72));
}

/** A written note in the key's scale. */
function writtenPitch({ key }: Section, tonic: number, degree: number): number {
  return along(
    tonic,
    degree - 1,
    key.scale.map((s) => (s + key.tonic) % 12),
  );
}

function vary(theme: Theme, turn: Turn, random: Random): Theme['notes'] {
  const notes = theme.notes.map((n) => ({ ...n }));
  const last = notes.at(-1)!;
  switch (turn) {
    case 'answer':
      for (const n of notes.slice(Math.ceil(notes.length / 2))) n.degree -= 1;
      last.degree -= 1;
      return notes;
    case 'invert': {
      // Around its first note, where the tune is a written one.
      const axis = theme.written ? 2 * notes[0]!.degree : 0;
      return notes.map((n) => ({ ...n, degree: axis - n.degree }));
    }
    case 'lift':
      return theme.written ? notes.map((n) => ({ ...n, degree: n.degree + 2 })) : notes;
    case 'thin': {
      const kept = notes.filter((n, i) => i === 0 || n.velocity > 0.9 || i % 2 === 0);
      for (const [i, n] of kept.entries()) n.length = (kept[i + 1]?.beat ?? theme.beats) - n.beat;
      return kept;
    }
    case 'develop': {
      // The head of the tune in sequence, a step higher each time.
      const head = notes.filter((n) => n.beat < theme.beats / 2);
      const climb = random.pick([1, 1, -1, 2]);
      return [
        ...head,
        ...head.map((n) => ({ ...n, beat: n.beat + theme.beats / 2, degree: n.degree + climb })),
      ];
    }
    case 'return': {
      const long = notes.findIndex((n) => n.length >= 1);
      if (long > 0) {
        const n = notes[long]!;
        const half = n.length / 2;
        notes.splice(
          long,
          1,
          { ...n, length: half },
          { ...n, beat: n.beat + half, length: half, degree: n.degree + 1, velocity: n.velocity * 0.85 },
        );
      }
      return notes;
    }
    default:
      return notes;
  }
}

/** Answers another part: the head of its theme, moved into the gap at the phrase's end, wherever that part is silent. */
export function answer(section: Section, to: string, theme: Theme, options: MelodyOptions = {}): Note[] {
  const onsets = section.heard(to);
  const busy = (beat: number) =>
    onsets.some((n) => n.beat < beat + 0.6 && n.beat + Math.min(n.length, 0.75) > beat - 0.1);
  const last = theme.notes.at(-1)!.beat;
  const start = Math.min(Math.ceil(last + 0.75), theme.beats - 1.5);
  const head = theme.notes.slice(0, 4).map((n) => ({ ...n, beat: n.beat - theme.notes[0]!.beat + start }));
  const figure: Theme = { ...theme, notes: head.filter((n) => n.beat < theme.beats - 0.2) };
  const plan = 'state invert lift answer';
  return melody(section, figure, plan, { velocity: 0.62, ...options }).filter((n) => !busy(n.beat));
}
