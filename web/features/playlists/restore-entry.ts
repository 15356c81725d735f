import type { QueryClient } from '@tanstack/react-query';
import type { PlaylistEntry } from 'contract/playlist-tracks.ts';
import { call } from '../../lib/api.ts';
import { toastProblem } from '../../ui/toasts.ts';
import { invalidatePlaylists } from './mutations.ts';
import { playlistQuery } from './queries.ts';

/** Puts a removed track back in its place, counted from 0. The page that removed it may be gone by then. */
export async function restoreEntry(
  client: QueryClient,
  playlist_id: string,
  { track_id }: PlaylistEntry,
  position: number,
): Promise<void> {
  try {
    const { id } = await call('POST /playlist_track', { body: { playlist_id, track_id } });
    // A new entry is the last one: for `POST`, position 0 means the end (§3).
    await call('PATCH /playlist_track/:id', { params: { id }, body: { position } });
  } catch (error) {
    toastProblem('Failed to restore track', (error as Error).message);
  }
  void client.invalidateQueries({ queryKey: playlistQuery(playlist_id).queryKey });
  invalidatePlaylists(client);
}
