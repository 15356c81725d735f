import { useCallback } from 'react';
import { useSession } from '../../lib/session.tsx';
import { createStore } from '../../lib/store.ts';
import { toastProblem } from '../../ui/toasts.ts';

/** The track that the 'Add to Playlist' dialog is open for. */
export const addToPlaylist = createStore<{ id: string; title: string } | null>(null);

/** Opens the 'Add to Playlist' dialog for a track; visitors are asked to log in. */
export function useAddToPlaylist() {
  const { viewer } = useSession();
  return useCallback(
    ({ id, title }: { id: string; title: string }) => {
      if (viewer) addToPlaylist.set({ id, title });
      else toastProblem('Login required', 'Please log in to add tracks to playlists');
    },
    [viewer],
  );
}
