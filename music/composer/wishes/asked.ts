import type { Mode } from '../writing/progressions.ts';
import { INSTRUMENTS } from './instruments.ts';
import { TRAITS } from './traits.ts';
import type { Effect, Place, Shape, TraitKind, Wish } from './wish.ts';

/** Reason why the house band meets no wish for a voice. */
export const NOBODY_SINGS = 'Nobody sang in this song';
/** Reason why it does not use a word. */
export const UNKNOWN_WORD = 'The house band does not know this word; it never uses names';

/** Beats per minute that music is played at. */
const TEMPO = [20, 300] as const;
/** Instruments that words can add to the band's own. */
const INSTRUMENTS_MAX = 12;

export type InstrumentWish = Extract<Wish, { kind: 'instrument' }>;
type TraitWish = Extract<Wish, { trait: string }>;

/** Result of a description, once wishes that exclude each other are settled. */
export type Asked = Omit<Effect, 'shape' | 'mode'> & {
  bpm?: number;
  key?: string;
  mode?: Mode;
  seconds?: number;
  sung?: boolean;
  shapes: Set<Shape>;
  /** Wishes for one place in the song. */
  places: { place: Place; effect: Effect; amount: number }[];
  players: InstrumentWish[];
  /** Wishes that gave way to another, with the reason. */
  lost: Map<Wish, string>;
  /** Pieces of a kit that were left out as asked, and were there. */
  silenced: Set<Wish>;
};

/**
 * Precedence where two wishes exclude each other: numbers before words, words for the thing itself ('slow',
 * 'busy', 'dry') before what the song is for, that before moods, and moods before eras. Of two of one kind, the first.
 */
const ORDER = 'pace density dynamics energy mode space tone source feel shape use mood era'.split(' ');

/** Main effects of each kind of wish; where an earlier wish contradicts one of them, the wish is lost. */
const MAIN: Partial<Record<TraitKind, readonly (keyof Effect)[]>> = {
  pace: ['pace'],
  feel: ['feel'],
  mode: ['mode'],
  mood: ['mode', 'energy'],
  energy: ['energy'],
  density: ['density'],
  dynamics: ['touch', 'legato'],
  space: ['room'],
  tone: ['bright', 'warmth'],
  source: ['source'],
  era: ['dust', 'drums'],
  use: ['pace'],
};

/** Settles the wishes of a description. */
export function settle(wishes: readonly Wish[]): Asked {
  const asked: Asked = { shapes: new Set(), places: [], players: [], lost: new Map(), silenced: new Set() };
  const said = new Map<keyof Effect, { value: unknown; wish: TraitWish }>();
  const named = new Set<string>();
  for (const wish of wishes) {
    if (wish.kind === 'tempo') {
      if (wish.bpm >= TEMPO[0] && wish.bpm <= TEMPO[1]) asked.bpm ??= wish.bpm;
      else asked.lost.set(wish, `Music is played at ${TEMPO[0]} to ${TEMPO[1]} beats per minute`);
    } else if (wish.kind === 'instrument' && wish.how !== 'without' && wish.how !== 'less') {
      if (named.size < INSTRUMENTS_MAX) named.add(wish.instrument);
      if (named.has(wish.instrument)) asked.players.push(wish);
      else
        asked.lost.set(
          wish,
          `At most ${INSTRUMENTS_MAX} instruments can be asked for, and others were named first`,
        );
    } else if (wish.kind === 'length') asked.seconds ??= wish.seconds;
    else if (wish.kind === 'vocals') asked.sung ??= wish.sung;
    else if (wish.kind === 'instrument') asked.players.push(wish);
    else if (wish.kind === 'key' && !asked.key) Object.assign(asked, { key: wish.key, mode: wish.mode });
  }
  const traits = wishes.filter((wish): wish is TraitWish => 'trait' in wish);
  for (const wish of [...traits].sort((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind))) {
    const { effect } = TRAITS.get(wish.trait)!;
    if (wish.place) {
      asked.places.push({ place: wish.place, effect, amount: wish.amount });
      continue;
    }
    if (effect.shape && wish.amount > 0) asked.shapes.add(effect.shape);
    for (const [name, value] of Object.entries(effect) as [keyof Effect, string | number][]) {
      // 'Not epic' asks for less of it, and for no kind of orchestra.
      if (typeof value !== 'number' && wish.amount < 0) continue;
      const scaled = typeof value === 'number' ? value * wish.amount : value;
      const before = said.get(name);
      if (!before) said.set(name, { value: scaled, wish });
      else if (
        before.wish.kind === wish.kind &&
        MAIN[wish.kind]?.includes(name) &&
        disagree(before.value, scaled)
      )
        asked.lost.set(wish, `“${before.wish.words}” excludes it`);
    }
  }
  for (const [name, { value }] of said)
    if (name !== 'shape' && !(name === 'mode' && asked.key)) Object.assign(asked, { [name]: value });
  if (asked.bpm !== undefined) delete asked.pace;
  return asked;
}

function disagree(one: unknown, other: unknown): boolean {
  return typeof one === 'number' && typeof other === 'number' ? one * other < 0 : one !== other;
}

/** Reasons why the house band cannot meet wishes, as far as known before it plays them. */
export function limitsOf(wishes: readonly Wish[]): Map<Wish, string> {
  const why = new Map(settle(wishes).lost);
  for (const wish of wishes) {
    if (why.has(wish)) continue;
    if (wish.kind === 'unknown') why.set(wish, UNKNOWN_WORD);
    else if (wish.kind === 'instrument' && wish.how !== 'without' && wish.how !== 'less') {
      const { standIn, chip } = INSTRUMENTS.get(wish.instrument)!;
      if (standIn)
        why.set(wish, `The house band has no ${chip.toLowerCase()}; the ${standIn} plays its part`);
    }
  }
  return why;
}
