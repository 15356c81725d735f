import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { PlaylistChoice } from 'contract/playlists.ts';
import { call } from '../../lib/api.ts';
import { toast, toastProblem } from '../../ui/toasts.ts';
import { choicesQuery, playlistQuery } from './queries.ts';

/** Stands for the link's id until the server has created it. */
const ADDING = 'adding';

/**
 * Adds a track to a playlist or removes it, optimistically. The mutation takes the id of the track's link to the
 * playlist, or null to add it.
 */
export function useToggleInPlaylist(playlist: PlaylistChoice, track: { id: string; title: string }) {
  const client = useQueryClient();
  const setLink = (playlist_track_id: string | null) =>
    client.setQueryData(
      choicesQuery(track.id).queryKey,
      (data) =>
        data && {
          ...data,
          pages: data.pages.map((page) => ({
            ...page,
            rows: page.rows.map((row) => (row.id === playlist.id ? { ...row, playlist_track_id } : row)),
          })),
        },
    );
  return useMutation({
    mutationFn: async (link: string | null) => {
      if (link === null) {
        const body = { playlist_id: playlist.id, track_id: track.id, position: 0 };
        return (await call('POST /playlist_track', { body })).id;
      }
      await call('DELETE /playlist_track/:id', { params: { id: link } });
      return null;
    },
    onMutate: (link) => setLink(link === null ? ADDING : null),
    onSuccess: (link) => {
      setLink(link);
      if (link === null) toast('Removed from playlist');
      else toast('Added to playlist', `"${track.title}" has been added to "${playlist.name}"`);
      void client.invalidateQueries({ queryKey: ['playlists'] });
      void client.invalidateQueries({ queryKey: playlistQuery(playlist.id).queryKey });
    },
    onError: (error, link) => {
      setLink(link);
      toastProblem(
        link === null ? 'Failed to add to playlist' : 'Failed to remove from playlist',
        error.message,
      );
    },
  });
}
