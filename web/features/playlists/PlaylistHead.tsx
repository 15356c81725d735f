import { Download, Pencil, Play, Shuffle, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { download } from '../../lib/api.ts';
import { formatTotalDuration } from '../../lib/format.ts';
import { usePlayer } from '../../player/PlayerContext.tsx';
import { shuffled } from '../../player/queue.ts';
import { toSong } from '../../player/song.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { toast, toastProblem } from '../../ui/toasts.ts';
import { EditPlaylist } from './EditPlaylist.tsx';
import { type PlaylistPage, useEditPlaylist } from './hooks.ts';
import { PrivacyBadge } from './PlaylistCard.tsx';
import { PlaylistCover } from './PlaylistCover.tsx';

/** A playlist's cover, name and verbs. */
export function PlaylistHead({ page, own }: { page: PlaylistPage; own: boolean }) {
  const { playlist, entries } = page;
  const player = usePlayer();
  const [editing, setEditing] = useState(false);
  const songs = entries.flatMap(({ track }) => (track ? [toSong(track)] : []));
  const count = songs.length;
  return (
    <header className="mt-3 mb-8 flex flex-col gap-6 sm:flex-row sm:items-end md:gap-8">
      <PlaylistCover playlist={playlist} sizes="208px" className="w-40 shrink-0 shadow-float md:w-52" />
      <div className="min-w-0 flex-1">
        <PrivacyBadge privacy={playlist.privacy} className="bg-raised! text-soft!" />
        <h1 className="mt-3 text-[2rem] leading-tight wrap-anywhere md:text-[2.75rem]">{playlist.name}</h1>
        <p className="mt-1 text-soft wrap-anywhere">{playlist.description || 'No description'}</p>
        <p className="figures mt-1 text-faint">
          {count} {count === 1 ? 'track' : 'tracks'} · {formatTotalDuration(playlist.total_seconds)}
          {!own && ` · by ${playlist.username}`}
        </p>
        <div className="mt-5 flex flex-wrap items-center gap-2">
          <Button look="ember" disabled={count === 0} onClick={() => player.playAll(songs)}>
            <Play size={16} fill="currentColor" aria-hidden="true" /> Play all
          </Button>
          <Button disabled={count === 0} onClick={() => player.playAll(shuffled(songs))}>
            <Shuffle size={16} aria-hidden="true" /> Shuffle
          </Button>
          <div className="flex">
            {own && (
              <IconButton label="Edit playlist" onClick={() => setEditing(true)}>
                <Pencil size={18} />
              </IconButton>
            )}
            <ExportButton page={page} />
            {own && <DeleteButton page={page} />}
          </div>
        </div>
      </div>
      {editing && <EditPlaylist page={page} onClose={() => setEditing(false)} />}
    </header>
  );
}

function ExportButton({ page: { playlist } }: { page: PlaylistPage }) {
  const save = async (format: 'm3u8' | 'json') => {
    try {
      const name = `${playlist.name.replace(/[\\/:*?"<>|]+/g, ' ').trim() || 'playlist'}.${format}`;
      await download(name, 'GET /playlist/:id/export', { params: { id: playlist.id }, query: { format } });
    } catch (error) {
      toastProblem('Failed to export playlist', (error as Error).message);
    }
  };
  return (
    <label
      data-tooltip="Export"
      className="relative grid size-11 place-items-center rounded-full text-soft transition hover:bg-raised hover:text-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-3 has-focus-visible:outline-ember-ink"
    >
      <Download size={18} aria-hidden="true" />
      <select
        aria-label="Export playlist"
        value=""
        onChange={({ target }) => void save(target.value as 'm3u8' | 'json')}
        className="absolute inset-0 cursor-pointer opacity-0"
      >
        <option value="" disabled>
          Export as
        </option>
        <option value="m3u8">M3U8, for players</option>
        <option value="json">JSON, to bring back</option>
      </select>
    </label>
  );
}

function DeleteButton({ page: { playlist } }: { page: PlaylistPage }) {
  const [, navigate] = useLocation();
  const { mutate, isPending } = useEditPlaylist(playlist.id);
  const undo = () =>
    mutate(
      { is_deleted: false },
      {
        onSuccess: () => navigate(`/playlists/${playlist.id}`),
        onError: (error) => toastProblem('The playlist could not be brought back', error.message),
      },
    );
  const remove = () =>
    mutate(
      { is_deleted: true },
      {
        onSuccess: () => {
          navigate('/playlists');
          toast('Playlist deleted', `"${playlist.name}"`, { label: 'Undo', run: undo });
        },
        onError: (error) => toastProblem('Failed to delete playlist', error.message),
      },
    );
  return (
    <IconButton label="Delete playlist" disabled={isPending} onClick={remove}>
      <Trash2 size={18} />
    </IconButton>
  );
}
