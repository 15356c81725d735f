import { randomUUID } from 'node:crypto';
import { Problem } from 'contract/errors.ts';
import { countsFrom } from 'contract/plays.ts';
import type { Context } from '../../context.ts';
import type { PersonalData } from '../accounts/accounts.ts';
import { lockLiveTrack, popularityAfterPlay, setPopularity } from '../tracks/tracks.ts';
import { countedSince, insertPlay, playActivity, renameListener, selectPlays } from './queries.ts';

export interface Play {
  track_id: string;
  played_ms: number;
  user_id: string | null;
  /** See `PlayEventTable.listener`. */
  listener: string;
}

/**
 * Notes a play, and counts it when enough was heard, at most once per listener and track in the track's own
 * length. The track's row is locked first, so that two plays told at the same time are weighed one by one.
 * @returns whether it counted.
 */
export function recordPlay(c: Context, play: Play): Promise<boolean> {
  return c.db.transaction().execute(async (tx) => {
    const now = c.clock();
    const track = await lockLiveTrack(tx, c.engine, now, play.track_id);
    if (!track) throw new Problem('not_found');
    const heardEnough = play.played_ms >= countsFrom(track.duration_seconds);
    const counted = heardEnough && !(await countedSince(tx, play, now - track.duration_seconds * 1000));
    await insertPlay(tx, { ...play, id: randomUUID(), counted: counted ? 1 : 0, created_at: now });
    if (counted) await setPopularity(tx, play.track_id, popularityAfterPlay(track.popularity, now));
    return counted;
  });
}

/** A person's plays: counted ones are activity, all are handed over. */
export const playData: PersonalData = {
  name: 'plays',
  activity: playActivity,
  export: selectPlays,
  // The play stays, since the track's popularity stands on it; who listened goes.
  erase: (tx, user_id) => renameListener(tx, user_id, `gone:${randomUUID()}`),
};
