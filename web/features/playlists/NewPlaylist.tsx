import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { toast } from '../../ui/toasts.ts';
import { createPlaylist, creationFailure, invalidatePlaylists } from './mutations.ts';
import { PlaylistForm } from './PlaylistForm.tsx';

/** Creates a playlist that holds the track. */
export default function NewPlaylist({
  track,
  onClose,
}: {
  track: { id: string; title: string };
  onClose: () => void;
}) {
  const client = useQueryClient();
  return (
    <PlaylistForm
      submitLabel="Create and add"
      onSubmit={async (input) => {
        const playlist = await createPlaylist(client, input);
        await call('POST /playlist_track', { body: { playlist_id: playlist.id, track_id: track.id } });
        toast('Added to playlist', `"${track.title}" has been added to "${playlist.name}"`);
        invalidatePlaylists(client);
        onClose();
      }}
      failure={creationFailure}
      onCancel={onClose}
    />
  );
}
