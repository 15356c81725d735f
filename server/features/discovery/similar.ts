import { Problem } from 'contract/errors.ts';
import type { Context } from '../../context.ts';
import { withAbsoluteUrls } from '../../platform/media/addresses.ts';
import { getTracks } from '../tracks/tracks.ts';
import { neighborsOf } from './genre-neighbors.ts';
import { selectCandidates, selectComparable } from './similar-queries.ts';
import { rankSimilar } from './similarity.ts';

/**
 * Live tracks that resemble a released track, which may have been deleted.
 * @param origin of the media addresses.
 * @throws Problem `not_found`.
 */
export async function listSimilar(c: Context, id: string, limit: number, origin: string) {
  const now = c.clock();
  const track = await selectComparable(c.db, now, id);
  if (!track) throw new Problem('not_found');
  const neighbors = track.genre_parent === null ? [] : neighborsOf(track.genre_parent);
  const ranked = rankSimilar(track, await selectCandidates(c.db, now, track, neighbors), limit);
  const found = await getTracks(
    c,
    ranked.map((one) => one.id),
  );
  const reasons = new Map(ranked.map((one) => [one.id, one.reasons]));
  return withAbsoluteUrls(found, origin).map((one) => ({ track: one, reasons: reasons.get(one.id)! }));
}
