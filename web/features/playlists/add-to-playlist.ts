import { session } from '../../lib/session-token.ts';
import { createStore } from '../../lib/store.ts';

/** The track that the 'Add to Playlist' dialog is open for. */
export const addToPlaylist = createStore<{ id: string; title: string } | null>(null);

/** Opens the 'Add to Playlist' dialog for a track; visitors are asked to log in. */
export async function openAddToPlaylist({ id, title }: { id: string; title: string }): Promise<void> {
  const track = { id, title };
  if (session.token() !== null) return addToPlaylist.set(track);
  const { askToLogIn } = await import('../../ui/ask-to-log-in.ts');
  askToLogIn('Login required', 'Please log in to add tracks to playlists', {
    kind: 'add-to-playlist',
    track,
  });
}
