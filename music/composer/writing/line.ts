import type { Chord } from './theory.ts';

/** A note of a phrase before its pitch is settled. */
export type Wanted = {
  length: number;
  /** Pitch that the theme wants. */
  pitch: number;
  chord: Chord;
  /** The chord that it is held into, or the same. */
  later: Chord;
  /** Pitch classes to choose from where it need not belong to the chord. */
  scale: readonly number[];
  /** Pitch classes that it has to be one of; all of the scale without. */
  tones?: readonly number[];
  /** May lean on a strong beat: a tone off the chord that steps into it. */
  leans: boolean;
};

type Limits = {
  /** Lowest and highest pitch, an octave apart or more. */
  low: number;
  high: number;
  /** The pitch before the phrase, unless a breath lies between. */
  before?: number | undefined;
  /** True if one note of the phrase should lean on its chord. */
  lean: boolean;
};

/** A way to a note: its pitch, the direction of a leap that is not answered yet, and what it has cost. */
type Way = { pitch: number; leap: number; cost: number; from: Way | undefined };

/** Semitones from which an interval is a leap. */
const LEAP = 5;

/** Cost of a note that rubs with its chord and is no passing one. */
const RUB = 7;

const isIn = (classes: readonly number[], pitch: number) => classes.includes(((pitch % 12) + 12) % 12);

/** True a semitone from a tone of the chord: the root rubs with a major seventh, a minor third with the ninth. */
const rubs = ({ tones }: Chord, pitch: number) => isIn(tones, pitch + 1) || isIn(tones, pitch - 1);

/**
 * Settles the pitches of a phrase: as near to the theme as its chords allow, in steps rather than leaps, a step back
 * after each leap, and, where it is asked for, one note that leans on its chord and resolves.
 */
export function settleLine(notes: readonly Wanted[], limits: Limits): { pitches: number[]; leant: boolean } {
  const leaning = notes.flatMap(({ leans }, i) => (limits.lean && leans && i < notes.length - 1 ? [i] : []));
  const best = leaning.reduce<Way | undefined>(
    (found, i) => cheaper(found, search(notes, limits, i)),
    undefined,
  );
  const end = best ?? search(notes, limits)!;
  const pitches: number[] = [];
  for (let way: Way | undefined = end; way && pitches.length < notes.length; way = way.from)
    pitches.unshift(way.pitch);
  return { pitches, leant: best !== undefined };
}

const cheaper = (one: Way | undefined, other: Way | undefined) =>
  one && (!other || one.cost <= other.cost) ? one : other;

/** The cheapest way through a phrase in which the note `leaning` leans; undefined if there is none. */
function search(notes: readonly Wanted[], limits: Limits, leaning = -1): Way | undefined {
  const { before } = limits;
  let ways: Way[] = before === undefined ? [] : [{ pitch: before, leap: 0, cost: 0, from: undefined }];
  for (const [i, note] of notes.entries()) {
    const next = new Map<number, Way>();
    const resolves = leaning >= 0 && i - 1 === leaning;
    const heart = Math.max(limits.low, Math.min(limits.high, note.pitch));
    for (const pitch of candidates(note, limits, i === leaning)) {
      if (resolves && !isIn(note.chord.tones, pitch)) continue;
      const rubbing = note.length >= 0.3 && (rubs(note.chord, pitch) || rubs(note.later, pitch));
      const strange = 0.6 * Math.abs(pitch - heart) + (rubbing ? RUB : 0);
      const wanted = i > 0 ? note.pitch - notes[i - 1]!.pitch : undefined;
      for (const from of ways.length ? ways : [undefined]) {
        const moved = from ? pitch - from.pitch : 0;
        if (resolves && (moved === 0 || Math.abs(moved) > 2)) continue;
        const cost = (from?.cost ?? 0) + strange + (from ? costOf(moved, from.leap, wanted) : 0);
        const leap = Math.abs(moved) >= LEAP ? Math.sign(moved) : moved === 0 ? (from?.leap ?? 0) : 0;
        const key = 3 * pitch + leap;
        if (cost < (next.get(key)?.cost ?? Number.POSITIVE_INFINITY))
          next.set(key, { pitch, leap, cost, from });
      }
    }
    if (next.size === 0) return undefined;
    ways = [...next.values()];
  }
  return ways.reduce<Way | undefined>(cheaper, undefined);
}

function candidates(
  { chord, scale, tones = scale }: Wanted,
  { low, high }: Limits,
  leans: boolean,
): number[] {
  const all = Array.from({ length: high - low + 1 }, (_, i) => low + i);
  return all.filter((p) =>
    leans ? isIn(scale, p) && !isIn(chord.tones, p) && !rubs(chord, p) : isIn(tones, p),
  );
}

/** Cost of a move of so many semitones after a leap (its direction, or 0) where the theme wants another. */
function costOf(moved: number, leap: number, wanted: number | undefined): number {
  const size = Math.abs(moved);
  const answers = moved === 0 || (size <= 2 && Math.sign(moved) === -leap);
  return (
    (leap && !answers ? 6 : 0) +
    (size > 9 ? 4 : size >= LEAP ? 0.7 : 0) +
    (wanted !== undefined && Math.sign(moved) !== Math.sign(wanted) ? 2 : 0)
  );
}
