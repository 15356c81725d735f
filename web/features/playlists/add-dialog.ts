import { createStore } from '../../lib/store.ts';

/** The 'Add to Playlist' dialog, open for a track. */
export const addToPlaylist = createStore<{ id: string; title: string } | null>(null);
