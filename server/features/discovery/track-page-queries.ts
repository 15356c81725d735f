import type { Db } from '../../platform/db/schema.ts';
import { lyricsOf, momentOf } from '../tracks/tracks.ts';

/** What a track's page shows besides the track, if it is released; it may have been deleted. */
export async function selectPageFacts(db: Db, now: number, id: string) {
  const rows = await db
    .selectFrom('track')
    .where('track.id', '=', id)
    .where('track.release_date', '<=', momentOf(now))
    .select((eb) => [
      'track.plays',
      lyricsOf(eb),
      eb
        .selectFrom('song_request')
        .whereRef('song_request.track_id', '=', 'track.id')
        .where('song_request.released', '=', 1)
        .select('song_request.id')
        .limit(1)
        .as('request_id'),
    ])
    .execute();
  return rows[0];
}
