import { GENRES } from '../genres/table.ts';
import { chipOf } from './chips.ts';
import { INSTRUMENTS } from './instruments.ts';
import {
  type Entry,
  LONGEST_PHRASE,
  meaningOf,
  type Operator,
  type Token,
  tokenize,
  touchOf,
} from './lexicon.ts';
import { readNumber } from './numbers.ts';
import { TRAITS } from './traits.ts';
import type { How, Meaning, Place, Span, Touch, Wish } from './wish.ts';

/** Wishes kept of one description. */
const MOST = 60;

/** A wish without its chip, which is written last. */
type Draft = Meaning & { words: string; at: number };

/** What the words so far mean for the next ones. */
type State = {
  tokens: readonly Token[];
  drafts: Draft[];
  /** 'no drums or bass': holds until the list ends. */
  no: boolean;
  only: boolean;
  how: How | undefined;
  scale: number;
  too: boolean;
  place: Place | undefined;
  /** Whether only 'then' and the like say the place, so that the next name of a place counts more. */
  isImplied: boolean;
  /** Drafts before the place was named. */
  placed: number;
  touch: { touch: Touch; at: number }[];
  /** Whether names of people may follow ('like', 'for'). */
  naming: 'like' | 'for' | undefined;
  /** The operator that the next wish's words begin with. */
  said: number | undefined;
  /** Where an adjective after 'is' or 'are' ended. */
  linked: number;
  /** Index of the token after the last wish, and the first draft of its phrase. */
  after: number;
  phrase: number;
  /** The first draft of the list that the last one belongs to. */
  list: number;
};

/**
 * Reads a description into wishes, in the order of its words; those it does not understand come as 'unknown', names of
 * people among them. Time grows linearly with the text, of which the first 2,000 characters count. A genre puts a
 * number of beats into the chip of a slow or fast song.
 */
export function readWishes(text: string, genre?: string): Wish[] {
  const tokens = tokenize(text);
  const state: State = {
    tokens,
    drafts: [],
    no: false,
    only: false,
    how: undefined,
    scale: 1,
    too: false,
    place: undefined,
    isImplied: false,
    placed: 0,
    touch: [],
    naming: undefined,
    said: undefined,
    linked: -1,
    after: 0,
    phrase: 0,
    list: 0,
  };
  for (let at = 0; at < tokens.length; ) at += take(state, at);
  mayAccompany(state.drafts);
  const tempo = genre === undefined ? undefined : GENRES.get(genre)?.tempo;
  return distinct(state.drafts)
    .slice(0, MOST)
    .map(({ at: _, ...draft }) => ({ chip: chipOf(draft, tempo), ...draft }));
}

/** Reads what stands at a token; returns how many tokens that took. */
function take(state: State, at: number): number {
  const { tokens } = state;
  const token = tokens[at]!;
  if (token.gap) pause(state, at);
  const name = nameAt(state, at);
  if (name) return add(state, at, name, { kind: 'unknown' });
  const number = readNumber(tokens, at);
  if (number) return add(state, at, number.length, number.wish);
  const [length, entry] = longest(tokens, at);
  const touch = touchOf(token.word);
  if (touch && length <= 1) {
    if (state.drafts.at(-1)?.kind === 'instrument' && isSaidOf(state, at)) return touchLast(state, touch, at);
    if (isAdjective(state, at)) {
      state.touch.push({ touch, at });
      return 1;
    }
  }
  if (!entry) return unknown(state, at);
  const spanned = entry.is === 'instrument' ? 0 : spans(state, entry, at, length);
  if (spanned) return spanned;
  if (entry.is === 'operator' && isStray(entry.name, token.word)) return unknown(state, at);
  if (entry.is === 'operator') operate(state, entry.name, at, length);
  else if (
    entry.is === 'place' &&
    token.word === 'from' &&
    !tokens.slice(at, at + 8).some(({ word }) => /^(in)?to$/.test(word))
  )
    operate(state, 'for', at, length);
  else if (entry.is === 'place') goTo(state, entry, at, length);
  else if (entry.is === 'vocals') add(state, at, length, { kind: 'vocals', sung: entry.sung !== state.no });
  else if (entry.is === 'instrument') call(state, entry.name, at, length);
  else describe(state, entry.name, at, length);
  return length;
}

