import { useLocation } from 'wouter';
import { Sheet } from '../../ui/Sheet.tsx';
import { useCreatePlaylist } from './mutations.ts';
import { PlaylistForm } from './PlaylistForm.tsx';

/** The dialog that creates a playlist and opens it. */
export function CreatePlaylist({ onClose }: { onClose: () => void }) {
  const [, navigate] = useLocation();
  const { mutate, isPending } = useCreatePlaylist((playlist) => navigate(`/playlists/${playlist.id}`));
  return (
    <Sheet title="Create Playlist" onClose={onClose}>
      <PlaylistForm submitLabel="Create" busy={isPending} onSubmit={mutate} onCancel={onClose} />
    </Sheet>
  );
}
