import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { AnswerProblem } from 'contract/answers.ts';
import { upgradeHint } from 'contract/plans.ts';
import type { Playlist } from 'contract/playlists.ts';
import { call } from '../../lib/api.ts';
import { useSession } from '../../lib/session.tsx';
import { toast, toastProblem } from '../../ui/toasts.ts';
import { playlistQuery } from './queries.ts';

/** Refetches every list that shows the viewer's playlists or counts them. */
export function invalidatePlaylists(client: QueryClient): void {
  for (const key of ['playlists', 'choices', 'counts']) void client.invalidateQueries({ queryKey: [key] });
}

export interface PlaylistInput {
  name: string;
  description: string;
}

/** Creates a playlist: private, without a cover (§3). */
export function useCreatePlaylist(onCreated: (playlist: Playlist) => void) {
  const client = useQueryClient();
  const { viewer } = useSession();
  return useMutation({
    mutationFn: (input: PlaylistInput) =>
      call('POST /playlist', { body: { ...input, privacy: 'private', cover_image_url: '' } }),
    onSuccess: (playlist) => {
      toast('Playlist created!');
      invalidatePlaylists(client);
      onCreated(playlist);
    },
    onError: (error) => {
      if (error instanceof AnswerProblem && error.code === 'limit_reached') {
        toastProblem(
          `Limit reached (${error.details.limit ?? 'unlimited'} playlists)`,
          upgradeHint('playlists', viewer?.plan_tier) || "You've reached your playlist limit",
        );
      } else toastProblem('Failed to create playlist', error.message);
    },
  });
}

type PlaylistChange = Partial<
  Pick<Playlist, 'name' | 'description' | 'privacy' | 'cover_image_url' | 'is_deleted'>
>;

async function changePlaylist(client: QueryClient, id: string, change: PlaylistChange): Promise<void> {
  const playlist = await call('PATCH /playlist/:id', { params: { id }, body: change });
  client.setQueryData(playlistQuery(id).queryKey, (page) => page && { ...page, playlist });
  invalidatePlaylists(client);
}

export function useEditPlaylist(id: string) {
  const client = useQueryClient();
  return useMutation({ mutationFn: (change: PlaylistChange) => changePlaylist(client, id, change) });
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
      toastProblem('Failed to restore playlist', (error as Error).message);
    }
  };
  return useMutation({
    mutationFn: () => changePlaylist(client, id, { is_deleted: true }),
    onSuccess: () => {
      navigate('/playlists');
      toast('Playlist deleted', `"${name}"`, { label: 'Undo', run: undo });
    },
    onError: (error) => toastProblem('Failed to delete playlist', error.message),
  });
}