function longest(tokens: readonly Token[], at: number): [number, Entry | undefined] {
  let words = 1;
  while (words < LONGEST_PHRASE && tokens[at + words] && !tokens[at + words]!.gap) words++;
  for (; words > 0; words--) {
    const entry = meaningOf(
      tokens
        .slice(at, at + words)
        .map(({ word }) => word)
        .join(' '),
    );
    if (entry) return [words, entry];
  }
  return [1, undefined];
}

function add(state: State, at: number, length: number, meaning: Meaning): number {
  const first = state.touch[0]?.at ?? at;
  const words = textOf(state.tokens, state.said ?? first, at + length);
  state.said = undefined;
  if (state.after !== first) state.phrase = state.drafts.length;
  if (!isList(state, first)) state.list = state.drafts.length;
  state.drafts.push({ ...meaning, words, at });
  state.after = at + length;
  state.touch = [];
  state.scale = 1;
  state.too = false;
  return length;
}

/** A comma ends what a word said of those after it, unless a list goes on; a full stop ends everything. */
function pause(state: State, at: number): void {
  const { gap } = state.tokens[at]!;
  if (gap === ',' && (state.no || state.only) && goesOn(state, at)) return;
  state.no = false;
  state.only = false;
  state.how = undefined;
  state.place = undefined;
  state.naming = undefined;
  state.touch = [];
  state.scale = 1;
  state.said = undefined;
}

/** Whether a list after 'no' or 'only' goes on behind a comma: 'no drums, bass or guitars', 'just piano, bass and drums'. */
function goesOn({ tokens, no, drafts }: State, at: number): boolean {
  if (drafts.at(-1)?.kind !== 'instrument') return false;
  for (let i = at; i < Math.min(at + 12, tokens.length); i++) {
    if (i > at && tokens[i]!.gap === '.') return false;
    const [, entry] = longest(tokens, i);
    if (entry?.is === 'operator' && entry.name === (no ? 'or' : 'and')) return true;
    if (entry?.is === 'operator' && entry.name !== 'filler') return false;
    if (entry?.is !== 'instrument' && entry?.is !== 'operator' && !touchOf(tokens[i]!.word)) return false;
  }
  return false;
}

/** Whether an adjective belongs to an instrument that follows, or that 'the drums are' has named. */
function isAdjective(state: State, at: number): boolean {
  const { tokens } = state;
  for (let i = at + 1; i < Math.min(at + 5, tokens.length) && !tokens[i]!.gap; i++) {
    const [, entry] = longest(tokens, i);
    if (entry?.is === 'instrument') return true;
    if (!touchOf(tokens[i]!.word)) break;
  }
  return false;
}

/** Whether only 'and', commas and articles part a token from the last wish. */
function isList({ tokens, after }: State, at: number): boolean {
  if (at - after > 3) return false;
  for (let i = after; i <= at; i++) if (tokens[i]?.gap === '.') return false;
  return tokens.slice(after, at).every(({ word }) => /^(and|n|a|an|the|plus)$/.test(word));
}

function textOf(tokens: readonly Token[], from: number, to: number): string {
  return tokens
    .slice(from, to)
    .map(({ text }) => text)
    .join(' ');
}

function unknown(state: State, at: number): number {
  const { word } = state.tokens[at]!;
  const without = /less$/.test(word) ? meaningOf(word.slice(0, -4)) : undefined;
  if (without?.is === 'instrument')
    return add(state, at, 1, { kind: 'instrument', instrument: without.name, how: 'without', touch: [] });
  // Single Latin letters and bare numbers carry nothing.
  return /^[\p{ASCII}\d]$/u.test(word) ? 1 : add(state, at, 1, { kind: 'unknown' });
}

