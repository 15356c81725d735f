import { plural, t } from '@lingui/core/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { PLAYLIST_FILE_MAX_BYTES } from 'contract/features/library-constants.ts';
import { Upload } from 'lucide-react';
import type { ChangeEvent } from 'react';
import { useLocation } from 'wouter';
import { call } from '../../lib/http/api.ts';
import { site } from '../../lib/site.ts';
import { toast, toastProblem } from '../../ui/layers/toasts.ts';
import { invalidatePlaylists, plansIfFull } from './mutations.ts';

const MAX_MB = PLAYLIST_FILE_MAX_BYTES / 1024 / 1024;

/** Imports a playlist from a file, of this site or of another player. */
export function ImportButton({ disabled }: { disabled: boolean }) {
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const { mutate, isPending } = useMutation({
    mutationFn: (file: File) => call('POST /playlist/import', { body: file }),
    onSuccess: ({ playlist, notFound }) => {
      const { name } = site;
      invalidatePlaylists(client);
      toast(
        t`Playlist imported`,
        notFound.length > 0
          ? plural(notFound.length, {
              one: `# track not found on ${name}.`,
              other: `# tracks not found on ${name}.`,
            })
          : undefined,
      );
      navigate(`/playlists/${playlist.id}`);
    },
    onError: (error) => toastProblem(t`Failed to import playlist`, error, ...plansIfFull(error)),
  });
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    // Lets the same file be selected again.
    target.value = '';
    if (!file) return;
    if (file.size > PLAYLIST_FILE_MAX_BYTES)
      toastProblem(t`Failed to import playlist`, t`Please choose a file of at most ${MAX_MB} MB.`);
    else mutate(file);
  };
  return (
    <label
      aria-disabled={disabled || undefined}
      className="inline-flex h-11 cursor-pointer items-center gap-2 rounded-full bg-raised px-4.5 text-[0.9375rem] font-medium transition hover:bg-lamp has-focus-visible:outline-2 has-focus-visible:outline-offset-3 has-focus-visible:outline-ember-ink aria-disabled:pointer-events-none aria-disabled:opacity-45 md:h-10"
    >
      <Upload size={16} aria-hidden="true" />
      {isPending ? t`Importing…` : t`Import`}
      <input
        type="file"
        accept=".m3u8,.m3u,.pls,.xspf,.jspf,.json,.xml,.txt,audio/x-mpegurl,audio/x-scpls,application/xspf+xml,application/json"
        disabled={disabled || isPending}
        onChange={choose}
        className="sr-only"
      />
    </label>
  );
}
