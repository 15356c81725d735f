import { createStore } from '../../lib/store.ts';

/** The track that the 'Add to Playlist' dialog is open for. Visitors are asked to log in instead. */
export const addToPlaylist = createStore<{ id: string; title: string } | null>(null);

export const openAddToPlaylist = ({ id, title }: { id: string; title: string }) =>
  addToPlaylist.set({ id, title });
