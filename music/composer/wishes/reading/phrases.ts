import type { Place, Touch } from '../wish.ts';
import type { Operator } from './lexicon.ts';
import type { Word } from './words.ts';

/** Words behind a wish: 'in the chorus', 'until the end', 'leads', 'on its own'. */
export type Remark = {
  says:
    | 'place'
    | 'from'
    | 'after'
    | 'just'
    | 'until'
    | 'before'
    | 'except'
    | 'leave'
    | 'not'
    | 'lead'
    | 'solo'
    | 'free'
    | 'alone';
  place?: Place;
  /** True if nothing stands between: 'a quiet ending', but not 'quiet at the end'. */
  isNext: boolean;
  /** The tokens that say it. */
  from: number;
  to: number;
};

/** A word that asks for something, with what is said before and behind it. */
export type Phrase = {
  head: Word;
  /** Operators and places before it, in their order. */
  before: readonly (Operator | Place)[];
  touch: readonly Touch[];
  /** Adjectives behind it: 'the drums are soft'. */
  behind: readonly Touch[];
  /** Separator from the phrase before. */
  gap: Word['gap'];
  remarks: readonly Remark[];
  /** The tokens of all this, without the remarks. */
  from: number;
  to: number;
};

/** Operators that the words of a wish begin with. */
const SPOKEN = new Set<Operator>(['no', 'without', 'only', 'more', 'less', 'very', 'little', 'lead', 'solo']);

/** Words between a wish and its place, in six languages. */
const GLUE =
  /^(in|at|on|for|during|down|up|the|a|each|every|all|it's|feel|sound|plays?|playing|is|are|im|am|der|dem|den|zum|beim|en|el|la|al|los|las|au|aux|le|les|dans|à|no|na|nos|nas|ao|do|da|nel|nella|nei|alla)$/;
const ORDINAL =
  /^(first|second|third|last|final|erste[nr]?|zweite[nr]?|letzte[nr]?|primera?|segunda?|últim[oa]|primeir[oa]|premi[eè]re?|derni[eè]re?|prim[oa]|ultim[oa])$/;

const isInstrument = (word: Word | undefined) =>
  word?.entry.is === 'instrument' || word?.entry.is === 'line-up';
const isOperator = (word: Word | undefined, ...names: Operator[]) =>
  word?.entry.is === 'operator' && names.includes(word.entry.name);
const isFiller = (word: Word | undefined) => isOperator(word, 'filler', 'is');

/** Groups words into phrases. Takes time linear in the words. */
export function readPhrases(words: readonly Word[]): Phrase[] {
  const phrases: Phrase[] = [];
  let start: Pick<Phrase, 'gap' | 'before' | 'touch'> & { from: number | undefined } = nothing('');
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!;
    // A comma or full stop ends what the words before it said, but 'at the end, a choir' names a place.
    if (word.gap)
      start = {
        ...nothing(word.gap === ',' && start.gap ? start.gap : word.gap),
        ...(word.gap === ',' && word.touch && isAdjective(words, at)
          ? { touch: start.touch, from: start.from }
          : {}),
        before: start.before.filter((one) => word.gap === ',' && isPlace(one)),
      };
    const { entry, touch } = isOpening(words, at) ? { ...word, entry: OPENING } : word;
    if (touch && isAdjective(words, at))
      start = { ...start, touch: [...start.touch, touch], from: start.from ?? word.from };
    else if (entry.is === 'place')
      start = { ...start, before: [...start.before, entry.place], from: undefined };
    else if (entry.is !== 'operator' || isStray(words, at, start.before)) {
      const { next, ...behind } = readBehind(words, at);
      const head: Word = entry.is === 'operator' ? { ...word, entry: { is: 'unknown' } } : word;
      phrases.push({ ...start, head, from: start.from ?? word.from, ...behind });
      start = nothing('');
      at = next - 1;
    } else if (!isFiller(word)) {
      const spoken = SPOKEN.has(entry.name) ? word.from : undefined;
      const from = spoken === undefined && entry.name !== 'too' ? undefined : (start.from ?? spoken);
      start = { ...start, before: [...start.before, entry.name], from };
    }
  }
  return phrases;
}

const nothing = (gap: Word['gap']) => ({ gap, before: [], touch: [], from: undefined });

const PLACES: ReadonlySet<string> = new Set<Place>(['start', 'middle', 'end', 'verse', 'bridge', 'hook']);
export const isPlace = (one: Operator | Place): one is Place => PLACES.has(one);

const OPENING = { is: 'place', place: 'start', verb: true } as const;
/** True if 'from' opens 'from quiet to loud'. */
const isOpening = (words: readonly Word[], at: number) =>
  isOperator(words[at], 'from') &&
  words.slice(at, at + 6).some((word) => isOperator(word, 'to') || /^(into|zu|bis|a|à)$/.test(word.word));

/** True if an adjective belongs to an instrument that follows: 'soft and warm strings'. */
function isAdjective(words: readonly Word[], at: number): boolean {
  for (let i = at + 1; i < Math.min(at + 6, words.length); i++) {
    const word = words[i]!;
    if (word.gap && !(word.gap === ',' && word.touch)) return false;
    if (isInstrument(word)) return true;
    if (!word.touch && !isOperator(word, 'and')) return false;
  }
  return false;
}

/** True if an operator is an ordinary word here: who 'joins' us, or 'no melody' of nobody. */
function isStray(words: readonly Word[], at: number, before: Phrase['before']): boolean {
  const word = words[at]!;
  if (isOperator(word, 'enter', 'leave') || /^(late|before)$/.test(word.word)) return true;
  return isOperator(word, 'lead') && before.includes('no') && !isInstrument(words[at + 1]);
}

