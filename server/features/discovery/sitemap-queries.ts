import type { Db } from '../../platform/db/schema.ts';
import { isPublic } from '../song-requests/song-requests.ts';
import { liveTracksAmong, momentOf } from '../tracks/tracks.ts';

/** The last row number of tracks and of song requests; 0 without any. */
export async function selectLastRows(db: Db): Promise<{ tracks: number; requests: number }> {
  const last = (table: 'track' | 'song_request') =>
    db.selectFrom(table).select('seq').orderBy('seq', 'desc').limit(1).executeTakeFirst();
  const [track, request] = await Promise.all([last('track'), last('song_request')]);
  return { tracks: Number(track?.seq ?? 0), requests: Number(request?.seq ?? 0) };
}

/** Live tracks of a range of row numbers, by primary key. */
export function selectTrackRange(db: Db, now: number, from: number, to: number) {
  return liveTracksAmong(db, momentOf(now))
    .where('track.seq', '>=', from)
    .where('track.seq', '<', to)
    .select(['track.id', 'track.title', 'track.artist_slug', 'track.updated_at'])
    .orderBy('track.seq')
    .execute();
}

/** Song requests of a range of row numbers that everyone may see and that may still become a song, or did. */
export function selectRequestRange(db: Db, from: number, to: number) {
  return db
    .selectFrom('song_request')
    .where('seq', '>=', from)
    .where('seq', '<', to)
    .where('refunded_at', 'is', null)
    .where(isPublic)
    .select('id')
    .orderBy('seq')
    .execute();
}
