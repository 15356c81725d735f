import { fold, wordsOf } from 'contract/text/fold.ts';
import type { Context } from '../context.ts';
import { type Match, matchOf, type Term } from './score.ts';
import { correct } from './spelling.ts';

export { matchOf, type Term } from './score.ts';
export { closest, learnWords } from './spelling.ts';

export type SearchContext = Pick<Context, 'db' | 'engine' | 'clock'>;

/** Terms that a search looks for among rows of one kind. */
export interface Wanted {
  /** The folded text. */
  phrase: string;
  /** For each word the words that it may stand for, itself first. A row must have one of each. */
  groups: string[][];
  /** The same, without what an earlier look has found; a row must match one of them. */
  alternatives: string[][][];
}

/** A kind of thing that can be found by its name. */
export interface Kind<Row> {
  /** Rows that may match, unordered and bounded, by an index. Those that match well are among them. */
  candidates: (wanted: Wanted) => Promise<Row[]>;
  idOf: (row: Row) => string;
  /** The folded name; title and artist are one line each. */
  nameOf: (row: Row) => string;
  /** Orders rows that match equally well. */
  tieBreak: (a: Row, b: Row) => number;
}

export type Found<Row> = Match & { row: Row };

/** A kind for each name; `Rows` has the types of their rows. */
type Kinds<Rows> = { [Name in keyof Rows]: Kind<Rows[Name]> };

/** Words that are looked for; the others are ignored. */
const MAX_TERMS = 8;
/** Alternatives of a search with corrections: each names every word, so a long search would have hundreds of words. */
const MAX_ALTERNATIVES = 3;
/** With fewer exact matches of the first kind, a search looks for misspelled words, too. */
export const ENOUGH = 3;

/**
 * Finds what has all words of a text in its name, best first: in any order, also as parts and starts of words. With fewer
 * than three of the first kind, also what was probably meant.
 * @returns the terms with their corrections; none for a blank text, of which nothing is found.
 */
export async function find<Rows extends Record<string, unknown>>(
  c: SearchContext,
  { text, kinds, limit }: { text: string; kinds: Kinds<Rows>; limit?: number },
): Promise<{ terms: Term[]; found: { [Name in keyof Rows]: Found<Rows[Name]>[] } }> {
  const phrase = fold(text);
  const typed = termsOf(phrase);
  const all = Object.values<Kind<unknown>>(kinds as Record<string, Kind<unknown>>);
  // Sent together, since a message to SQLite's reading thread costs as much as a short statement.
  const read = (wanted: Wanted) =>
    Promise.all(all.map((kind) => (typed.length === 0 ? [] : kind.candidates(wanted))));
  const groups = groupsOf(typed);
  const exact = await read({ phrase, groups, alternatives: [groups] });
  let lists = all.map((kind, i) => ranked(exact[i]!, typed, kind));
  let terms = typed;
  if (typed.length > 0 && lists[0]!.length < ENOUGH) {
    terms = await withCorrections(c, typed);
    const alternatives = correctedGroups(terms);
    const more = alternatives.length > 0 && (await read({ phrase, groups: groupsOf(terms), alternatives }));
    if (more) lists = all.map((kind, i) => ranked([...exact[i]!, ...more[i]!], terms, kind));
  }
  const found = Object.keys(kinds).map((name, i) => [name, lists[i]!.slice(0, limit)] as const);
  return { terms, found: Object.fromEntries(found) as { [Name in keyof Rows]: Found<Rows[Name]>[] } };
}

/** The rows whose names match, best first, each once. */
export function ranked<Row>(
  rows: readonly Row[],
  terms: readonly Term[],
  { idOf, nameOf, tieBreak }: Pick<Kind<Row>, 'idOf' | 'nameOf' | 'tieBreak'>,
): Found<Row>[] {
  const found: Found<Row>[] = [];
  for (const row of new Map(rows.map((row) => [idOf(row), row])).values()) {
    const match = matchOf(terms, nameOf(row));
    if (match) found.push({ row, ...match });
  }
  return found.sort((a, b) => a.score - b.score || tieBreak(a.row, b.row));
}

/** Symbols are searched for only if there is nothing else. */
function termsOf(phrase: string): Term[] {
  const words = wordsOf(phrase);
  const terms = words.length > 0 ? words : phrase.split(' ').filter((term) => term !== '');
  const distinct = [...new Set(terms)].slice(0, MAX_TERMS);
  return distinct.map((typed) => ({ typed, corrections: [] }));
}

async function withCorrections(c: SearchContext, terms: Term[]): Promise<Term[]> {
  const typed = terms.map((term) => term.typed);
  const corrections = await correct(c.db, c.engine, typed);
  return terms.map((term, i) => ({ ...term, corrections: corrections[i]! }));
}

const groupsOf = (terms: Term[]) => terms.map((term) => [term.typed, ...wordsMeant(term)]);

const wordsMeant = ({ corrections }: Term) => corrections.map(({ word }) => word);

/**
 * Groups with at least one correction, as alternatives: the first corrected term is each term in turn. To read the
 * exact matches again would take as long as the first time, if the words are common. With many corrected terms, all
 * groups are one alternative.
 */
function correctedGroups(terms: Term[]): string[][][] {
  const groups = groupsOf(terms);
  const isCorrected = ({ corrections }: Term) => corrections.length > 0;
  if (terms.filter(isCorrected).length > MAX_ALTERNATIVES) return [groups];
  return terms.flatMap((term, first) => {
    if (!isCorrected(term)) return [];
    return [groups.map((group, i) => (i < first ? [group[0]!] : i === first ? wordsMeant(term) : group))];
  });
}

/** Characters of the shortest word that the engines' indexes find. */
const MIN_INDEXED = 3;

/** The groups that an index can find. */
export const indexedGroups = (groups: string[][]): string[][] =>
  groups.filter((group) => group.every((term) => [...term].length >= MIN_INDEXED));
