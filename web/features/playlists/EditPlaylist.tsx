import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Sheet } from '../../ui/Sheet.tsx';
import { toast } from '../../ui/toasts.ts';
import { CoverPicker } from './CoverPicker.tsx';
import { changePlaylist } from './mutations.ts';
import { PlaylistForm } from './PlaylistForm.tsx';
import type { PlaylistPage } from './queries.ts';

/** The dialog for a playlist's name, description, privacy and cover. */
export function EditPlaylist({ page, onClose }: { page: PlaylistPage; onClose: () => void }) {
  const { playlist } = page;
  const client = useQueryClient();
  const [isPublic, setPublic] = useState(playlist.privacy === 'public');
  const [cover, setCover] = useState(playlist.cover_image_url);
  return (
    <Sheet title="Edit playlist" onClose={onClose}>
      <PlaylistForm
        initial={{ name: playlist.name, description: playlist.description ?? '' }}
        submitLabel="Save"
        onCancel={onClose}
        onSubmit={async (input) => {
          const privacy = isPublic ? 'public' : 'private';
          await changePlaylist(client, playlist.id, { ...input, privacy, cover_image_url: cover });
          toast('Playlist saved');
          onClose();
        }}
        failure={{ title: 'Failed to save playlist' }}
      >
        <label className="flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            checked={isPublic}
            onChange={({ target }) => setPublic(target.checked)}
            className="size-5"
          />
          <span>
            Public <span className="text-faint">– anyone with the link can listen</span>
          </span>
        </label>
        <CoverPicker page={page} value={cover} onChange={setCover} />
      </PlaylistForm>
    </Sheet>
  );
}
