import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { AnswerProblem } from 'contract/answers.ts';
import { upgradeHint } from 'contract/plans.ts';
import type { Playlist, PlaylistEntry } from 'contract/playlists.ts';
import { call, callPage } from '../../lib/api.ts';
import { useSession } from '../../lib/session.tsx';
import { toast, toastProblem } from '../../ui/toasts.ts';

const refreshed = ['playlists', 'choices', 'counts'];

/** The viewer's playlists, newest first, and how many there are. */
export function usePlaylists() {
  return useQuery({
    queryKey: ['playlists'],
    queryFn: () => callPage('GET /playlist'),
    meta: { private: true },
  });
}

export interface PlaylistPage {
  playlist: Playlist;
  entries: PlaylistEntry[];
}

const pageKey = (id: string) => ['playlist', id];

/** A playlist and everything in it. */
export function usePlaylist(id: string) {
  return useQuery({
    queryKey: pageKey(id),
    queryFn: (): Promise<PlaylistPage> => call('GET /playlist/:id/tracks', { params: { id } }),
    meta: { private: true },
  });
}

function useRefresh() {
  const client = useQueryClient();
  return () => {
    for (const key of refreshed) void client.invalidateQueries({ queryKey: [key] });
  };
}

export interface PlaylistWish {
  name: string;
  description: string;
}

/** Makes a playlist: private, with an empty cover (§3). */
export function useCreatePlaylist(onDone: (playlist: Playlist) => void) {
  const { viewer } = useSession();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (wish: PlaylistWish) =>
      call('POST /playlist', { body: { ...wish, privacy: 'private', cover_image_url: '' } }),
    onSuccess: (playlist) => {
      toast('Playlist created!');
      refresh();
      onDone(playlist);
    },
    onError: (error) => {
      if (error instanceof AnswerProblem && error.code === 'limit_reached') {
        const limit = error.details.limit ?? 'unlimited';
        toastProblem(
          `Limit reached (${limit} playlists)`,
          upgradeHint('playlists', viewer?.plan_tier) || "You've reached your playlist limit",
        );
      } else toastProblem('Failed to create playlist', error.message);
    },
  });
}

/** Changes what a playlist says of itself, or hides it, or brings it back. */
export function useEditPlaylist(id: string) {
  const client = useQueryClient();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (
      change: Partial<Pick<Playlist, 'name' | 'description' | 'privacy' | 'cover_image_url' | 'is_deleted'>>,
    ) => call('PATCH /playlist/:id', { params: { id }, body: change }),
    onSuccess: (playlist) => {
      client.setQueryData<PlaylistPage>(pageKey(id), (page) => page && { ...page, playlist });
      refresh();
    },
  });
}

/** Moves an entry; the list shows it at once and takes the server's order afterwards. */
export function useMoveEntry(id: string) {
  const client = useQueryClient();
  const order = (change: (entries: PlaylistEntry[]) => PlaylistEntry[]) =>
    client.setQueryData<PlaylistPage>(
      pageKey(id),
      (page) => page && { ...page, entries: change(page.entries) },
    );
  return useMutation({
    scope: { id: `order-${id}` },
    mutationFn: ({
      moving,
      next,
      forward,
    }: {
      moving: PlaylistEntry;
      next: PlaylistEntry;
      forward: boolean;
    }) =>
      call('POST /playlist/:id/order', {
        params: { id },
        body: { playlist_track_id: moving.id, ...(forward ? { after: next.id } : { before: next.id }) },
      }),
    onMutate: ({ moving, next }) =>
      order((entries) => {
        const to = entries.indexOf(next);
        return entries.filter((entry) => entry !== moving).toSpliced(to, 0, moving);
      }),
    onSuccess: ({ order: ids }) =>
      order((entries) => {
        const byId = new Map(entries.map((entry) => [entry.id, entry]));
        return ids.flatMap((link) => byId.get(link) ?? []);
      }),
    onError: (error) => {
      toastProblem('The order was not kept', error.message);
      void client.invalidateQueries({ queryKey: pageKey(id) });
    },
  });
}

/** Takes an entry out; it is back when the server refuses. */
export function useRemoveEntry(id: string) {
  const client = useQueryClient();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (entry: PlaylistEntry) => call('DELETE /playlist_track/:id', { params: { id: entry.id } }),
    onMutate: (entry) => {
      const before = client.getQueryData<PlaylistPage>(pageKey(id));
      client.setQueryData<PlaylistPage>(
        pageKey(id),
        (page) => page && { ...page, entries: page.entries.filter((other) => other.id !== entry.id) },
      );
      return before;
    },
    onSuccess: () => {
      toast('Track removed');
      refresh();
      void client.invalidateQueries({ queryKey: pageKey(id) });
    },
    onError: (error, _entry, before) => {
      client.setQueryData(pageKey(id), before);
      toastProblem('Failed to remove track', error.message);
    },
  });
}
