import { useStore } from '../../lib/store.ts';
import { lazyLayer } from '../../ui/lazy-layer.tsx';
import { addToPlaylist } from './add-dialog.ts';

const AddToPlaylist = lazyLayer(() => import('./AddToPlaylist.tsx'));

/** Where the 'Add to Playlist' dialog opens; it is loaded with its first opening. */
export function AddToPlaylistLayer() {
  const track = useStore(addToPlaylist);
  return track && <AddToPlaylist track={track} />;
}
