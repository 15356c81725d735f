import type { Random } from '../random.ts';
import type { Note } from '../score.ts';
import type { Chord, ChordSpan, Key } from './theory.ts';

/** A tune a person could hum: when its notes fall within a phrase, how long they last, how many scale steps from its first. */
export type Theme = {
  beats: number;
  notes: {
    beat: number;
    length: number;
    degree: number;
    velocity: number;
    /** Semitones out of the scale. */
    alter?: number;
    slide?: boolean;
  }[];
  /** A written tune: its degrees count from the tonic instead of from where the phrase begins. */
  written?: boolean;
};

/** A section, as a part uses it to write its notes; beats count from the section's start. */
export type Section = {
  name: string;
  bars: number;
  beatsPerBar: number;
  beats: number;
  /** Number of sections of this kind before it. */
  visit: number;
  /** 0..1, how full the band plays. */
  energy: number;
  key: Key;
  chords: ChordSpan[];
  /** The first chord after this section. */
  next: Chord;
  /** Suffix of the part's name in the form: 'drums:half' gives 'half'; '' if there is none. */
  variant: string;
  /** Name that a listener would use: 'verse', 'hook'. */
  label: string;
  /** Such a name of the section after it; '' after the last. */
  following: string;
  first: boolean;
  /** The song's, for what stays the same from section to section. */
  seed: number;
  random: Random;
  /** Tunes of this song by name; the same for every call. */
  theme(name: string): Theme;
  /** Notes this part or an earlier one wrote in this section, for answering and doubling. */
  heard(part: string): readonly Note[];
  /** Notes this part played last, in the section before, so that voices lead on. */
  memory: Map<string, number[]>;
};

export function chordAt(section: Section, beat: number): Chord {
  return spanAt(section, beat).chord;
}

export function spanAt(section: Section, beat: number): ChordSpan {
  let found = section.chords[0]!;
  for (const span of section.chords) if (span.beat <= beat + 0.001) found = span;
  return found;
}

/** The chord that follows the one at this beat, in the next section if need be. */
export function chordAfter(section: Section, beat: number): Chord {
  const index = section.chords.indexOf(spanAt(section, beat));
  return section.chords[index + 1]?.chord ?? section.next;
}

export type Step = { beat: number; length: number; velocity: number; mark: string };

const STRENGTH: Record<string, number> = { X: 1, x: 0.75, o: 0.42 };

/**
 * Reads a rhythm as drummers write it: one character per grid step, 'X' accent, 'x' stroke, 'o' ghost, '.' rest, '-' the
 * note before lasts on; other letters are strokes too and are passed on as the mark. '|' between bars may be left out;
 * the pattern has `bars` bars and repeats to fill the section.
 */
export function readRhythm(
  pattern: string,
  beatsPerBar: number,
  totalBeats: number,
  bars = pattern.split('|').length,
): Step[] {
  const characters = pattern.replaceAll('|', '').replaceAll(' ', '');
  const grid = (bars * beatsPerBar) / characters.length;
  const steps: Step[] = [];
  const count = Math.round(totalBeats / grid);
  for (let i = 0; i < count; i++) {
    const mark = characters[i % characters.length]!;
    if (mark === '.') continue;
    const last = steps.at(-1);
    if (mark === '-') {
      if (last) last.length = (i + 1) * grid - last.beat;
      continue;
    }
    steps.push({ beat: i * grid, length: grid, velocity: STRENGTH[mark] ?? 0.75, mark });
  }
  return steps;
}
