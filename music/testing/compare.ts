import type { Score } from '../composer/score.ts';
import { likeness, onsets } from '../composer/writing/themes.ts';
import { parseKey } from '../composer/writing/theory.ts';

/** Differences between two takes of a song. */
type Difference = {
  /** Of the slower tempo, 0.06 is 6 %. */
  tempo: number;
  /** Semitones between the tonics, 0 to 6. */
  key: number;
  /** Share of drum hits that fall on the same piece and step of the bar, 0..1. */
  drums: number;
  /** Share of entries (a part that begins to play in a stretch of four bars) that only one of them has, 0..1. */
  entries: number;
  /** The instrument that plays most of the tune in each. */
  leads: [string, string];
};

/** Compares two scores. */
export function compareTakes(a: Score, b: Score): Difference {
  const steps = Math.abs(tonic(a) - tonic(b));
  return {
    tempo: Math.max(a.bpm, b.bpm) / Math.min(a.bpm, b.bpm) - 1,
    key: Math.min(steps, 12 - steps),
    drums: overlap(drumSteps(a), drumSteps(b)),
    entries: 1 - jaccard(entriesOf(a), entriesOf(b)),
    leads: [leadOf(a), leadOf(b)],
  };
}

function tonic(score: Score): number {
  return parseKey(score.key).tonic;
}

/** Strokes of each piece on each sixteenth of the bar. */
function drumSteps(score: Score): Map<string, number> {
  const counts = new Map<string, number>();
  for (const part of score.parts) {
    if (!('hits' in part)) continue;
    for (const { beat, piece } of part.hits) {
      const step = `${piece}/${Math.round((beat % score.beatsPerBar) * 4)}`;
      counts.set(step, (counts.get(step) ?? 0) + 1);
    }
  }
  return counts;
}

function overlap(a: Map<string, number>, b: Map<string, number>): number {
  const sum = (counts: Map<string, number>) => [...counts.values()].reduce((total, n) => total + n, 0);
  const [totalA, totalB] = [sum(a), sum(b)];
  if (totalA === 0 || totalB === 0) return 0;
  let shared = 0;
  for (const [step, count] of a) shared += Math.min(count / totalA, (b.get(step) ?? 0) / totalB);
  return shared;
}

/** Entries of the parts, in stretches of four bars. */
function entriesOf(score: Score): Set<string> {
  const entries = new Set<string>();
  const stretch = 4 * score.beatsPerBar;
  for (const part of score.parts) {
    const events = 'hits' in part ? part.hits : part.notes;
    const heard = new Set(events.map(({ beat }) => Math.floor((beat + 0.3) / stretch)));
    for (const at of heard) if (!heard.has(at - 1)) entries.add(`${part.name}/${at}`);
  }
  return entries;
}

function jaccard(a: Set<string>, b: Set<string>): number {
  const shared = [...a].filter((entry) => b.has(entry)).length;
  return shared / Math.max(1, a.size + b.size - shared);
}

/** The instrument whose lead notes sound longest. */
function leadOf(score: Score): string {
  const seconds = new Map<string, number>();
  for (const part of score.parts) {
    if (part.role !== 'lead' || !('notes' in part)) continue;
    const sum = part.notes.reduce((total, note) => total + note.length, 0);
    seconds.set(part.instrument, (seconds.get(part.instrument) ?? 0) + sum);
  }
  return [...seconds].sort((x, y) => y[1] - x[1])[0]?.[0] ?? '';
}

/** The lead's notes in all sections of a kind, and how many bars those have. */
export function leadIn({ parts, sections, beatsPerBar }: Score, kind: string) {
  const lead = parts.find(({ name }) => name === 'lead');
  const inside = sections.filter(({ name }) => name === kind);
  const notes = (lead && 'notes' in lead ? lead.notes : []).filter(({ beat }) =>
    inside.some((s) => beat >= s.beat - 0.01 && beat < s.beat + s.beats - 0.01),
  );
  return { notes, bars: inside.reduce((sum, { beats }) => sum + beats / beatsPerBar, 0) };
}

/** Likeness of the lead's rhythms in verse and hook, 0..1; NaN where it plays only one of them. */
export function verseAgainstHook(score: Score): number {
  const phrase = 2 * score.beatsPerBar;
  const [verse, hook] = [leadIn(score, 'verse').notes, leadIn(score, 'hook').notes];
  if (verse.length === 0 || hook.length === 0) return Number.NaN;
  return likeness(onsets(verse, phrase), onsets(hook, phrase));
}
