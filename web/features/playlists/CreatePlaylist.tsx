import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { Sheet } from '../../ui/Sheet.tsx';
import { createPlaylist, creationFailure } from './mutations.ts';
import { PlaylistForm } from './PlaylistForm.tsx';

/** The dialog that creates a playlist and opens it. */
export function CreatePlaylist({ onClose }: { onClose: () => void }) {
  const [, navigate] = useLocation();
  const client = useQueryClient();
  return (
    <Sheet title="Create Playlist" onClose={onClose}>
      <PlaylistForm
        submitLabel="Create"
        onSubmit={async (input) => navigate(`/playlists/${(await createPlaylist(client, input)).id}`)}
        failure={creationFailure}
        onCancel={onClose}
      />
    </Sheet>
  );
}
