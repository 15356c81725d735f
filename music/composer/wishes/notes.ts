import { createRandom } from '../random.ts';
import type { Hit, Note, Part, Score } from '../score.ts';
import type { Asked, InstrumentWish } from './asked.ts';
import { belongs } from './instruments.ts';
import { isSilent, nameOf, rowsAt } from './players.ts';
import { instrumentOf } from './voices.ts';

/** The instrument of a part as words name it. */
export function playerOf(part: Part): string {
  if ('kit' in part) return part.name === 'drums' ? 'drums' : 'percussion';
  return instrumentOf(part.instrument);
}

/** Plays a composed score as asked: how many notes, how long and how loud; `loud` has a factor for each section. */
export function applyToNotes(score: Score, asked: Asked, loud: readonly number[]): void {
  const { density = 0, legato = 0 } = asked;
  for (const part of score.parts) {
    const random = createRandom(score.seed).fork(`wishes/${part.name}`);
    const wishes = asked.players.filter(
      (wish) =>
        belongs(playerOf(part), nameOf(wish)) || ('kit' in part && belongs(wish.instrument, playerOf(part))),
    );
    const own = wishes.reduce((sum, wish) => sum + densityOf(wish), 0);
    const strength = wishes.reduce(
      (product, { touch }) => product * (touch.includes('heavy') ? 1.2 : touch.includes('soft') ? 0.75 : 1),
      1,
    );
    // The words of a voice decide its notes.
    const full = 'voice' in part && part.voice.singer ? 0 : Math.max(-1, Math.min(1, density + own));
    if ('hits' in part) {
      part.hits = pieces(part.hits, score, asked, wishes);
      part.hits = full < 0 ? thin(part.hits, -full, score, random) : thicken(part.hits, full, random, true);
    } else {
      if (part.role !== 'pad')
        part.notes =
          full < 0 ? thin(part.notes, -full, score, random) : thicken(part.notes, full, random, false);
      if (!part.voice.singer)
        part.notes = tie(part.notes, part.role === 'pad' ? Math.max(0, legato) : legato);
    }
    for (const event of 'hits' in part ? part.hits : part.notes)
      event.velocity = Math.max(
        0.05,
        Math.min(1, event.velocity * strength * factorAt(score, loud, event.beat)),
      );
  }
  score.paces = pacesOf(score, asked);
  const last = lastHook(score);
  if (last && asked.shapes.has('stop')) stop(score, last.beat);
  if (last && asked.shapes.has('key change')) raise(score, last.beat);
  if (asked.shapes.has('fade out')) fade(score, score.beats - FADE_BARS * score.beatsPerBar, score.beats, -1);
  if (asked.shapes.has('fade in')) fade(score, 0, FADE_BARS * score.beatsPerBar, 1);
}

/** Bars of a fade. */
export const FADE_BARS = 8;
/** Point at which a song that slows down begins to, as a share of it. */
export const SLOWS_AT = 0.7;

/** Speedup of a section where words ask for it: a pace of 1 takes a sixth off the time of a beat. */
const PACE = 0.18;

/** Changes of a song's pace: where, and by how much. */
function pacesOf(score: Score, { places, shapes }: Asked): NonNullable<Score['paces']> {
  const sections = sectionsOf(score);
  if (sections.length < 3) return [];
  const way = shapes.has('speed up') ? [1.14, 0.84] : [1, 1];
  return sections.flatMap((section) => {
    const own = places.reduce((product, { place, effect, amount }) => {
      const isThere = effect.pace !== undefined && rowsAt(sections, place).includes(section);
      return isThere ? product * (1 - PACE * Math.max(-1.5, Math.min(1.5, effect.pace! * amount))) : product;
    }, 1);
    const [from, to] = [section.beat, section.beat + section.bars];
    const at = (beat: number) => {
      const x = beat / score.beats;
      const late = shapes.has('slow down') ? 1 + Math.max(0, x - SLOWS_AT) : 1;
      return own * late * (way[0]! + (way[1]! - way[0]!) * x);
    };
    return [[from, at(from)] as const, [to, at(to)] as const];
  });
}

