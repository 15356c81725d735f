import type { Note } from '../score.ts';
import { chordAt, readRhythm, type Section } from './section.ts';
import { type Chord, nearest, voiceChord } from './theory.ts';

export type VoicingOptions = {
  /** MIDI pitch the hand hovers over. */
  center?: number;
  size?: number;
  rootless?: boolean;
  open?: boolean;
  /** Velocity of a normal stroke. */
  velocity?: number;
};

/** Voicings of a section's chords, each led from the one before, across section borders too. */
export function voicings(section: Section, options: VoicingOptions = {}): Map<Chord, number[]> {
  const result = new Map<Chord, number[]>();
  const slot = `voicing/${options.center ?? 60}/${options.size ?? 4}`;
  let before = section.memory.get(slot) ?? null;
  for (const { chord } of section.chords) {
    before = voiceChord(chord, before, options);
    result.set(chord, before);
  }
  if (before) section.memory.set(slot, before);
  return result;
}

/** Sustained chords; tones that two chords share are held over the change. */
export function pad(section: Section, options: VoicingOptions = {}): Note[] {
  const { velocity = 0.6 } = options;
  const voiced = voicings(section, options);
  const notes: Note[] = [];
  const open = new Map<number, Note>();
  for (const { beat, beats, chord } of section.chords) {
    const pitches = voiced.get(chord)!;
    for (const pitch of [...open.keys()]) if (!pitches.includes(pitch)) open.delete(pitch);
    for (const pitch of pitches) {
      const held = open.get(pitch);
      // A tone is renewed after two bars: no bow or breath lasts for ever.
      if (held && beat - held.beat < section.beatsPerBar * 2 - 0.01) held.length = beat + beats - held.beat;
      else {
        const note = { beat, length: beats, pitch, velocity: velocity * section.random.between(0.9, 1.08) };
        notes.push(note);
        open.set(pitch, note);
      }
    }
  }
  return notes;
}

/**
 * Chords in a rhythm ('X..x..o-'). `strum` spreads the notes, in beats, and alternates direction on off-beats; `split`
 * plays the lowest voice on 'B' marks and the rest on others, as a guitarist's thumb and fingers.
 */
export function comp(
  section: Section,
  pattern: string | readonly string[],
  options: VoicingOptions & { strum?: number; split?: boolean; short?: number; anticipate?: boolean } = {},
): Note[] {
  const { velocity = 0.7, strum = 0, split = false, short, anticipate = false } = options;
  const text = typeof pattern === 'string' ? pattern : section.random.pick(pattern);
  const voiced = voicings(section, options);
  const notes: Note[] = [];
  for (const step of readRhythm(text, section.beatsPerBar, section.beats)) {
    // A stroke just before a change already belongs to the new chord.
    const early = anticipate && step.beat % 1 >= 0.5 ? 0.5 : 0;
    const last = section.chords.at(-1)!;
    const chord =
      step.beat + early >= last.beat + last.beats ? last.chord : chordAt(section, step.beat + early);
    let pitches = voiced.get(chord)!;
    if (split)
      pitches =
        step.mark === 'B'
          ? [nearest(chord.bass, (options.center ?? 60) - 14)]
          : pitches.slice(step.mark === 'o' ? 1 : 0);
    const down = step.beat % 1 < 0.01;
    for (const [i, pitch] of pitches.entries()) {
      const order = down ? i : pitches.length - 1 - i;
      notes.push({
        beat: step.beat + strum * order,
        length: (short ?? step.length * 0.94) - strum * order,
        pitch,
        velocity:
          velocity *
          (step.velocity / 0.75) *
          section.random.between(0.88, 1.06) *
          (i === pitches.length - 1 ? 1.05 : 0.95),
      });
    }
  }
  return notes;
}

/** Chord tones one after the other: `order` indexes the voicing, continuing an octave higher past its end. */
export function arpeggio(
  section: Section,
  order: readonly number[],
  options: VoicingOptions & { rate?: number; gate?: number; rhythm?: string } = {},
): Note[] {
  const { rate = 0.5, gate = 0.9, velocity = 0.6, rhythm } = options;
  const voiced = voicings(section, options);
  const steps = rhythm
    ? readRhythm(rhythm, section.beatsPerBar, section.beats)
    : Array.from({ length: Math.round(section.beats / rate) }, (_, i) => ({
        beat: i * rate,
        length: rate,
        velocity: i % 2 ? 0.65 : 0.78,
      }));
  return steps.map((step, i) => {
    const pitches = voiced.get(chordAt(section, step.beat))!;
    const index = order[i % order.length]!;
    const octave = Math.floor(index / pitches.length);
    const pitch = pitches[((index % pitches.length) + pitches.length) % pitches.length]! + 12 * octave;
    // The line breathes: a slow swell over two bars.
    const swell = 0.88 + 0.12 * Math.sin((2 * Math.PI * step.beat) / (section.beatsPerBar * 2));
    return {
      beat: step.beat,
      length: step.length * gate,
      pitch,
      velocity: velocity * (step.velocity / 0.75) * swell * section.random.between(0.9, 1.06),
    };
  });
}

/** One chord tone here and there, for bells and harps: `density` notes per bar, rolled chords when `roll` is given. */
export function sparkle(
  section: Section,
  { center = 84, density = 2, velocity = 0.5, grid = 0.5 } = {},
): Note[] {
  const notes: Note[] = [];
  const slots = Math.round(section.beatsPerBar / grid);
  for (let bar = 0; bar < section.bars; bar++) {
    for (let n = 0; n < density; n++) {
      if (section.random.chance(0.18)) continue;
      const beat = bar * section.beatsPerBar + section.random.whole(0, slots - 1) * grid;
      const { tones } = chordAt(section, beat);
      const pitch = nearest(section.random.pick(tones), center + section.random.whole(-7, 7));
      notes.push({
        beat,
        length: section.beatsPerBar,
        pitch,
        velocity: velocity * section.random.between(0.6, 1.1),
      });
    }
  }
  return notes;
}

/** A rolled chord at each change, from the bottom up: harp, piano, guitar. `spread` in beats between tones. */
export function roll(section: Section, options: VoicingOptions & { spread?: number } = {}): Note[] {
  const { spread = 0.12, velocity = 0.6 } = options;
  const voiced = voicings(section, options);
  return section.chords.flatMap(({ beat, beats, chord }) =>
    voiced.get(chord)!.map((pitch, i) => ({
      beat: beat + i * spread,
      length: beats - i * spread,
      pitch,
      velocity: velocity * (0.85 + 0.06 * i) * section.random.between(0.92, 1.05),
    })),
  );
}
