import { session } from '../../lib/session-token.ts';
import { createStore } from '../../lib/store.ts';
import { toastProblem } from '../../ui/toasts.ts';

/** The track that the 'Add to Playlist' dialog is open for. */
export const addToPlaylist = createStore<{ id: string; title: string } | null>(null);

/** Opens the 'Add to Playlist' dialog for a track; visitors are asked to log in. */
export function openAddToPlaylist({ id, title }: { id: string; title: string }): void {
  if (session.token() === null) toastProblem('Login required', 'Please log in to add tracks to playlists');
  else addToPlaylist.set({ id, title });
}
