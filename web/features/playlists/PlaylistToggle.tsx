import type { PlaylistChoice } from 'contract/playlists.ts';
import { Check, Lock, Plus } from 'lucide-react';
import { useToggleInPlaylist } from './use-toggle-in-playlist.ts';

/** Adds the track to a playlist or removes it from there. */
export function PlaylistToggle({
  playlist,
  track,
}: {
  playlist: PlaylistChoice;
  track: { id: string; title: string };
}) {
  const { mutate, isPending } = useToggleInPlaylist(playlist, track);
  const isOn = playlist.playlist_track_id !== null;
  return (
    <button
      type="button"
      aria-pressed={isOn}
      disabled={isPending}
      onClick={() => mutate(playlist.playlist_track_id)}
      className="flex min-h-12 w-full items-center gap-3 rounded-sm border border-line px-4 text-left font-medium transition hover:bg-raised aria-pressed:border-ember"
    >
      <span dir="auto" className="min-w-0 flex-1 truncate">
        {playlist.name}
      </span>
      {playlist.privacy === 'private' && <Lock size={15} aria-label="Private" className="text-faint" />}
      {isOn ? (
        <Check size={18} aria-hidden="true" className="text-ember-ink" />
      ) : (
        <Plus size={18} aria-hidden="true" className="text-faint" />
      )}
    </button>
  );
}