function call(state: State, name: string, at: number, length: number): void {
  const brushed = state.tokens[at]!.word === 'brushes' ? (['brushed'] as const) : [];
  // 'Solo piano' is nobody else; 'a solo cello' leads the others.
  const solo = state.how === 'solo' && INSTRUMENTS.get(name)!.chairs.includes('chords');
  const first = !state.drafts.some((draft) => draft.kind === 'instrument');
  const how = state.no
    ? 'without'
    : (state.only && (first || !isFront(state.how))) || (solo && first)
      ? 'only'
      : (state.how ?? 'with');
  // 'A bit of cello' is a soft one.
  const little = state.scale < 1 && state.touch.length === 0 && how !== 'without' ? (['soft'] as const) : [];
  const touch = [...new Set([...state.touch.map((said) => said.touch), ...brushed, ...little])];
  // 'Starts without drums' speaks of the start, 'from quiet to loud without drums' of the whole song.
  const isThere = !state.no || state.placed === state.drafts.length;
  const place = state.place && isThere ? { place: state.place } : {};
  add(state, at, length, { kind: 'instrument', instrument: name, how, touch, ...place });
  if (isFront(state.how)) state.how = undefined;
}

/** 'Just strings and a solo cello': the cello is among those who play, and leads them. */
const isFront = (how: How | undefined) => how === 'lead' || how === 'solo';

function describe(state: State, name: string, at: number, length: number): void {
  const { kind, opposite } = TRAITS.get(name)!;
  const less = state.how === 'less';
  const amount = state.no
    ? state.too
      ? -0.4
      : -0.7
    : less
      ? -0.6
      : state.how === 'more'
        ? 1.3
        : state.scale;
  const negative = amount < 0;
  const trait = negative && opposite ? { trait: opposite, amount: -amount } : { trait: name, amount };
  const place = state.place && kind !== 'shape' ? { place: state.place } : {};
  add(state, at, length, { kind: TRAITS.get(trait.trait)!.kind, ...trait, ...place });
  state.how = undefined;
  // 'No distortion on the guitar' wants the guitar.
  if (/^(on|in|from)$/.test(state.tokens[at + length]?.word ?? '')) state.no = false;
}

const OPPOSITES: Partial<Record<Touch, Touch>> = {
  heavy: 'soft',
  soft: 'heavy',
  distorted: 'clean',
  clean: 'distorted',
  acoustic: 'electric',
  electric: 'acoustic',
};

/** 'The drums are soft' speaks of the drums. */
function touchLast(state: State, touch: Touch, at: number): number {
  const last = state.drafts.at(-1)!;
  if (last.kind !== 'instrument') return 1;
  // 'Without the drums being too loud' wants drums.
  const isBanned = last.how === 'without';
  if (isBanned) last.how = 'with';
  last.touch.push(isBanned ? (OPPOSITES[touch] ?? touch) : touch);
  last.words = textOf(state.tokens, last.at, at + 1);
  state.after = at + 1;
  state.linked = at + 1;
  return 1;
}

/** Whether only 'is', 'are' and the like stand between the last instrument and here. */
function isSaidOf(state: State, at: number): boolean {
  const { tokens, after } = state;
  if (after === at && isMade(state)) return true;
  let linked = false;
  for (let i = after; i < at; i++) {
    const [, entry] = longest(tokens, i);
    if (tokens[i]!.gap || entry?.is !== 'operator') return false;
    if (entry.name === 'is') linked = true;
    else if (!['very', 'little', 'too', 'filler', 'and'].includes(entry.name)) return false;
  }
  return (linked || state.linked === after) && at - after < 5;
}

/** Whether 'make' or 'keep' stands before the last instrument: 'make the bass loud and the guitars quiet'. */
function isMade({ tokens, drafts, linked }: State): boolean {
  const from = drafts.at(-1)!.at;
  const before = tokens.slice(Math.max(0, from - 3), from).map(({ word }) => word);
  return (
    before.some((word) => /^(make|keep|have|want)$/.test(word)) ||
    (linked >= 0 && tokens.slice(linked, from).every(({ word }) => /^(and|but|the)$/.test(word)))
  );
}

