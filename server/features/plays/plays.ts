import { randomUUID } from 'node:crypto';
import { Problem } from 'contract/errors.ts';
import { countsFrom } from 'contract/plays.ts';
import type { Context } from '../../context.ts';
import { lockLiveTrack, popularityAfterPlay, setPopularity } from '../tracks/tracks.ts';
import { hasCountedSince, insertPlay } from './queries.ts';

export { playData } from './personal.ts';

export interface Play {
  track_id: string;
  played_ms: number;
  user_id: string | null;
  /** See `PlayEventTable.listener`. */
  listener: string;
}

/**
 * Records a play. It counts if enough was heard, at most once per listener and track within the track's duration. Locks
 * the track, so that concurrent plays are counted one after another.
 * @returns whether it counted.
 * @throws Problem `not_found` unless the track is live.
 */
export function recordPlay(c: Context, play: Play): Promise<boolean> {
  return c.db.transaction().execute(async (tx) => {
    const now = c.clock();
    const track = await lockLiveTrack(tx, c.engine, now, play.track_id);
    if (!track) throw new Problem('not_found');
    const heardEnough = play.played_ms >= countsFrom(track.duration_seconds);
    const counted = heardEnough && !(await hasCountedSince(tx, play, now - track.duration_seconds * 1000));
    await insertPlay(tx, { ...play, id: randomUUID(), counted: counted ? 1 : 0, created_at: now });
    if (counted) await setPopularity(tx, play.track_id, popularityAfterPlay(track.popularity, now));
    return counted;
  });
}
