import { t } from '@lingui/core/macro';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { PlaylistEntry } from 'contract/features/playlists.ts';
import { call } from '../../lib/http/api.ts';
import { toast, toastProblem } from '../../ui/layers/toasts.ts';
import { invalidatePlaylists } from './mutations.ts';
import { playlistQuery } from './queries.ts';
import { entriesKey } from './use-live-playlist.ts';

interface Move {
  moving: PlaylistEntry;
  /** The entry whose place it takes. */
  target: PlaylistEntry;
  forward: boolean;
  /** The entry on its other side then, if there is one: it counts if the target has gone meanwhile. */
  neighbor: PlaylistEntry | undefined;
}

/** Moves an entry, optimistically; moves of one playlist run one after the other. */
export function useMoveEntry(id: string) {
  const client = useQueryClient();
  const sort = (ids: string[]) => updateEntries(client, id, (entries) => sortByIds(entries, ids));
  return useMutation({
    mutationKey: entriesKey(id),
    scope: { id: `order-${id}` },
    mutationFn: ({ moving, target, forward, neighbor }: Move) =>
      call('POST /playlist/:id/order', {
        params: { id },
        body: {
          playlist_track_id: moving.id,
          ...(forward ? { after: target.id } : { before: target.id }),
          neighbor: neighbor?.id,
        },
      }),
    onMutate: ({ moving, target }) =>
      updateEntries(client, id, (entries) => {
        const to = entries.findIndex((entry) => entry.id === target.id);
        if (to === -1) return entries;
        return entries.filter((entry) => entry.id !== moving.id).toSpliced(to, 0, moving);
      }),
    onSuccess: ({ order }) => sort(order),
    onError: async (error, _move, before) => {
      toastProblem(t`Couldn’t save the new order`, error);
      if (before) await sort(before.map((entry) => entry.id));
      void client.invalidateQueries({ queryKey: playlistQuery(id).queryKey });
    },
  });
}

/**
 * Changes the cached entries optimistically.
 * @returns the entries before the change, to put back those that the server keeps.
 */
async function updateEntries(
  client: QueryClient,
  id: string,
  update: (entries: PlaylistEntry[]) => PlaylistEntry[],
): Promise<PlaylistEntry[]> {
  const { queryKey } = playlistQuery(id);
  // A refetch that started earlier would overwrite the change.
  await client.cancelQueries({ queryKey });
  const before = client.getQueryData(queryKey)?.entries ?? [];
  client.setQueryData(queryKey, (page) => page && { ...page, entries: update(page.entries) });
  return before;
}

/** Sorts the entries by a list of ids; entries that are not in it go to the end. */
function sortByIds(entries: PlaylistEntry[], ids: string[]): PlaylistEntry[] {
  const places = new Map(ids.map((id, place) => [id, place]));
  const placeOf = ({ id }: PlaylistEntry) => places.get(id) ?? ids.length;
  return entries.toSorted((a, b) => placeOf(a) - placeOf(b));
}

/** Removes an entry, optimistically, and offers to undo that. */
export function useRemoveEntry(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationKey: entriesKey(id),
    mutationFn: (entry: PlaylistEntry) => call('DELETE /playlist_track/:id', { params: { id: entry.id } }),
    onMutate: (removed) =>
      updateEntries(client, id, (entries) => entries.filter((entry) => entry.id !== removed.id)),
    onSuccess: (_, removed, before) => {
      const position = before.findIndex((entry) => entry.id === removed.id);
      const undo = () => void restoreEntry(client, id, removed, position);
      toast(t`Track removed`, undefined, ...(removed.track ? [{ label: t`Undo`, run: undo }] : []));
      invalidatePlaylists(client);
    },
    onError: async (error, removed, before = []) => {
      toastProblem(t`Failed to remove track`, error);
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

/** Puts a removed track back in its place, counted from 0. The page that removed it may be gone by then. */
async function restoreEntry(
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
    toastProblem(t`Failed to restore track`, error);
  }
  void client.invalidateQueries({ queryKey: playlistQuery(playlist_id).queryKey });
  invalidatePlaylists(client);
}
