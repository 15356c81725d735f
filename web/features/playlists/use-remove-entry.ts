import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { PlaylistEntry } from 'contract/playlist-tracks.ts';
import { call } from '../../lib/api.ts';
import { toast, toastProblem } from '../../ui/toasts.ts';
import { invalidatePlaylists } from './mutations.ts';
import { playlistQuery } from './queries.ts';
import { restoreEntry } from './restore-entry.ts';
import { sortByIds, updateEntries } from './update-entries.ts';

/** Removes an entry, optimistically, and offers to undo that. */
export function useRemoveEntry(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (entry: PlaylistEntry) => call('DELETE /playlist_track/:id', { params: { id: entry.id } }),
    onMutate: (removed) =>
      updateEntries(client, id, (entries) => entries.filter((entry) => entry.id !== removed.id)),
    onSuccess: (_, removed, before) => {
      const position = before.findIndex((entry) => entry.id === removed.id);
      const undo = () => void restoreEntry(client, id, removed, position);
      toast('Track removed', undefined, removed.track ? { label: 'Undo', run: undo } : undefined);
      invalidatePlaylists(client);
    },
    onError: async (error, removed, before = []) => {
      toastProblem('Failed to remove track', error.message);
      // Only this entry comes back: others may have been removed or moved since.
      await updateEntries(client, id, (entries) =>
        sortByIds(
          [...entries.filter((entry) => entry.id !== removed.id), removed],
          before.map((entry) => entry.id),
        ),
      );
    },
    onSettled: () => client.invalidateQueries({ queryKey: playlistQuery(id).queryKey }),
  });
}
