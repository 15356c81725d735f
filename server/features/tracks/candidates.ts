import type { Context } from '../../context.ts';
import { popularNames } from './popular-names.ts';
import { liveTracksAmong, momentOf } from './queries.ts';

/** Characters of the shortest term that the engines' indexes find. */
export const MIN_INDEXED = 3;

/** Rows that are read from the index, of exact names, and of popular tracks. */
const MAX = { found: 300, named: 60, popular: 100 };

export type TrackCandidate = Awaited<ReturnType<typeof selectCandidates>>[number];

/**
 * Live tracks that may match, unordered and bounded: if there are many, exact names and popular tracks are among them.
 * @param groups for each term the words that it may stand for, itself first.
 */
export async function findCandidates(
  c: Pick<Context, 'db' | 'engine' | 'clock'>,
  phrase: string,
  groups: string[][],
): Promise<TrackCandidate[]> {
  const db = c.engine.longReads(c.db);
  const indexed = indexedGroups(groups);
  const seqs = new Set(indexed.length > 0 ? await c.engine.searchTracks(db, indexed, MAX.found) : []);
  if (indexed.length === 0 || seqs.size === MAX.found) {
    for (const line of [`${phrase}\n`, `\n${phrase}`])
      if ([...line].length >= MIN_INDEXED)
        for (const seq of await c.engine.searchTracksByLine(db, line, MAX.named)) seqs.add(seq);
    for (const seq of await popularMatches(c, groups)) seqs.add(seq);
  }
  return seqs.size === 0 ? [] : selectCandidates(c, [...seqs]);
}

/** The groups that an index can find. */
export const indexedGroups = (groups: string[][]): string[][] =>
  groups.filter((group) => group.every((term) => [...term].length >= MIN_INDEXED));

async function popularMatches(c: Pick<Context, 'db' | 'engine' | 'clock'>, groups: string[][]) {
  const seqs: number[] = [];
  for (const { seq, search_text } of await popularNames(c)) {
    if (groups.every((group) => group.some((term) => search_text.includes(term)))) seqs.push(Number(seq));
    if (seqs.length === MAX.popular) break;
  }
  return seqs;
}

function selectCandidates({ db, engine, clock }: Pick<Context, 'db' | 'engine' | 'clock'>, seqs: number[]) {
  return liveTracksAmong(engine.longReads(db), momentOf(clock()))
    .where(engine.isAnyIn('track.seq', engine.listParameter(seqs), 'bigint'))
    .select(['track.id', 'track.search_text', 'track.artist_slug', 'track.popularity', 'track.created_at'])
    .execute();
}
