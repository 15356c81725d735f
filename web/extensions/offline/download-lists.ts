import { t } from '@lingui/core/macro';
import type { QueryClient } from '@tanstack/react-query';
import type { Playlist, PlaylistEntry } from 'contract/features/playlists.ts';
import type { Track } from 'contract/features/tracks.ts';
import { call, callPage, isMissing } from '../../lib/http/api.ts';

/** Id of a downloaded list: a playlist, the person's library, or one song. */
export type ListId = `playlist:${string}` | `track:${string}` | 'library';

/** Reason why an incomplete list is not being fetched. */
export type Stop = 'paused' | 'full' | 'failed' | 'elsewhere';

export interface ListContent {
  name: string;
  /** Its songs that may be kept, in order. */
  tracks: Track[];
  /** A playlist as its page shows it. */
  page: { playlist: Playlist; entries: PlaylistEntry[] } | null;
}

export interface DownloadList extends ListContent {
  id: ListId;
  /** Reason for waiting; null while its songs are fetched and when all are here. */
  stopped: Stop | null;
  /** Time of the last content check with the server, epoch ms. */
  checked_at: number;
}

/** A library has more; the first ones stand for it, as for 'Play all'. */
const MOST_SAVED = 1000;
const PAGE = 200;

/** Loads a list's content from the server; null if it is gone, or is no longer for this person to see. */
export async function loadList(id: ListId): Promise<ListContent | null> {
  const key = id.slice(id.indexOf(':') + 1);
  try {
    if (id === 'library') return { name: t`Saved Tracks`, tracks: await loadLibrary(), page: null };
    if (id.startsWith('track:')) {
      const track = await call('GET /track/:id', { params: { id: key } });
      return { name: track.title, tracks: [track].filter(isDownloadable), page: null };
    }
    return playlistContent(await call('GET /playlist/:id/tracks', { params: { id: key } }));
  } catch (error) {
    if (isMissing(error as Error)) return null;
    throw error;
  }
}

export function playlistContent(page: NonNullable<ListContent['page']>): ListContent {
  const tracks = page.entries.flatMap(({ track }) => (track && isDownloadable(track) ? [track] : []));
  return { name: page.playlist.name, tracks, page };
}

async function loadLibrary(): Promise<Track[]> {
  const tracks: Track[] = [];
  let cursor: string | undefined;
  do {
    const { rows, next } = await callPage('GET /library/tracks', { query: { limit: PAGE, cursor } });
    tracks.push(...rows.filter(isDownloadable));
    cursor = next;
  } while (cursor && tracks.length < MOST_SAVED);
  return tracks.slice(0, MOST_SAVED);
}

/** Songs that are out, and whose file is one of Ovation's own. */
const isDownloadable = ({ is_deleted, release_date, audio_url }: Track) =>
  !is_deleted && Date.parse(release_date) <= Date.now() && new URL(audio_url).pathname.startsWith('/media/');

/** Shows the kept playlists where the server could not be asked. */
export function showDownloadedPlaylists(client: QueryClient, lists: DownloadList[]): void {
  for (const { page } of lists) {
    const queryKey = ['playlist', page?.playlist.id];
    if (!page || client.getQueryData(queryKey) !== undefined) continue;
    // Without a connection nothing is live; and what was kept by an earlier version knows no editors.
    const { role = null, editors = [] }: Partial<Playlist> = page.playlist;
    client.setQueryData(queryKey, { ...page, playlist: { ...page.playlist, role, editors }, live: null });
  }
}
