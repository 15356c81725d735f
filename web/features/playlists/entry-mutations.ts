import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { PlaylistEntry } from 'contract/playlist-tracks.ts';
import { call } from '../../lib/api.ts';
import { toastProblem } from '../../ui/toasts.ts';
import { playlistQuery } from './queries.ts';
import { sortByIds, updateEntries } from './update-entries.ts';

interface Move {
  moving: PlaylistEntry;
  /** The entry whose place it takes. */
  target: PlaylistEntry;
  forward: boolean;
}

/** Moves an entry, optimistically; moves of one playlist run one after the other. */
export function useMoveEntry(id: string) {
  const client = useQueryClient();
  const sort = (ids: string[]) => updateEntries(client, id, (entries) => sortByIds(entries, ids));
  return useMutation({
    scope: { id: `order-${id}` },
    mutationFn: ({ moving, target, forward }: Move) =>
      call('POST /playlist/:id/order', {
        params: { id },
        body: { playlist_track_id: moving.id, ...(forward ? { after: target.id } : { before: target.id }) },
      }),
    onMutate: ({ moving, target }) =>
      updateEntries(client, id, (entries) => {
        const to = entries.findIndex((entry) => entry.id === target.id);
        return entries.filter((entry) => entry.id !== moving.id).toSpliced(to, 0, moving);
      }),
    onSuccess: ({ order }) => sort(order),
    onError: async (error, _move, before) => {
      toastProblem('Couldn’t save the new order', error.message);
      if (before) await sort(before.map((entry) => entry.id));
      void client.invalidateQueries({ queryKey: playlistQuery(id).queryKey });
    },
  });
}