/** Reads adjectives and remarks behind a wish. */
function readBehind(words: readonly Word[], head: number) {
  const behind: Touch[] = [];
  const remarks: Remark[] = [];
  let at = head + 1;
  let { to } = words[head]!;
  for (let next = adjectiveBehind(words, head, at); next; next = adjectiveBehind(words, head, at)) {
    behind.push(words[next]!.touch!);
    ({ to } = words[next]!);
    at = next + 1;
  }
  for (let found = readRemark(words, head, at); found; found = readRemark(words, head, at)) {
    remarks.push(found[0]);
    at = found[1];
  }
  return { behind, remarks, to, next: at };
}

/** Index of an adjective behind an instrument: 'the drums are soft and brushed', 'make the bass loud'; 0 if none is. */
function adjectiveBehind(words: readonly Word[], head: number, from: number): number {
  const isMore = from > head + 1;
  let isLinked = isMore;
  for (let at = from; isInstrument(words[head]) && at < from + 4 && words[at] && !words[at]!.gap; at++) {
    const word = words[at]!;
    const isOwn = !isAdjective(words, at) && words[at + 1]?.entry.is !== 'place';
    if (word.touch) return isOwn && (isLinked || at === from || !isFiller(words[at - 1])) ? at : 0;
    if (isOperator(word, 'is')) isLinked = true;
    else if (
      !isFiller(word) &&
      !isOperator(word, 'very', 'little', 'too', ...(isMore ? (['and'] as const) : []))
    )
      return 0;
  }
  return 0;
}

/** Reads what is said of a wish at a word behind it. @returns it, and the index of the word after it. */
function readRemark(words: readonly Word[], head: number, at: number): [Remark, number] | undefined {
  if (!words[at]) return undefined;
  const from = words[at - 1]!.to;
  const remark = (says: Remark['says'], next: number, found?: Found): [Remark, number] => [
    {
      says,
      from,
      to: words[next - 1]!.to,
      ...(found && { place: found.place }),
      isNext: found?.isNext === true,
    },
    next,
  ];
  const plain = placeAt(words, at);
  if (plain) {
    const isJust = isOperator(words[plain.next], 'only') && !words[plain.next]!.gap;
    return remark(isJust ? 'just' : 'place', plain.next + (isJust ? 1 : 0), plain);
  }
  if (!isInstrument(words[head])) {
    const before = isOperator(words[at], 'until') && !words[at]!.gap && placeAt(words, at + 1);
    return before ? remark('before', before.next) : undefined;
  }
  const isStart = (i: number) =>
    /^(start|begin)s?$/.test(words[i]?.word ?? '') && isOperator(words[i + 1], 'after');
  let mark = at;
  while (mark < at + 3 && (isFiller(words[mark]) || isStart(mark)) && !words[mark]!.gap) mark++;
  if (isOperator(words[at], 'but', 'and') && isOperator(words[at + 1], 'no')) mark = at + 1;
  const word = words[mark];
  const says = word && markOf(word, words[mark - 1]!);
  const found = placeAt(words, mark + 1);
  if (says && found && (says === 'not' || !word.gap)) return remark(says, found.next, found);
  // Without a place, an instrument joins or leaves in the middle.
  if (isOperator(word, 'enter', 'leave', 'after') && !word!.gap)
    return remark(says === 'leave' ? says : 'from', mark + 1, { place: 'middle', next: 0, isNext: false });
  const [first, next] = [words[at]!, words[at + 1]];
  const ends = !next || next.gap || next.entry.is === 'unknown';
  if (isOperator(first, 'alone') || (isOperator(first, 'only') && !first.gap && ends))
    return remark('alone', at + 1);
  const role = (['free', 'lead', 'solo'] as const).find((name) => isOperator(first, name) && !first.gap);
  return role && remark(role, at + 1);
}

/** Remark that a word makes on when an instrument plays, if a place follows. */
function markOf(word: Word, last: Word): Remark['says'] | undefined {
  // 'Keep the drums out until the end'
  if (isOperator(word, 'until') && /^(out|away|off)$/.test(last.word)) return 'from';
  if (isOperator(word, 'after')) return 'after';
  if (isOperator(word, 'from', 'enter') || /^(starts?|begins?)$/.test(word.word)) return 'from';
  if (isOperator(word, 'leave') || /^stop/.test(word.word)) return 'leave';
  if (isOperator(word, 'only')) return 'just';
  if (isOperator(word, 'until')) return 'until';
  if (isOperator(word, 'except')) return 'except';
  return isOperator(word, 'no') ? 'not' : undefined;
}

type Found = { place: Place; next: number; isNext: boolean };

/** The place that words name from here on, with the index of the word after it. */
function placeAt(words: readonly Word[], from: number): Found | undefined {
  for (let at = from; at < from + 4 && words[at] && !words[at]!.gap; at++) {
    const { entry, word, from: first, to } = words[at]!;
    // 'The first chorus'
    if (ORDINAL.test(word) && words[at + 1]?.entry.is === 'place') continue;
    const isNext = at === from && to - first === 1;
    if (entry.is === 'place') return entry.verb ? undefined : { place: entry.place, next: at + 1, isNext };
    if (isOperator(words[at], 'late')) return { place: 'middle', next: at + 1, isNext: false };
    if (!GLUE.test(word)) return undefined;
  }
  return undefined;
}
