import { TRAITS } from '../traits.ts';
import type { Meaning, Touch } from '../wish.ts';
import type { Language } from './languages.ts';
import { type Entry, LONGEST_PHRASE, languageOf, meaningOf, type Operator } from './lexicon.ts';
import { corrected } from './misspelling.ts';
import { readNumber } from './numbers.ts';
import type { Token } from './tokens.ts';

/** A phrase of the lexicon in a description, a number, a name, or a word that nobody knows. */
export type Word = {
  entry: Entry | { is: 'number'; meaning: Meaning } | { is: 'unknown' };
  /** Touch that it asks of an instrument, if one follows or came before. */
  touch: Touch | undefined;
  /** Its first token, and the one after its last. */
  from: number;
  to: number;
  gap: Token['gap'];
  /** Its first token in lower case. */
  word: string;
  /** The misspelt word that it was guessed from. */
  guess: string | undefined;
};

/** Reads tokens as words, and corrects what is misspelt in them. */
export function readWords(tokens: Token[]): Word[] {
  const languages = languagesOf(tokens);
  const guesses = correct(tokens, languages);
  const words: Word[] = [];
  let naming = false;
  for (let at = 0; at < tokens.length; ) {
    const { word, gap } = tokens[at]!;
    if (gap) naming = false;
    const common = { from: at, gap, word, touch: undefined, guess: undefined };
    const number = readNumber(tokens, at);
    const [length, found] = longest(tokens, languages, at);
    const name = nameAt(tokens, languages, at, naming);
    if (name) words.push({ ...common, entry: { is: 'unknown' }, to: at + name });
    else if (number)
      words.push({
        ...common,
        entry: number.wish ? { is: 'number', meaning: number.wish } : { is: 'operator', name: 'filler' },
        to: at + number.length,
      });
    else if (found) {
      const guess = guesses.slice(at, at + length).find((one) => one !== undefined);
      words.push({ ...common, entry: { is: 'unknown' }, ...found, to: at + length, guess } as Word);
    } else words.push(...unknown(common, languages[at]!));
    const { entry, to } = words.at(-1)!;
    if (entry.is === 'operator' && entry.name !== 'filler') naming = isNaming(entry.name, naming);
    at = to;
  }
  return words;
}

/** True if names of people may follow: after 'like' and 'for', up to 'with' and 'but'. */
const isNaming = (name: Operator, before: boolean) =>
  /^(like|for|to|from)$/.test(name) || (before && !/^(with|but|and|or)$/.test(name));

/** The language of each token: that of its clause, or of its sentence if the clause alone does not tell. */
function languagesOf(tokens: readonly Token[]): Language[] {
  const parted = (all: readonly Token[], gaps: string) => {
    const parts: Token[][] = [];
    for (const token of all)
      if (gaps.includes(token.gap || ' ') || parts.length === 0) parts.push([token]);
      else parts.at(-1)!.push(token);
    return parts;
  };
  const wordsOf = (all: readonly Token[]) => all.map(({ word }) => word);
  return parted(tokens, '.').flatMap((sentence) => {
    const usual = languageOf(wordsOf(sentence), 'en');
    return parted(sentence, '.,').flatMap((clause) => {
      const language = languageOf(wordsOf(clause), usual);
      return clause.map(() => language);
    });
  });
}

/** Corrects misspelt words. @returns for each token what was written there, if it was corrected. */
function correct(tokens: Token[], languages: readonly Language[]): (string | undefined)[] {
  return tokens.map((token, at) => {
    const { word, text, gap, isQuoted } = token;
    const isName = isCapital(token) && gap !== '.' && languages[at] !== 'de';
    if (isQuoted || isName || meaningOf(word, languages[at]!)) return undefined;
    const meant = corrected(word, languages[at]!);
    if (meant === undefined) return undefined;
    token.word = meant;
    return text;
  });
}

/** The longest phrase of the lexicon at a token. */
function longest(
  tokens: readonly Token[],
  languages: readonly Language[],
  at: number,
): [number, ReturnType<typeof meaningOf>] {
  let words = 1;
  while (words < LONGEST_PHRASE && tokens[at + words] && !tokens[at + words]!.gap) words++;
  for (; words > 0; words--) {
    const phrase = tokens.slice(at, at + words).map(({ word }) => word);
    const found = meaningOf(phrase.join(' '), languages[at]!);
    if (found) return [words, found];
  }
  return [1, undefined];
}

/** A word of no lexicon: 'drumless', 'Gitarrensolo', or something unknown. */
function unknown(common: Omit<Word, 'entry' | 'to'>, language: Language): Word[] {
  const { word } = common;
  const one = (found: object) =>
    ({ ...common, entry: { is: 'unknown' }, to: common.from + 1, ...found }) as Word;
  const without = /less$/.test(word) ? meaningOf(word.slice(0, -4)) : undefined;
  if (without?.entry?.is === 'instrument')
    return [one(without), one({ entry: { is: 'operator', name: 'free' }, from: common.from + 1, gap: '' })];
  // Single Latin letters and bare numbers carry nothing.
  if (/^[\p{ASCII}\d]$/u.test(word)) return [one({ entry: { is: 'operator', name: 'filler' } })];
  for (let end = word.length - 4; end > 3; end--) {
    const [first, last] = [word.slice(0, end), word.slice(end)].map((part) => meaningOf(part, language));
    const isKnown = (meanings: typeof first) => meanings?.entry && meanings.entry.is !== 'place';
    const isBoth = [first, last].every((part) => /^(instrument|operator)$/.test(part?.entry?.is ?? ''));
    if (isKnown(last) && (isBoth || language === 'de'))
      return [...(isKnown(first) ? [one({ ...first, to: common.from })] : []), one({ ...last, gap: '' })];
  }
  return [one({})];
}

const isCapital = ({ text }: Token) => /^\p{Lu}\p{Ll}/u.test(text);

/** Number of tokens from here on that are somebody's name; 0 if none. */
function nameAt(
  tokens: readonly Token[],
  languages: readonly Language[],
  at: number,
  naming: boolean,
): number {
  if (!isCapital(tokens[at]!)) return 0;
  const known = (i: number) => longest(tokens, languages, i)[1]?.entry;
  const isOrdinary = (i: number) => {
    const entry = known(i);
    return entry !== undefined && (entry.is !== 'trait' || /^(use|era)$/.test(TRAITS.get(entry.name)!.kind));
  };
  let to = at;
  while (
    tokens[to] &&
    isCapital(tokens[to]!) &&
    (to === at || !tokens[to]!.gap) &&
    !isOrdinary(to) &&
    to - at < 6
  )
    to++;
  if (naming || to - at < 2) return naming ? to - at : 0;
  // Two capitals that are not two words we know: 'Joy Division', 'Massive Attack'.
  for (let i = at; i < to; i++) if (!known(i)) return to - at;
  return 0;
}
