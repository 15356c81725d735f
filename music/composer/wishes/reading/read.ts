import { GENRES } from '../../genres/table.ts';
import { chipOf } from '../chips.ts';
import { INSTRUMENTS } from '../instruments.ts';
import { TRAITS } from '../traits.ts';
import type { How, Meaning, Place, Span, Touch, Wish } from '../wish.ts';
import type { Operator } from './lexicon.ts';
import { isPlace, type Phrase, type Remark, readPhrases } from './phrases.ts';
import { type Token, tokenize } from './tokens.ts';
import { readWords } from './words.ts';

/** Wishes kept of one description. */
const MOST = 60;

/** A wish without its chip, which is written last. */
type Draft = Meaning & { words: string; guess?: string };
type InstrumentMeaning = Extract<Meaning, { kind: 'instrument' }>;
type TraitMeaning = Extract<Meaning, { trait: string }>;
type Said = { how?: How; span?: Span };

/** Meaning of the words so far for the next ones. */
type Scope = {
  /** 'No drums or bass': holds until the list ends. */
  no: boolean;
  only: boolean;
  how?: How | undefined;
  place?: Place | undefined;
  /** True if only 'then' and the like say the place, so that the next name of a place counts more. */
  isImplied: boolean;
  /** True if the place is named in this phrase itself. */
  isPlaced: boolean;
  /** Set if the words tell what the song is about, or a story. */
  about?: 'topic' | 'story' | undefined;
};

/** A phrase, what the words before it mean for it, and its wishes. */
type Reading = Phrase & { scope: Scope; drafts: Draft[] };

/**
 * Reads a description into wishes, in the order of its words; those it does not understand come as 'unknown', names of
 * people among them. Time grows linearly with the text, of which the first 2,000 characters count. A genre puts a
 * number of beats into the chip of a slow or fast song.
 */
export function readWishes(text: string, genre?: string): Wish[] {
  const tokens = tokenize(text);
  const readings = readScopes(readPhrases(readWords(tokens)));
  const first = readings.findIndex(({ head }) => isPlayed(head));
  for (const [at, reading] of readings.entries()) reading.drafts = draftsOf(reading, tokens, at === first);
  for (const at of readings.keys())
    for (const remark of readings[at]!.remarks) applyRemark(readings, at, remark, tokens);
  const drafts = readings.flatMap(({ drafts }) => drafts);
  mayAccompany(drafts);
  const tempo =
    genre === undefined || drafts.some(({ kind }) => kind === 'tempo') ? undefined : GENRES.get(genre)?.tempo;
  return distinct(drafts)
    .slice(0, MOST)
    .map((draft, _, all) => ({
      chip:
        chipOf(draft, draft === all.find(({ kind }) => kind === 'pace') ? tempo : undefined) +
        (draft.guess ? ` (“${draft.guess}”)` : ''),
      ...draft,
    }));
}

type Rule = (scope: Scope, phrase: Phrase, last: Phrase | undefined) => Partial<Scope>;
const LATER: Rule = () => ({ place: 'end', isImplied: true });
// 'Swap the piano for a banjo', 'replaced by'
const SWAP: Rule = ({ no }, _, last) => ({ no: no && !(last && isPlayed(last.head)) });

/** Meaning of an operator for the wish behind it and for those after it. */
const SCOPES: Partial<Record<Operator, Rule>> = {
  no: () => ({ no: true, only: false, how: undefined }),
  // 'Not without drums'
  without: ({ no }, { before }) => ({ no: !(no && before.includes('no')), only: false, how: undefined }),
  // 'No percussion except a shaker', 'everything quiet except a trumpet'
  except: ({ no }, _, last) => ({ no: !no && last?.head.entry.is !== 'trait', only: false, how: undefined }),
  only: () => ({ only: true, no: false }),
  with: () => ({ no: false, how: undefined }),
  but: () => ({ no: false, only: false, how: undefined, place: undefined, about: undefined }),
  // 'No drums and slow': the list of what is not wanted ends where no instrument follows.
  and: ({ no }, { head }) => ({ no: no && isPlayed(head) }),
  more: () => ({ how: 'more' }),
  less: () => ({ how: 'less' }),
  lead: ({ no, how }) => (no || how === 'less' ? {} : { how: 'lead' }),
  solo: ({ no }) => (no ? {} : { how: 'solo' }),
  like: SWAP,
  for: SWAP,
  to: ({ place }) => (place === 'start' ? { place: 'end', isPlaced: true } : {}),
  about: (_, { head }) => (head.entry.is === 'number' ? {} : { about: 'topic' }),
  story: () => ({ about: 'story' }),
  next: LATER,
  until: LATER,
  late: LATER,
};

const NOTHING: Scope = { no: false, only: false, isImplied: false, isPlaced: false };

const isPlayed = ({ entry }: Phrase['head']) => entry.is === 'instrument' || entry.is === 'line-up';

