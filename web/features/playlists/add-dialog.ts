import { switchStore } from '../../ui/switch-store.ts';

/** The 'Add to Playlist' dialog, open for a track. */
export const addToPlaylist = switchStore<{ id: string; title: string }>();