function operate(state: State, name: Operator, at: number, length: number): void {
  const { tokens, drafts } = state;
  const last = drafts.at(-1);
  const touching = state.after === at && last?.kind === 'instrument';
  const next = longest(tokens, at + length)[1];
  const ends = tokens[at + length] === undefined || tokens[at + length]!.gap !== '';
  if (['no', 'only', 'more', 'less', 'very', 'little', 'lead', 'solo'].includes(name)) state.said ??= at;
  else if (!['filler', 'too'].includes(name)) state.said = undefined;
  switch (name) {
    case 'no':
      // 'No percussion except a shaker'
      if (state.no && /^(except|other|apart)/.test(tokens[at]!.word)) {
        state.no = false;
        break;
      }
      state.no = true;
      state.only = false;
      state.how = undefined;
      break;
    case 'free':
      if (touching)
        for (const draft of drafts.slice(state.phrase))
          if (draft.kind === 'instrument') draft.how = 'without';
      break;
    case 'only':
      if (touching && 'place' in last && last.place) Object.assign(last, { span: 'just' });
      else if (touching && (ends || next === undefined)) alone(state);
      else {
        state.only = true;
        state.no = false;
      }
      break;
    case 'alone':
      if (touching) alone(state);
      break;
    case 'with':
    case 'but':
      state.no = false;
      if (name === 'but' || !state.only) state.only = false;
      state.how = undefined;
      state.naming = undefined;
      if (name === 'but') state.place = undefined;
      break;
    case 'and':
    case 'or':
      // 'No drums and slow': the list of what is not wanted ends where no instrument follows.
      if (
        name === 'and' &&
        state.no &&
        next?.is !== 'instrument' &&
        !touchOf(tokens[at + length]?.word ?? '')
      )
        state.no = false;
      if (last?.kind !== 'unknown') state.naming = undefined;
      break;
    case 'more':
    case 'less':
      state.how = name;
      break;
    case 'very':
      state.scale = 1.5;
      break;
    case 'little':
      state.scale = 0.5;
      break;
    case 'too':
      state.too = true;
      break;
    case 'until':
    case 'late':
    case 'next':
      if (
        state.place === 'start' ||
        drafts.some((draft) => 'place' in draft && draft.place === 'start') ||
        tokens[at]!.word !== 'to'
      )
        [state.place, state.isImplied] = ['end', true];
      break;
    case 'lead':
    case 'solo':
      // 'Don't let the guitar lead'
      if (touching && last.how === 'less') break;
      if (touching && !state.no && last.how !== 'without') {
        last.how = name;
        last.words = textOf(tokens, last.at, at + length);
        state.after = at + length;
        state.said = undefined;
      } else if (!state.no) state.how = name;
      else if (!touching && next?.is !== 'instrument') add(state, at, length, { kind: 'unknown' });
      break;
    case 'like':
    case 'for':
      // 'Swap the piano for a banjo', 'replaced by'
      if (last?.kind === 'instrument' && last.how === 'without' && touching) state.no = false;
      state.naming = name;
      if (name === 'for' && tokens[at]!.word === 'to' && state.place === 'start') state.place = 'end';
      break;
    default:
  }
}

/** 'Strings only', 'piano on its own': the instruments just named are all that play. */
function alone({ drafts, list }: State): void {
  for (const draft of drafts.slice(list)) if (draft.kind === 'instrument') draft.how = 'only';
}

/** Whether a word is an operator only beside instruments and places, and an ordinary word elsewhere. */
const isStray = (name: Operator, word: string) =>
  name === 'enter' ||
  name === 'leave' ||
  (name === 'late' && word === 'late') ||
  (name === 'until' && word === 'before');

/** What words say about when the instruments just named play, and whether they refer to the wanted or unwanted ones. */
const SPANS: Readonly<Record<string, { of: 'wanted' | 'unwanted'; says: { how?: How; span?: Span } }>> = {
  from: { of: 'wanted', says: { span: 'from' } },
  enter: { of: 'wanted', says: { span: 'from' } },
  only: { of: 'wanted', says: { span: 'just' } },
  leave: { of: 'wanted', says: { how: 'without' } },
  until: { of: 'unwanted', says: { how: 'with', span: 'from' } },
  except: { of: 'unwanted', says: { how: 'with', span: 'just' } },
};