/** Reads what the words before each phrase mean for it. */
function readScopes(phrases: readonly Phrase[]): Reading[] {
  let scope = NOTHING;
  return phrases.map((phrase, at) => {
    const last = phrases[at - 1];
    const ends = phrase.gap === '.' || (phrase.gap === ',' && !goesOn(phrases, at, scope));
    const isList = phrase.before.every((one) => one === 'and' || one === 'or');
    scope = ends ? NOTHING : { ...scope, isPlaced: scope.isPlaced && isList };
    // 'No distortion on the guitar' wants the guitar.
    const isOn = last?.head.entry.is === 'trait' && isPlayed(phrase.head) && phrase.from > last.to;
    if (isOn && phrase.before.length === 0) scope = { ...scope, no: false };
    for (const one of phrase.before)
      scope = isPlace(one)
        ? { ...scope, place: one, isImplied: false, isPlaced: true, no: false, only: false }
        : { ...scope, ...SCOPES[one]?.(scope, phrase, last) };
    const reading = { ...phrase, scope, drafts: [] };
    // One solo, one lead: the next instrument plays along.
    if (scope.how === 'lead' || scope.how === 'solo' || phrase.head.entry.is === 'trait')
      scope = { ...scope, how: undefined };
    return reading;
  });
}

/** True if a list after 'no' or 'only' goes on: 'no drums, bass or guitars', 'just piano, bass and drums'. */
function goesOn(phrases: readonly Phrase[], at: number, { no, only }: Scope): boolean {
  if (!(no || only) || !isPlayed(phrases[at - 1]!.head)) return false;
  for (const phrase of phrases.slice(at, at + 8)) {
    if (phrase.gap === '.' || !isPlayed(phrase.head)) return false;
    if (phrase.before.includes(no ? 'or' : 'and')) return true;
    if (phrase.before.length > 0) return false;
  }
  return false;
}

/** The wishes of a phrase; a band's name gives one for each of its players. */
function draftsOf(reading: Reading, tokens: readonly Token[], isFirst: boolean): Draft[] {
  const { head, scope, from, to } = reading;
  const { entry, guess } = head;
  const said = { words: textOf(tokens, from, to), ...(guess === undefined ? {} : { guess }) };
  if (entry.is === 'unknown') return [{ kind: 'unknown', ...said }];
  if (scope.about === 'story') return [];
  if (entry.is === 'vocals') return [{ kind: 'vocals', sung: entry.sung !== scope.no, ...said }];
  if (entry.is === 'trait') {
    const meaning = traitOf(entry.name, reading);
    return scope.about && !/^(mood|use|era)$/.test(meaning.kind) ? [] : [{ ...meaning, ...said }];
  }
  if (scope.about === 'topic') return [];
  if (entry.is === 'number') return [{ ...entry.meaning, ...said }];
  if (entry.is === 'line-up')
    return entry.names.map((name) => ({
      ...instrumentOf(name, reading, isFirst, scope.no ? 'without' : 'only'),
      ...said,
    }));
  return entry.is === 'instrument' ? [{ ...instrumentOf(entry.name, reading, isFirst), ...said }] : [];
}

const OPPOSITES: Partial<Record<Touch, Touch>> = {
  heavy: 'soft',
  soft: 'heavy',
  distorted: 'clean',
  clean: 'distorted',
  acoustic: 'electric',
  electric: 'acoustic',
};

function instrumentOf(name: string, reading: Reading, isFirst: boolean, always?: How): InstrumentMeaning {
  const { before, behind, head } = reading;
  const { no, only, how: front, place, isPlaced } = reading.scope;
  const named = { kind: 'instrument', instrument: name } as const;
  // 'Without the drums being too loud' wants drums.
  if (no && behind.length > 0)
    return { ...named, how: 'with', touch: behind.map((touch) => OPPOSITES[touch] ?? touch) };
  const leads = front === 'lead' || front === 'solo';
  // 'Solo piano' is nobody else; 'a solo cello' leads the others.
  const isDirect = head.from - reading.from - reading.touch.length === 1;
  const isAlone = front === 'solo' && isFirst && isDirect && INSTRUMENTS.get(name)!.chairs.includes('chords');
  const plays = (only && (isFirst || !leads)) || isAlone ? 'only' : (front ?? 'with');
  const how = always ?? (no ? 'without' : plays);
  const touch = new Set<Touch>([...reading.touch, ...behind]);
  if (head.word === 'brushes') touch.add('brushed');
  // 'A bit of cello' is a soft one.
  if (before.includes('little') && touch.size === 0 && !no) touch.add('soft');
  // 'Starts without drums' speaks of the start, 'from quiet to loud without drums' of the whole song.
  const isThere = place !== undefined && (!no || isPlaced);
  return { ...named, how, touch: [...touch], ...(isThere ? { place } : {}) };
}