/** The sections of a score, with their length in beats. */
export const sectionsOf = ({ sections }: Score) =>
  sections.map(({ name, beat, beats }) => ({ label: name, bars: beats, beat }));

/** The last hook, if something else comes before it; without one, the last section but one. */
export function lastHook({ sections }: Score) {
  return sections.findLast(({ name }, i) => i > 0 && name === 'hook') ?? sections.at(-2);
}

/** Beats of about a second of silence. */
export const stopBefore = ({ bpm, beatsPerBar }: Score) =>
  Math.max(1, Math.min(beatsPerBar, Math.round(bpm / 65)));

/** Nobody plays for about a second before a beat. */
function stop(score: Score, to: number): void {
  const from = to - stopBefore(score);
  const plays = ({ beat }: Note | Hit) => beat < from - 0.05 || beat >= to - 0.05;
  for (const part of score.parts)
    if ('hits' in part) part.hits = part.hits.filter(plays);
    else
      part.notes = part.notes
        .filter(plays)
        .map((note) =>
          note.beat < to - 0.05 ? { ...note, length: Math.min(note.length, from - note.beat) } : note,
        );
}

/** Everything from a beat on is played a tone higher. */
function raise(score: Score, from: number): void {
  for (const part of score.parts)
    if ('notes' in part) for (const note of part.notes) if (note.beat >= from - 0.05) note.pitch += 2;
}

function densityOf({ how, touch }: InstrumentWish): number {
  return (
    (how === 'more' ? 0.4 : how === 'less' ? -0.4 : how === 'without' ? 0 : 0.15) +
    (touch.includes('heavy') ? 0.35 : 0)
  );
}

function factorAt({ sections }: Score, loud: readonly number[], beat: number): number {
  let at = 0;
  while (at + 1 < sections.length && sections[at + 1]!.beat <= beat + 0.05) at++;
  return loud[at] ?? 1;
}

/** Leaves out what stands between the beats first; strokes that fall together stay or go together. */
function thin<E extends Note | Hit>(
  events: E[],
  amount: number,
  { beatsPerBar }: Score,
  random: ReturnType<typeof createRandom>,
): E[] {
  const kept = new Map<number, boolean>();
  return events.filter(({ beat }) => {
    const at = Math.round(beat * 8) / 8;
    const place = at % beatsPerBar === 0 ? 0 : at % 1 === 0 ? 0.45 : 0.9;
    if (!kept.has(at)) kept.set(at, !random.chance(place * amount));
    return kept.get(at);
  });
}

/** Repeats long strokes in halves, and lets the hands that keep time play between. */
function thicken<E extends Note | Hit>(
  events: E[],
  amount: number,
  random: ReturnType<typeof createRandom>,
  drums: boolean,
): E[] {
  if (amount <= 0) return events;
  const chosen = new Map<number, boolean>();
  const taken = new Set(
    events.map((event) => `${'piece' in event ? event.piece : event.pitch}/${Math.round(event.beat * 4)}`),
  );
  return events.flatMap((event): E[] => {
    const at = Math.round(event.beat * 8);
    if (!chosen.has(at)) chosen.set(at, random.chance(0.65 * amount));
    if (!chosen.get(at)) return [event];
    if ('length' in event) {
      if (event.length < 0.45 || event.length > 4) return [event];
      const half = event.length / 2;
      return [
        { ...event, length: half },
        { ...event, beat: event.beat + half, length: half, velocity: event.velocity * 0.85, slide: false },
      ];
    }
    const key = 'piece' in event ? `${event.piece}/${Math.round((event.beat + 0.25) * 4)}` : '';
    if (!drums || taken.has(key) || ('piece' in event && /^(crash|kick|swell|left|right)$/.test(event.piece)))
      return [event];
    return [event, { ...event, beat: event.beat + 0.25, velocity: event.velocity * 0.55 }];
  });
}

