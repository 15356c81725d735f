import type { Context } from '../../context.ts';
import { fold } from '../../platform/text/fold.ts';
import { type Matches, selectPopularMatches } from './list-queries.ts';

/** Terms shorter than this are not in the search index of either engine. */
const MIN_INDEXED = 3;

/** A search with at most this many matches ranks all of them. */
const MAX_RANKED = 1000;
/** For a search with more: the most popular tracks that are read, and the exact names that are added. */
const MAX_SCANNED = 4000;
const MAX_NAMED = 200;

/** The folded words of a search, each once; none for a blank one. */
export function termsOf(q: string | undefined): string[] {
  return [...new Set(q === undefined ? [] : fold(q).split(' '))].filter((term) => term !== '');
}

/**
 * Finds tracks whose title and artist contain every word. What is read is bounded, however common the words: a
 * search with more than 1,000 matches considers the exact names, 1,000 of the matches and those among the 4,000 most
 * popular tracks.
 * @returns undefined for a blank search.
 */
export async function findMatches(
  c: Pick<Context, 'db' | 'engine' | 'clock'>,
  q: string | undefined,
  genre: string | undefined,
): Promise<Matches | undefined> {
  const terms = termsOf(q);
  if (terms.length === 0) return undefined;
  const phrase = fold(q!);
  const indexed = terms.filter((term) => term.length >= MIN_INDEXED);
  const shortTerms = terms.filter((term) => term.length < MIN_INDEXED);
  const search = (wanted: string[], limit: number) => c.engine.searchTracks(c.db, wanted, limit);

  const seqs = new Set(indexed.length > 0 ? await search(indexed, MAX_RANKED + 1) : []);
  if (indexed.length > 0 && seqs.size <= MAX_RANKED) return { phrase, seqs: [...seqs], shortTerms };
  // The whole title, and the start of the artist; see search-text.ts.
  for (const name of [`${phrase}\n`, `\n${phrase}`])
    if (name.length >= MIN_INDEXED) for (const seq of await search([name], MAX_NAMED)) seqs.add(seq);
  for (const seq of await selectPopularMatches(c.db, c.clock(), terms, genre, MAX_SCANNED)) seqs.add(seq);
  return { phrase, seqs: [...seqs], shortTerms };
}
