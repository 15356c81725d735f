import type { Context } from '../../platform/context.ts';
import { listLastPlayed } from '../plays/plays.ts';
import { listOwnLatest } from '../song-requests/song-requests.ts';
import { getTracks } from '../tracks/tracks.ts';

/** How many the row has, and at most how many of them are songs that came of the member's votes, or requests. */
const ROW = 5;
const EACH = 2;
/** How long a released song is new to those who called for it, ms. */
const NEW_MS = 30 * 86_400_000;

/** What is nearest to being heard comes first. */
const URGENCY = ['choosing', 'in_studio', 'queued', 'open'];

/** What a member goes on with: songs that they called for, requests that wait for their goal, and what they played. */
export async function jumpBackIn(c: Context, user_id: string) {
  const [requests, lastPlayed] = await Promise.all([
    listOwnLatest(c.db, user_id),
    listLastPlayed(c.db, user_id, 2 * ROW),
  ]);
  const since = c.clock() - NEW_MS;
  const newSongs = requests
    .filter(({ release_date, track_id }) => track_id !== null && (release_date ?? 0) > since)
    .toSorted((a, b) => b.release_date! - a.release_date!)
    .flatMap(({ track_id }) => track_id ?? []);
  // Some may be withdrawn.
  const live = await getTracks(c, [...new Set([...newSongs, ...lastPlayed])]);
  const songs = live.filter(({ id }) => newSongs.includes(id)).slice(0, EACH);
  const waiting = requests
    .filter(({ status }) => URGENCY.includes(status))
    .toSorted((a, b) => URGENCY.indexOf(a.status) - URGENCY.indexOf(b.status))
    .slice(0, EACH);
  const played = live
    .filter((track) => lastPlayed.includes(track.id) && !songs.includes(track))
    .slice(0, ROW - songs.length - waiting.length);
  return { songs, requests: waiting, played };
}