/**
 * Reads when instruments play: 'no drums until the chorus', 'strings come in late', 'only at the end', 'a choir from the
 * chorus on', 'no drums except in the chorus', 'the bass stops in the verses', 'lots of cello, but not in the intro'.
 * @returns how many tokens that took; 0 if these words say something else.
 */
function spans(state: State, entry: Entry, at: number, length: number): number {
  const { tokens, drafts } = state;
  const { word, gap } = tokens[at]!;
  const name = spanNamed(entry, word);
  const span = SPANS[name];
  if (!(span || name === 'not') || state.after < at - 2) return 0;
  // Without a place, an instrument joins or leaves in the middle.
  const isSometime = entry.is === 'operator' && (name === 'enter' || name === 'leave');
  const found =
    placeAfter(tokens, at + length) ?? (isSometime ? { place: 'middle' as const, taken: 0 } : undefined);
  if (!found) return 0;
  const end = at + length + found.taken;
  const words = textOf(tokens, at, end);
  const last = drafts.at(-1);
  if (span) {
    const isUnwanted = span.of === 'unwanted' && !/^(out|away)$/.test(tokens[at - 1]?.word ?? '');
    // 'No drums or bass until' refers to both.
    const listed = isUnwanted
      ? drafts.slice(
          Math.max(
            0,
            drafts.findLastIndex((draft) => isNo(draft.words)),
          ),
        )
      : subjects(state);
    const players = listed.filter((draft) => draft.kind === 'instrument' && isWithout(draft) === isUnwanted);
    if (players.length === 0 || last !== players.at(-1) || gap || state.after < at - 1) return 0;
    for (const player of players)
      Object.assign(player, { ...span.says, place: found.place, words: `${player.words} ${words}` });
  } else {
    // 'But not in the intro' is a wish of its own.
    if (last?.kind !== 'instrument') return 0;
    const { instrument } = last;
    drafts.push({ kind: 'instrument', instrument, how: 'without', touch: [], place: found.place, words, at });
  }
  state.after = end;
  state.no = false;
  return end - at;
}

/** The row of SPANS that a word stands for, if it says when somebody plays. */
function spanNamed(entry: Entry, word: string): string {
  if (word === 'from') return 'from';
  if (/^stop/.test(word)) return 'leave';
  if (entry.is !== 'operator') return '';
  return entry.name !== 'no' ? entry.name : /^(except|other|apart)$/.test(word) ? 'except' : 'not';
}

const isNo = (words: string) => {
  const entry = meaningOf(words.split(' ')[0]!.toLowerCase());
  return entry?.is === 'operator' && entry.name === 'no';
};
const isWithout = (draft: Draft) => draft.kind === 'instrument' && draft.how === 'without';

