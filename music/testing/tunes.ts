import { arrange } from '../composer/arranging/arrange.ts';
import type { Take } from '../composer/arranging/form.ts';
import { composeSong } from '../composer/generate.ts';
import { GENRES } from '../composer/genres/table.ts';
import { hash } from '../composer/random.ts';
import { isCymbal } from '../composer/rendering/play-hits.ts';
import { type Note, type Score, secondsAt } from '../composer/score.ts';
import type { World } from '../composer/world.ts';
import { worldNamed } from '../composer/worlds/table.ts';
import { type ChordSpan, parseKey, readChords } from '../composer/writing/theory.ts';

/** A score, how it was arranged, and the chords it was written over, in beats from the start of the song. */
export type Song = { score: Score; world: World; chords: ChordSpan[]; hookChords: string };

/** Composes a song that no words ask for, as the studio orders it. */
export function songOf(genre: string, seed: number, take: Take = 'A', seconds = 120): Song {
  const row = GENRES.get(genre)!;
  const order = { slug: genre, hints: {}, take, seconds, seed: hash(`${seed}/${genre}`) };
  const { world, key } = arrange(worldNamed(row.world), row, order);
  const { score } = composeSong({ genre, seed, take, seconds });
  const { tonic, ...mode } = parseKey(key);
  const lifts = score.sections.findLastIndex(({ name }) => name === 'hook');
  const chords = world.form.flatMap(([, bars, name], i) => {
    const here = { ...mode, tonic: (tonic + (i >= lifts ? (world.lift ?? 0) : 0)) % 12 };
    const spans = readChords(String(world.chords[name]), here, bars, world.beatsPerBar);
    return spans.map((span) => ({ ...span, beat: span.beat + score.sections[i]!.beat }));
  });
  return { score, world, chords, hookChords: String(world.chords.hook ?? world.chords.a) };
}

/** Seconds of silence before the first note or hit. */
export function firstNote(score: Score): number {
  return Math.min(
    ...score.parts.flatMap(({ mix, ...part }) =>
      ('notes' in part ? part.notes : part.hits).map(({ beat }) => secondsAt(score, beat, mix.swing)),
    ),
  );
}

/** The lead's highest notes without grace notes, section by section. */
function tunes({ parts, sections }: Score): { name: string; beat: number; beats: number; notes: Note[] }[] {
  const lead = parts.find(({ name }) => name === 'lead');
  const notes = lead && 'notes' in lead ? lead.notes.filter(({ length }) => length > 0.1) : [];
  return sections.map(({ name, beat, beats }) => ({
    name,
    beat,
    beats,
    notes: notes
      .filter((n) => n.beat >= beat - 0.01 && n.beat < beat + beats - 0.01)
      .sort((a, b) => a.beat - b.beat || b.pitch - a.pitch)
      .filter((n, i, all) => i === 0 || n.beat - all[i - 1]!.beat > 0.05),
  }));
}

/** The first four bars of the first hook (of the first tune, where a form has no hook). */
function hookOf(score: Score): Note[] {
  const played = tunes(score).filter(({ notes }) => notes.length > 0);
  const hook = played.find(({ name }) => name === 'hook') ?? played[0];
  if (!hook) return [];
  return hook.notes
    .map((note) => ({ ...note, beat: note.beat - hook.beat }))
    .filter(({ beat }) => beat < 4 * score.beatsPerBar - 0.01);
}

/** Onsets of the hook's notes, as a text that is the same for the same rhythm. */
export const hookRhythm = (score: Score): string =>
  hookOf(score)
    .map(({ beat }) => Math.round(beat * 12))
    .join(' ');

/** True if two songs have the same hook: one rhythm, and nine of ten steps in the same direction. */
export function sameHook(a: Score, b: Score): boolean {
  if (hookRhythm(a) !== hookRhythm(b)) return false;
  const ways = (score: Score) =>
    hookOf(score).map(({ pitch }, i, all) => Math.sign(pitch - (all[i - 1]?.pitch ?? pitch)));
  const [one, two] = [ways(a), ways(b)];
  return one.filter((way, i) => way === two[i]).length >= 0.9 * one.length;
}

/** Semitones from the lowest to the highest note of the widest hook. */
export function hookRange(score: Score): number {
  const ranges = tunes(score)
    .filter(({ name, notes }) => name === 'hook' && notes.length > 0)
    .map(({ notes }) => Math.max(...notes.map((n) => n.pitch)) - Math.min(...notes.map((n) => n.pitch)));
  return Math.max(0, ...ranges);
}

