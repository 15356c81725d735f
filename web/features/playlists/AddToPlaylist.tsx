import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { PlaylistChoice } from 'contract/playlists.ts';
import { Check, Lock, Plus } from 'lucide-react';
import { useLocation } from 'wouter';
import { call } from '../../lib/api.ts';
import { Button } from '../../ui/Button.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { toast, toastProblem } from '../../ui/toasts.ts';
import { addToPlaylist } from './add-dialog.ts';

/** §2: the viewer's playlists as toggles; one that holds the track already shows so. */
export default function AddToPlaylist({ track }: { track: { id: string; title: string } }) {
  const [, navigate] = useLocation();
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['choices', track.id],
    queryFn: () => call('GET /playlist/containing', { query: { track_id: track.id } }),
    staleTime: 0,
    meta: { private: true },
  });
  return (
    <Sheet
      title="Add to Playlist"
      description={`Choose a playlist to add "${track.title}"`}
      onClose={() => addToPlaylist.set(null)}
    >
      {isPending && (
        <p role="status" className="py-6 text-center text-soft">
          Loading playlists...
        </p>
      )}
      {error && (
        <p role="alert" className="flex items-center justify-between gap-4 text-soft">
          {error.message} <Button onClick={() => refetch()}>Try again</Button>
        </p>
      )}
      {data?.length === 0 && (
        <div className="grid justify-items-center gap-4 py-5">
          <p className="text-soft">No playlists yet</p>
          <Button
            look="ember"
            onClick={() => {
              addToPlaylist.set(null);
              navigate('/playlists');
            }}
          >
            Create a playlist first
          </Button>
        </div>
      )}
      {data && data.length > 0 && (
        <ul className="-mx-2 grid max-h-[400px] grid-cols-1 gap-1 overflow-y-auto px-2 py-1">
          {data.map((choice) => (
            <li key={choice.id}>
              <Choice choice={choice} track={track} />
            </li>
          ))}
        </ul>
      )}
    </Sheet>
  );
}

function Choice({ choice, track }: { choice: PlaylistChoice; track: { id: string; title: string } }) {
  const client = useQueryClient();
  const holds = choice.playlist_track_id !== null;
  const paint = (playlist_track_id: string | null) =>
    client.setQueryData<PlaylistChoice[]>(['choices', track.id], (choices) =>
      choices?.map((other) => (other.id === choice.id ? { ...other, playlist_track_id } : other)),
    );
  const { mutate, isPending } = useMutation({
    mutationFn: async (link: string | null) => {
      if (link === null) {
        const { id } = await call('POST /playlist_track', {
          body: { playlist_id: choice.id, track_id: track.id, position: 0 },
        });
        return id;
      }
      await call('DELETE /playlist_track/:id', { params: { id: link } });
      return null;
    },
    onMutate: (link) => paint(link === null ? 'adding' : null),
    onSuccess: (link, before) => {
      paint(link);
      if (before === null) toast('Added to playlist', `"${track.title}" has been added to "${choice.name}"`);
      else toast('Removed from playlist');
      void client.invalidateQueries({ queryKey: ['playlists'] });
      void client.invalidateQueries({ queryKey: ['playlist', choice.id] });
    },
    onError: (error, before) => {
      paint(before);
      toastProblem(
        before === null ? 'Failed to add to playlist' : 'Failed to remove from playlist',
        error.message,
      );
    },
  });
  return (
    <button
      type="button"
      aria-pressed={holds}
      disabled={isPending}
      onClick={() => mutate(choice.playlist_track_id)}
      className="flex min-h-12 w-full items-center gap-3 rounded-sm border border-line px-4 text-left font-medium transition hover:bg-raised aria-pressed:border-ember"
    >
      <span className="min-w-0 flex-1 truncate">{choice.name}</span>
      {choice.privacy === 'private' && <Lock size={15} aria-label="Private" className="text-faint" />}
      {holds ? (
        <Check size={18} aria-hidden="true" className="text-ember-ink" />
      ) : (
        <Plus size={18} aria-hidden="true" className="text-faint" />
      )}
    </button>
  );
}
