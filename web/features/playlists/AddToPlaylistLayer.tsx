import { useStore } from '../../lib/store.ts';
import { lazyLayer } from '../../ui/lazy-layer.tsx';
import { addToPlaylist } from './add-to-playlist.ts';

const AddToPlaylist = lazyLayer(() => import('./AddToPlaylist.tsx'));

/** Renders the 'Add to Playlist' dialog while it is open for a track. */
export default function AddToPlaylistLayer() {
  const track = useStore(addToPlaylist);
  return track && <AddToPlaylist track={track} />;
}