function traitOf(name: string, { scope, before }: Reading): TraitMeaning {
  const { no, how, place } = scope;
  const degree = before.includes('very') ? 1.5 : before.includes('little') ? 0.5 : 1;
  const wanted = how === 'less' ? -0.6 : how === 'more' ? 1.3 : degree;
  const amount = no ? (before.includes('too') ? -0.4 : -0.7) : wanted;
  const { opposite } = TRAITS.get(name)!;
  const trait = amount < 0 && opposite ? { trait: opposite, amount: -amount } : { trait: name, amount };
  const { kind } = TRAITS.get(trait.trait)!;
  return { kind, ...trait, ...(place && kind !== 'shape' ? { place } : {}) };
}

/** Effects of a remark on wishes: on those that want their instrument, and on those that do not. */
const REMARKS: Readonly<Record<Remark['says'], { wanted?: Said; unwanted?: Said }>> = {
  place: { wanted: {}, unwanted: {} },
  from: { wanted: { span: 'from' } },
  after: { wanted: { span: 'from' } },
  before: {},
  just: { wanted: { span: 'just' } },
  leave: { wanted: { how: 'without' } },
  until: { wanted: { span: 'until' }, unwanted: { how: 'with', span: 'from' } },
  except: { unwanted: { how: 'with', span: 'just' } },
  not: {},
  lead: { wanted: { how: 'lead' } },
  solo: { wanted: { how: 'solo' } },
  free: { wanted: { how: 'without' } },
  alone: { wanted: { how: 'only' } },
};

/** Place that follows each place. */
const FOLLOWING: Readonly<Record<Place, Place>> = {
  start: 'verse',
  verse: 'hook',
  hook: 'middle',
  middle: 'end',
  bridge: 'end',
  end: 'end',
};

/** Changes the wishes that a remark speaks of: 'strings and brass at the end', 'no drums or bass until the chorus'. */
function applyRemark(
  readings: readonly Reading[],
  at: number,
  remark: Remark,
  tokens: readonly Token[],
): void {
  const { says, place } = remark;
  const words = textOf(tokens, remark.from, remark.to);
  const { head, drafts: own, scope } = readings[at]!;
  // 'But not in the intro' is a wish of its own.
  if (says === 'not' || (says === 'except' && !scope.no)) {
    for (const { name } of head.entry.is === 'instrument' ? [head.entry] : [])
      own.push({ kind: 'instrument', instrument: name, how: 'without', touch: [], place: place!, words });
    return;
  }
  for (const { drafts, scope } of groupOf(readings, at, remark))
    for (const draft of drafts) {
      if (draft.kind !== 'instrument' && !(says === 'place' && 'trait' in draft && draft.kind !== 'shape'))
        continue;
      if (
        says === 'place' &&
        draft.place &&
        !(scope.isImplied && draft.place === scope.place) &&
        !(drafts === own && !scope.isPlaced)
      )
        continue;
      const said =
        REMARKS[says][draft.kind === 'instrument' && draft.how === 'without' ? 'unwanted' : 'wanted'];
      // 'Don't let the guitar lead'
      if (!said || (said.how === 'lead' && draft.kind === 'instrument' && draft.how === 'less')) continue;
      Object.assign(draft, said, place ? { place: says === 'after' ? FOLLOWING[place] : place } : {});
      if (says !== 'free' && says !== 'alone') draft.words += ` ${words}`;
    }
}

/**
 * The phrases that a remark speaks of: all of 'guitar, drums and bass', 'slow piano' or 'loud, epic' ending, but of
 * 'cello, strings' the strings, and of 'drums and brass, a triumphant' ending none of the players.
 */
function groupOf(readings: readonly Reading[], at: number, { says, isNext }: Remark): readonly Reading[] {
  if (says === 'lead' || says === 'solo') return [readings[at]!];
  let from = at;
  let isJoined = false;
  for (; from > 0; from--) {
    const { before, gap, head, scope, drafts } = readings[from]!;
    const last = readings[from - 1]!;
    if (
      gap === '.' ||
      before.includes('but') ||
      scope.no !== last.scope.no ||
      (scope.no && before.includes('no'))
    )
      break;
    const isSame = isPlayed(head) === isPlayed(last.head);
    if (before.includes('and') || before.includes('or')) isJoined = true;
    else if (gap === '' && before.length === 0) continue;
    else if (before.length > 0) break;
    if (!isSame || !(isJoined || (isNext && drafts.some((draft) => 'trait' in draft)))) break;
  }
  return readings.slice(from, at + 1);
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
  return drafts.filter(({ guess: _, ...draft }) => {
    // 'No piano, I am allergic to pianos'
    if (draft.kind === 'instrument') {
      const isMention = draft.how === 'with' && !draft.place && draft.touch.length === 0;
      if (isMention && seen.has(draft.instrument)) return false;
      seen.add(draft.instrument);
    }
    const key = JSON.stringify(
      draft.kind === 'unknown' ? draft.words.toLowerCase() : { ...draft, words: '' },
    );
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

const textOf = (tokens: readonly Token[], from: number, to: number): string =>
  tokens
    .slice(from, to)
    .map(({ text }) => text)
    .join(' ');
