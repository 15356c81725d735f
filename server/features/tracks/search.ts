import { fold } from 'contract/fold.ts';
import type { Context } from '../../context.ts';
import { type Matches, selectPopularMatches } from './list-queries.ts';

/** Neither engine's search index contains shorter terms. Characters. */
const MIN_INDEXED = 3;

/** The most matches that a search ranks completely. */
const MAX_RANKED = 1000;
/** Beyond that, how many popular tracks a search scans, and how many exact names it adds. */
const MAX_SCANNED = 4000;
const MAX_NAMED = 200;

/** The distinct folded words of a search; empty for a blank one. */
export function termsOf(q: string | undefined): string[] {
  return [...new Set(q === undefined ? [] : fold(q).split(' '))].filter((term) => term !== '');
}

/**
 * Finds tracks whose title and artist contain every word. The number of rows read is bounded, even for common words:
 * beyond `MAX_RANKED` matches, a search considers the exact names, that many matches, and the matches among the
 * `MAX_SCANNED` most popular tracks.
 * @returns undefined for a blank search.
 */
export async function findMatches(
  c: Pick<Context, 'db' | 'engine' | 'clock'>,
  q: string | undefined,
  genre: string | undefined,
): Promise<Matches | undefined> {
  const db = c.engine.longReads(c.db);
  const terms = termsOf(q);
  if (terms.length === 0) return undefined;
  const phrase = fold(q!);
  const indexed = terms.filter((term) => [...term].length >= MIN_INDEXED);

  const groups = indexed.map((term) => [term]);
  const seqs = new Set(groups.length > 0 ? await c.engine.searchTracks(db, groups, MAX_RANKED + 1) : []);
  if (indexed.length > 0 && seqs.size <= MAX_RANKED) return { phrase, seqs: [...seqs], terms };
  // Matches whole titles and the start of artists; see search-text.ts.
  for (const line of [`${phrase}\n`, `\n${phrase}`])
    if (line.length >= MIN_INDEXED)
      for (const seq of await c.engine.searchTracksByLine(db, line, MAX_NAMED)) seqs.add(seq);
  for (const seq of await selectPopularMatches(db, c.clock(), terms, genre, MAX_SCANNED)) seqs.add(seq);
  return { phrase, seqs: [...seqs], terms };
}