/** Shortens notes, or holds them towards the next one. */
function tie(notes: Note[], legato: number): Note[] {
  if (legato === 0) return notes;
  if (legato < 0)
    return notes.map((note) => ({
      ...note,
      length: Math.max(0.08, note.length * (1 + 0.65 * Math.max(-1, legato))),
    }));
  const beats = [...new Set(notes.map(({ beat }) => Math.round(beat * 8) / 8))].sort((a, b) => a - b);
  const next = new Map(beats.map((beat, i) => [beat, beats[i + 1] ?? beat]));
  return notes.map((note) => {
    const room = Math.min(3, next.get(Math.round(note.beat * 8) / 8)! - note.beat - note.length);
    return room > 0.02 ? { ...note, length: note.length + Math.min(1, legato) * room } : note;
  });
}

/** Pieces of a kit that a wish may name apart. */
export const PIECES: Readonly<Record<string, RegExp>> = {
  kick: /^kick$/,
  snare: /^(snare|body|rim)$/,
  cymbals: /^(hat|open|pedal|ride|crash|swell|bell|sweep)$/,
  toms: /^(tom|tomLow|tomHigh)$/,
  shaker: /^(shaker|cabasa)$/,
  tambourine: /^tambourine$/,
  claps: /^clap$/,
  cowbell: /^(cowbell|block|agogo|agogoHigh)$/,
  castanets: /^castanets$/,
  triangle: /^triangle$/,
  timpani: /^timpani$/,
  gong: /^gong$/,
  percussion:
    /^(conga|tumba|slap|bongo|timbale|guiro|shaker|cabasa|tambourine|cowbell|agogo|agogoHigh|clave|block|triangle|clap|castanets|timpani|gong)$/,
};

export type Event = Note | Hit;

/** The notes and strokes of an instrument, or of a piece of the kit, by the name that words give it. */
export const playedBy = ({ parts }: Score, name: string): Event[] =>
  parts.flatMap((part): Event[] => {
    if ('notes' in part) return belongs(playerOf(part), name) ? part.notes : [];
    if (name === 'drums') return playerOf(part) === name ? part.hits : [];
    return part.hits.filter(({ piece }) => PIECES[name]?.test(piece));
  });

/** Leaves out pieces that are not wanted, strikes those that are, and stirs with brushes. */
function pieces(
  hits: Hit[],
  score: Score,
  { players, silenced }: Asked,
  own: readonly InstrumentWish[],
): Hit[] {
  let left = hits;
  const sections = sectionsOf(score);
  const only = players.filter(({ how, place }) => how === 'only' && !place);
  if (only.length && only.every(({ instrument }) => instrument in PIECES))
    left = left.filter(({ piece }) => only.some(({ instrument }) => PIECES[instrument]!.test(piece)));
  for (const wish of players) {
    const { instrument, how } = wish;
    const named = PIECES[instrument];
    if (!named) continue;
    if (how === 'without' || how === 'less') {
      if (left.some(({ piece }) => named.test(piece))) silenced.add(wish);
    }
    // 'No percussion except a shaker': the narrower word counts.
    const isKept = (piece: string) =>
      players.some(
        (other) =>
          other.how !== 'without' &&
          other.instrument !== instrument &&
          belongs(other.instrument, instrument) &&
          PIECES[other.instrument]?.test(piece),
      );
    left = left.filter(({ piece, beat }) => {
      const section = sections.findLast((one) => one.beat <= beat + 0.05) ?? sections[0]!;
      return !named.test(piece) || isKept(piece) || !isSilent(wish, sections, section);
    });
    if (how !== 'without')
      left = left.map((hit) =>
        named.test(hit.piece) ? { ...hit, velocity: hit.velocity * (how === 'less' ? 0.6 : 1.25) } : hit,
      );
  }
  if (!own.some(({ touch }) => touch.includes('brushed'))) return left;
  return left
    .filter(({ piece }) => !/^(crash|clap)$/.test(piece))
    .map((hit) => ({ ...hit, velocity: hit.velocity * 0.7 }));
}

function fade(score: Score, from: number, to: number, way: 1 | -1): void {
  for (const part of score.parts)
    for (const event of 'hits' in part ? part.hits : part.notes) {
      if (event.beat < from || event.beat > to) continue;
      const x = (event.beat - from) / (to - from);
      event.velocity *= Math.max(0.12, way > 0 ? x : 1 - x);
    }
}
