import { useSyncExternalStore } from 'react';
import { lazy } from '../../lib/lazy.ts';
import { Later } from '../../ui/Later.tsx';
import { addToPlaylist } from './add-dialog.ts';

const AddToPlaylist = lazy(() => import('./AddToPlaylist.tsx'));

/** Where the 'Add to Playlist' dialog opens; it is loaded with its first opening. */
export function AddToPlaylistLayer() {
  const track = useSyncExternalStore(addToPlaylist.listen, addToPlaylist.value, addToPlaylist.value);
  return track && <Later>{<AddToPlaylist track={track} />}</Later>;
}
