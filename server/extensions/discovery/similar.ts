import { Problem } from 'contract/errors.ts';
import { getTracks } from '../../features/tracks/tracks.ts';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/db/schema.ts';
import { withAbsoluteUrls } from '../../platform/media/stored-urls.ts';
import { neighborsOf } from './genres.ts';
import { selectAmong, selectCandidates, selectComparable } from './similar-queries.ts';
import { type Ranked, rankSimilar, scoreOf } from './similarity.ts';

/** The longest list. */
const MAX_SIMILAR = 24;
/** Lifetime of a cached ranking, ms, and size of the cache. */
const MAX_AGE = 60_000;
const MAX_STORED = 500;

interface Stored {
  at: number;
  ranking: Promise<Ranked[]>;
}
const stored = new WeakMap<Db, Map<string, Stored>>();

/**
 * Live tracks that resemble a released track, which may have been deleted.
 * @param origin of the media URLs.
 * @throws Problem `not_found`.
 */
export async function listSimilar(c: Context, id: string, limit: number, origin: string) {
  const ranked = (await ranking(c, id)).slice(0, limit);
  const found = await getTracks(
    c,
    ranked.map((one) => one.id),
  );
  const reasons = new Map(ranked.map((one) => [one.id, one.reasons]));
  return withAbsoluteUrls(found, origin).map((one) => ({ track: one, reasons: reasons.get(one.id)! }));
}

/** Similarity of live tracks to a released one: 1 for the same, 0 for nothing in common. */
export async function similaritiesTo(c: Context, id: string, ids: string[]): Promise<Map<string, number>> {
  const now = c.clock();
  const track = await selectComparable(c.db, now, id);
  if (!track) throw new Problem('not_found');
  const same = scoreOf(track, { ...track, savers: 0 });
  const others = await selectAmong(c.db, now, ids);
  return new Map(
    others.map((one) => [one.id, one.id === id ? 1 : same && scoreOf(track, { ...one, savers: 0 }) / same]),
  );
}

/** Tracks similar to one, ranked at most once a minute: that takes ten times as long as reading the tracks. */
function ranking(c: Context, id: string): Promise<Ranked[]> {
  const rankings = stored.get(c.db) ?? new Map<string, Stored>();
  stored.set(c.db, rankings);
  const now = c.clock();
  const last = rankings.get(id);
  if (last && Math.abs(now - last.at) < MAX_AGE) return last.ranking;
  const next = { at: now, ranking: rank(c, id, now) };
  rankings.delete(id);
  rankings.set(id, next);
  next.ranking.then(
    () => {
      // The oldest make room; ids of nothing take none.
      if (rankings.size > MAX_STORED) rankings.delete(rankings.keys().next().value!);
    },
    () => {
      if (rankings.get(id) === next) rankings.delete(id);
    },
  );
  return next.ranking;
}

async function rank(c: Context, id: string, now: number): Promise<Ranked[]> {
  const track = await selectComparable(c.db, now, id);
  if (!track) throw new Problem('not_found');
  const neighbors = track.genre_parent === null ? [] : neighborsOf(track.genre_parent);
  return rankSimilar(track, await selectCandidates(c.db, now, track, neighbors), MAX_SIMILAR);
}
