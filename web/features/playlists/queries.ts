import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Playlist, PlaylistEntry } from 'contract/features/playlists.ts';
import { call, callPage } from '../../lib/http/api.ts';

const PAGE = 60;

export interface PlaylistPage {
  playlist: Playlist;
  entries: PlaylistEntry[];
  /** Opens the stream of its changes. */
  live: string | null;
}

/** The viewer's playlists, newest first. */
export const playlistsQuery = infiniteQueryOptions({
  queryKey: ['playlists'],
  queryFn: ({ pageParam }) => callPage('GET /playlist', { query: { limit: PAGE, cursor: pageParam } }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page) => page.next,
  // Without a connection, songs are added to what the page knows.
  gcTime: Number.POSITIVE_INFINITY,
  meta: { private: true },
});

/** The playlists of others that the viewer edits, newest first. */
export const sharedPlaylistsQuery = queryOptions({
  queryKey: ['shared-playlists'],
  queryFn: () => call('GET /playlist/shared'),
  meta: { private: true },
});

/** People invited to the viewer's playlist. */
export const invitationsQuery = (id: string) =>
  queryOptions({
    queryKey: ['playlist-invitations', id],
    queryFn: () => call('GET /playlist/:id/invitations', { params: { id } }),
    meta: { private: true },
  });

/** A playlist and its entries. */
export const playlistQuery = (id: string) =>
  queryOptions({
    queryKey: ['playlist', id],
    queryFn: (): Promise<PlaylistPage> => call('GET /playlist/:id/tracks', { params: { id } }),
    meta: { private: true },
  });

/** The viewer's playlists, newest first, and which of them contain the track. */
export const choicesQuery = (track_id: string) =>
  infiniteQueryOptions({
    queryKey: ['choices', track_id],
    queryFn: ({ pageParam }) =>
      callPage('GET /playlist/containing', { query: { track_id, limit: PAGE, cursor: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    staleTime: 0,
    meta: { private: true },
  });