/** The place that words name next, and how many tokens that takes. */
function placeAfter(tokens: readonly Token[], from: number): { place: Place; taken: number } | undefined {
  for (let at = from; at < from + 4 && tokens[at] && !tokens[at]!.gap; at++) {
    const { word } = tokens[at]!;
    const [length, entry] = longest(tokens, at);
    // 'The first chorus'
    const isOrdinal = /^(first|second|third|last|final)$/.test(word) && length === 1;
    if (isOrdinal && tokens[at + 1] && longest(tokens, at + 1)[1]?.is === 'place') continue;
    if (entry?.is === 'place' && !entry.verb) return { place: entry.place, taken: at + length - from };
    if (entry?.is === 'operator' && entry.name === 'late')
      return { place: 'middle', taken: at + length - from };
    if (!/^(in|at|on|with|from|only|during|for|the|a|each|every|all|it's)$/.test(word)) return undefined;
  }
  return undefined;
}

/** 'Starts quiet' speaks of what follows, 'a quiet start' of what came before. */
function goTo(
  state: State,
  { place, verb }: { place: Place; verb: boolean },
  at: number,
  length: number,
): void {
  const open = subjects(state, state.after === at && length === 1).filter(
    (draft) =>
      (draft.kind === 'instrument' || 'trait' in draft) &&
      (draft.place === undefined || (state.isImplied && draft.place === state.place)),
  );
  if (!verb && isBehind(state, at) && open.length > 0) {
    for (const draft of open)
      Object.assign(draft, {
        place,
        words: `${draft.words} ${textOf(state.tokens, state.after, at + length)}`,
      });
    state.after = at + length;
    return;
  }
  state.place = place;
  state.isImplied = false;
  state.placed = state.drafts.length;
  state.no = false;
  state.only = false;
}

/**
 * The drafts that the next words refer to: all of 'guitar, drums and bass', 'slow piano' or 'loud, epic' ending, but
 * of 'cello, strings' the strings, and of 'drums and brass, a triumphant' ending none of the players.
 * @param isNext whether they follow at once: 'sad, quiet' ending speaks of both, 'sad, quiet at the end' of the quiet.
 */
function subjects({ tokens, drafts, phrase, list }: State, isNext = false): Draft[] {
  const start = Math.min(phrase, list);
  let from = drafts.length - 1;
  let isJoined = false;
  for (; from > start; from--) {
    const [one, next] = [drafts[from - 1]!, drafts[from]!];
    const between = tokens.slice(one.at + 1, next.at + 1);
    const isSame = (one.kind === 'instrument') === (next.kind === 'instrument');
    if (between.some(({ word }) => /^(and|n|plus)$/.test(word))) isJoined = true;
    else if (!between.some(({ gap }) => gap !== '')) continue;
    if (!isSame || !(isJoined || (isNext && 'trait' in next))) break;
  }
  return drafts.slice(Math.max(0, from));
}

/** Whether only 'in the' and the like stand between the last wish and here. */
function isBehind({ tokens, after }: State, at: number): boolean {
  return (
    at - after < 4 &&
    tokens.slice(after, at + 1).every(({ gap }) => gap === '') &&
    tokens
      .slice(after, at)
      .every(({ word }) => /^(in|at|on|for|during|down|up|the|each|every|all)$/.test(word))
  );
}

/** How many tokens from here on are somebody's name; 0 if none. */
function nameAt(state: State, at: number): number {
  const { tokens, naming } = state;
  const capital = (i: number) => tokens[i] !== undefined && /^\p{Lu}\p{Ll}/u.test(tokens[i]!.text);
  const known = (i: number) => longest(tokens, i)[1];
  const ordinary = (i: number) => {
    const entry = known(i);
    if (entry === undefined) return false;
    return (
      entry.is !== 'trait' || TRAITS.get(entry.name)!.kind === 'use' || TRAITS.get(entry.name)!.kind === 'era'
    );
  };
  let to = at;
  while (capital(to) && (to === at || !tokens[to]!.gap) && !ordinary(to) && to - at < 6) to++;
  const length = to - at;
  if (length === 0) return 0;
  if (naming) return length;
  // Two capitals that are not two words we know: 'Joy Division', 'Massive Attack'.
  if (length < 2) return 0;
  for (let i = at; i < to; i++) if (!known(i)) return length;
  return 0;
}

/** 'A solo guitar and drums': others play, so that it is a solo and not the only instrument. */
function mayAccompany(drafts: readonly Draft[]): void {
  const players = drafts.filter((draft) => draft.kind === 'instrument');
  if (players.some(({ how }) => how !== 'only' && how !== 'without'))
    for (const player of players)
      if (player.how === 'only' && /^(a )?solo /i.test(player.words)) player.how = 'solo';
}

/** The same wish twice counts once; of two that differ in how they say it, both stay. */
function distinct(drafts: readonly Draft[]): Draft[] {
  const seen = new Set<string>();
  return drafts.filter(({ at: _, ...draft }) => {
    const key = JSON.stringify(
      draft.kind === 'unknown' ? draft.words.toLowerCase() : { ...draft, words: '' },
    );
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
