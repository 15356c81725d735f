import { useMutation } from '@tanstack/react-query';
import { pluralize } from 'contract/pluralize.ts';
import type { ManagedTrack } from 'contract/publishing.ts';
import type { TrackWithLyrics } from 'contract/tracks.ts';
import { Flag, Pencil, RotateCcw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../lib/api.ts';
import { formatDate, formatDateTime, formatDuration } from '../../lib/format.ts';
import { AppLink } from '../../ui/AppLink.tsx';
import { IconButton } from '../../ui/Button.tsx';
import { toastProblem } from '../../ui/toasts.ts';
import { EditTrack } from './EditTrack.tsx';
import { TrackPlayButton } from './TrackPlayButton.tsx';
import { useWithdraw } from './use-withdraw.ts';
import { viewAddress } from './Views.tsx';

/** A track as admins see it, with its status, its reports and its actions. */
export function TrackRow({ track }: { track: ManagedTrack }) {
  const [edited, setEdited] = useState<TrackWithLyrics | null>(null);
  const opening = useMutation({
    // The list has no lyrics.
    mutationFn: () => call('GET /track/:id', { params: { id: track.id } }),
    onSuccess: setEdited,
    onError: (error) => toastProblem('Failed to open the track', error.message),
  });
  const { withdraw, restore, busy } = useWithdraw();
  const { title, display_artist, state } = track;
  const deleted = state === 'deleted';
  return (
    <li className="flex items-center gap-3 py-2.5 md:gap-4">
      <TrackPlayButton track={track} />
      <div className="min-w-0 flex-1">
        <p dir="auto" className={`truncate font-medium ${deleted ? 'text-soft line-through' : ''}`}>
          {title}
        </p>
        <p dir="auto" className="truncate text-[0.9375rem] text-faint">
          {display_artist}
        </p>
        <p className="flex flex-wrap items-center gap-x-3 text-sm">
          {state === 'scheduled' && (
            <span className="text-warn">Scheduled for {formatDateTime(Date.parse(track.release_date))}</span>
          )}
          {deleted && <span className="text-bad">Deleted</span>}
          {track.open_reports > 0 && (
            <AppLink
              href={viewAddress('reports')}
              className="figures inline-flex min-h-6 items-center gap-1.5 font-medium text-ember-ink hover:underline"
            >
              <Flag size={13} aria-hidden="true" />
              {pluralize(track.open_reports, 'report')}
            </AppLink>
          )}
        </p>
      </div>
      <span className="figures hidden w-36 text-sm text-faint md:block">{formatDate(track.created_at)}</span>
      <span className="figures hidden text-[0.9375rem] font-semibold text-faint sm:block">
        <span className="sr-only">Duration </span>
        {formatDuration(track.duration_seconds)}
      </span>
      <div className="flex">
        <IconButton
          label={`Edit ${title}`}
          data-tooltip="Edit"
          onClick={() => opening.isPending || opening.mutate()}
        >
          <Pencil size={18} />
        </IconButton>
        {deleted ? (
          <IconButton
            label={`Restore ${title}`}
            data-tooltip="Restore"
            disabled={busy}
            onClick={() => restore(track)}
          >
            <RotateCcw size={18} />
          </IconButton>
        ) : (
          <IconButton
            label={`Delete ${title}`}
            data-tooltip="Delete"
            disabled={busy}
            onClick={() => withdraw(track)}
          >
            <Trash2 size={18} />
          </IconButton>
        )}
      </div>
      {edited && <EditTrack track={edited} onClose={() => setEdited(null)} />}
    </li>
  );
}
