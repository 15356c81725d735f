import { fold } from 'contract/text/fold.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/db/schema.ts';
import { ENOUGH, find, indexedGroups, type SearchContext } from '../../platform/search/search.ts';
import { trackKind } from './candidates.ts';
import { countMatches, type Matches, selectPopularMatches } from './list-queries.ts';
import { tracksNamed } from './queries.ts';

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
 * Finds tracks whose title and artist contain every word as it is typed; without any, what was probably meant. The number of rows read is bounded, even for common words:
 * beyond `MAX_RANKED` matches, a search considers the exact names, that many matches, and the matches among the
 * `MAX_SCANNED` most popular tracks.
 * @returns undefined for a blank search.
 */
export async function findMatches(
  c: SearchContext,
  q: string | undefined,
  genre: string | undefined,
): Promise<Matches | undefined> {
  const db = c.engine.longReads(c.db);
  const terms = termsOf(q);
  if (terms.length === 0) return undefined;
  const phrase = fold(q!);
  const groups = indexedGroups(terms.map((term) => [term]));
  const found =
    groups.length > 0 ? await selectSeqs(db, c.engine.tracksContaining([groups], MAX_RANKED + 1)) : [];
  const exact = { phrase, seqs: found, terms };
  if (groups.length > 0 && found.length <= MAX_RANKED) {
    const isFound =
      found.length >= ENOUGH || (await countMatches(db, c.engine, c.clock(), exact, undefined)) > 0;
    return isFound ? exact : findForgiving(c, q!);
  }
  const better = await Promise.all([
    selectSeqs(db, tracksNamed(c.engine, phrase, MAX_NAMED)),
    selectPopularMatches(db, c.clock(), terms, genre, MAX_SCANNED),
  ]);
  return { phrase, seqs: [...new Set([...found, ...better.flat()])], terms };
}

/** Live tracks that have the words misspelled, or without their punctuation. */
async function findForgiving(c: SearchContext, text: string): Promise<Matches> {
  const { found } = await find(c, { text, kinds: { tracks: trackKind(c) } });
  const phrase = found.tracks[0]?.matched.join(' ') ?? '';
  return { phrase, seqs: found.tracks.map(({ row }) => Number(row.seq)), terms: [] };
}

async function selectSeqs(db: Db, found: RawBuilder<{ seq: number }>): Promise<number[]> {
  const { rows } = await sql<{ seq: number }>`select seq from ${found} as found`.execute(db);
  return rows.map(({ seq }) => seq);
}
