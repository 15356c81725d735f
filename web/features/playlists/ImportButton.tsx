import { useQueryClient } from '@tanstack/react-query';
import { PLAYLIST_FILE_MAX_BYTES } from 'contract/library-constants.ts';
import { Upload } from 'lucide-react';
import { type ChangeEvent, useState } from 'react';
import { useLocation } from 'wouter';
import { call } from '../../lib/api.ts';
import { toast, toastProblem } from '../../ui/toasts.ts';

/** Brings a playlist back from a file: our JSON, or M3U8. */
export function ImportButton({ disabled }: { disabled: boolean }) {
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const [busy, setBusy] = useState(false);
  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    target.value = '';
    if (!file) return;
    if (file.size > PLAYLIST_FILE_MAX_BYTES) {
      toastProblem(
        'Failed to import playlist',
        `Please choose a file of at most ${PLAYLIST_FILE_MAX_BYTES / 1024 / 1024} MB.`,
      );
      return;
    }
    setBusy(true);
    try {
      const { playlist, notFound } = await call('POST /playlist/import', { body: file });
      void client.invalidateQueries({ queryKey: ['playlists'] });
      toast(
        'Playlist imported',
        notFound.length > 0 ? `${notFound.length} of its tracks are not on Ovation.` : undefined,
      );
      navigate(`/playlists/${playlist.id}`);
    } catch (error) {
      toastProblem('Failed to import playlist', (error as Error).message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <label
      aria-disabled={disabled || undefined}
      className="inline-flex h-11 cursor-pointer items-center gap-2 rounded-full bg-raised px-4.5 text-[0.9375rem] font-medium transition hover:bg-lamp has-focus-visible:outline-2 has-focus-visible:outline-offset-3 has-focus-visible:outline-ember-ink aria-disabled:pointer-events-none aria-disabled:opacity-45 md:h-10"
    >
      <Upload size={16} aria-hidden="true" />
      {busy ? 'Importing…' : 'Import'}
      <input
        type="file"
        accept=".json,.m3u8,.m3u,application/json,audio/x-mpegurl"
        disabled={disabled || busy}
        onChange={choose}
        className="sr-only"
      />
    </label>
  );
}
