import { plural, t } from '@lingui/core/macro';
import { type InfiniteData, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { AnswerProblem } from 'contract/answers.ts';
import type { Playlist } from 'contract/features/playlists.ts';
import { seePlans } from '../../lib/credits.ts';
import { call, type Page } from '../../lib/http/api.ts';
import { toast, toastProblem } from '../../ui/layers/toasts.ts';
import { playlistQuery } from './queries.ts';

/** Changes the lists of the viewer's playlists as far as they are loaded: without a connection they stay like this. */
function showInLists(client: QueryClient, change: (rows: Playlist[], place: number) => Playlist[]): void {
  for (const key of ['playlists', 'choices'])
    client.setQueriesData<InfiniteData<Page<Playlist>>>(
      { queryKey: [key] },
      (data) =>
        data && {
          ...data,
          pages: data.pages.map((page, place) => {
            const rows = change(page.rows, place);
            return { ...page, rows, total: page.total + rows.length - page.rows.length };
          }),
        },
    );
}

/** Refetches every list that shows the viewer's playlists or counts them. */
export function invalidatePlaylists(client: QueryClient): void {
  for (const key of ['playlists', 'shared-playlists', 'choices', 'counts'])
    void client.invalidateQueries({ queryKey: [key] });
}

export interface PlaylistInput {
  name: string;
  description?: string | null | undefined;
}

/** Creates a playlist: private, without a cover (§3). */
export async function createPlaylist(client: QueryClient, input: PlaylistInput): Promise<Playlist> {
  const body = { ...input, privacy: 'private' as const, cover_image_url: '' };
  const playlist = await call('POST /playlist', { body });
  showInLists(client, (rows, place) =>
    place === 0 ? [{ ...playlist, playlist_track_id: null }, ...rows] : rows,
  );
  toast(t`Playlist created!`);
  invalidatePlaylists(client);
  return playlist;
}

/** Says that a track is in a playlist now. */
export const addedWords = ({ title }: { title: string }, { name }: { name: string }): string =>
  t`"${title}" has been added to "${name}"`;

/** The toast for a playlist that could not be created (§8). */
export function creationFailure(error: Error) {
  if (!(error instanceof AnswerProblem && error.code === 'limit_reached'))
    return { title: t`Failed to create playlist` };
  const { limit } = error.details;
  return {
    title:
      limit == null
        ? t`Limit reached (unlimited playlists)`
        : plural(Number(limit), { one: 'Limit reached (# playlist)', other: 'Limit reached (# playlists)' }),
    sentence: t`You've reached your playlist limit`,
    actions: [seePlans],
  };
}

/** Offers the plans after a change that the plan's limit refused. */
export const plansIfFull = (error: unknown) =>
  error instanceof AnswerProblem && error.code === 'limit_reached' ? [seePlans] : [];

type PlaylistChange = Partial<PlaylistInput & Pick<Playlist, 'privacy' | 'cover_image_url' | 'is_deleted'>>;

export async function changePlaylist(client: QueryClient, id: string, change: PlaylistChange): Promise<void> {
  const answer = await call('PATCH /playlist/:id', { params: { id }, body: change });
  const changed = (playlist: Playlist) => ({ ...playlist, ...answer });
  client.setQueryData(
    playlistQuery(id).queryKey,
    (page) => page && { ...page, playlist: changed(page.playlist) },
  );
  showInLists(client, (rows) =>
    rows.map((row) => (row.id === id ? changed(row) : row)).filter(({ is_deleted }) => !is_deleted),
  );
  invalidatePlaylists(client);
}

/** Deletes a playlist and offers to undo that. */
export function useDeletePlaylist({ id, name }: Playlist, navigate: (to: string) => void) {
  const client = useQueryClient();
  // The page with this hook is gone by then, so Undo must not depend on a component.
  const undo = async () => {
    try {
      await changePlaylist(client, id, { is_deleted: false });
      navigate(`/playlists/${id}`);
    } catch (error) {
      toastProblem(t`Failed to restore playlist`, error, ...plansIfFull(error));
    }
  };
  return useMutation({
    mutationFn: () => changePlaylist(client, id, { is_deleted: true }),
    onSuccess: () => {
      navigate('/playlists');
      toast(t`Playlist deleted`, `“${name}”`, { label: t`Undo`, run: undo });
    },
    onError: (error) => toastProblem(t`Failed to delete playlist`, error),
  });
}