/** Number of stretches of two bars with a tune that have a beat's rest, and of all of them. */
export function rests(score: Score): [number, number] {
  const span = 2 * score.beatsPerBar;
  let [resting, all] = [0, 0];
  for (const { beat, beats, notes } of tunes(score))
    for (let from = beat; from + span <= beat + beats + 0.01; from += span) {
      const here = notes.filter((n) => n.beat >= from - 0.01 && n.beat < from + span - 0.01);
      if (here.length === 0) continue;
      all++;
      const ends = here.map((n) => n.beat + n.length);
      const gaps = here.map((n, i) => n.beat - (i ? Math.max(...ends.slice(0, i)) : from));
      if (Math.max(...gaps, from + span - Math.max(...ends)) >= 0.95) resting++;
    }
  return [resting, all];
}

/** Number of leaps of more than four semitones that a step back follows, and of all of them. */
export function leaps(score: Score): [number, number] {
  let [answered, all] = [0, 0];
  for (const { notes } of tunes(score))
    for (const [i, note] of notes.entries()) {
      const [before, after] = [notes[i - 1], notes.slice(i + 1).find(({ pitch }) => pitch !== note.pitch)];
      if (!before || !after || after.beat - note.beat - note.length > 2) continue;
      const [leap, step] = [note.pitch - before.pitch, after.pitch - note.pitch];
      if (Math.abs(leap) <= 4 || note.beat - before.beat - before.length > 2) continue;
      all++;
      if (Math.abs(step) <= 2 && Math.sign(step) !== Math.sign(leap)) answered++;
    }
  return [answered, all];
}

/** Number of four-bar phrases with a strong-beat note off the chord that moves on by a step, and of all phrases. */
export function leans({ score, chords }: Song): [number, number] {
  const phrase = 4 * score.beatsPerBar;
  let [leaning, all] = [0, 0];
  for (const { beat, beats, notes } of tunes(score))
    for (let from = beat; from + phrase <= beat + beats + 0.01; from += phrase) {
      const here = notes.filter((n) => n.beat >= from - 0.01 && n.beat < from + phrase - 0.01);
      if (here.length < 4) continue;
      all++;
      const leant = here.some((note, i) => {
        const strong = Math.abs((note.beat - beat) % (score.beatsPerBar === 3 ? 3 : 2)) < 0.3;
        const chord = chords.findLast((span) => span.beat <= note.beat + 0.25)!.chord;
        const next = here.slice(i + 1).find(({ pitch }) => pitch !== note.pitch);
        return (
          strong && !chord.tones.includes(note.pitch % 12) && next && Math.abs(next.pitch - note.pitch) <= 2
        );
      });
      if (leant) leaning++;
    }
  return [leaning, all];
}

/** Likeness of two songs' bands without the tune: the share of players with their instruments that both have. */
export function accompaniment(a: Score, b: Score): number {
  const players = ({ parts }: Score) =>
    new Set(
      parts
        .filter(({ role }) => role !== 'lead')
        .map((p) => `${p.role} ${'kit' in p ? kitId(p.kit) : p.instrument}`),
    );
  const [one, two] = [players(a), players(b)];
  return [...one].filter((player) => two.has(player)).length / new Set([...one, ...two]).size;
}

const kits = new Map<string, number>();
/** A number for each kit, by what strikes its snare, kick and hat. */
const strikes = new Map<unknown, number>();
function kitId(kit: object): number {
  const key = Object.entries(kit)
    .map(([name, { strike, level }]) => {
      if (!strikes.has(strike)) strikes.set(strike, strikes.size);
      return `${name}${strikes.get(strike)}${level}`;
    })
    .join();
  if (!kits.has(key)) kits.set(key, kits.size);
  return kits.get(key)!;
}

/** Bars with drums, those of them with a fill (the hand that keeps time leaves it after half a bar), and those whose kick stops there. */
export function fills({ parts, beats, beatsPerBar }: Score): {
  bars: number;
  fills: number;
  kickless: number;
} {
  const drums = parts.find(({ name }) => name === 'drums');
  const hits = drums && 'hits' in drums ? drums.hits : [];
  const found = { bars: 0, fills: 0, kickless: 0 };
  for (let bar = 0; bar + beatsPerBar < beats - 0.01; bar += beatsPerBar) {
    const half = bar + beatsPerBar / 2 - 0.01;
    const [first, second] = [
      hits.filter(({ beat }) => beat >= bar - 0.01 && beat < half),
      hits.filter(({ beat }) => beat >= half && beat < bar + beatsPerBar - 0.01),
    ];
    if (!first.some(({ piece }) => isCymbal(piece) && piece !== 'crash')) continue;
    found.bars++;
    if (second.length === 0 || second.some(({ piece }) => isCymbal(piece))) continue;
    found.fills++;
    if (!second.some(({ piece }) => piece === 'kick')) found.kickless++;
  }
  return found;
}
