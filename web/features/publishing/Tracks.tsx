import { plural, t } from '@lingui/core/macro';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import type { ManagedTrack } from 'contract/features/publishing.ts';
import type { TrackWithLyrics } from 'contract/features/tracks.ts';
import { Flag, Pencil, RotateCcw, Trash2 } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { useSearchParams } from 'wouter';
import { formatDate, formatDateTime, formatDuration } from '../../lib/format.ts';
import { call } from '../../lib/http/api.ts';
import { PlayPauseIcon, usePlayToggle } from '../../player/PlayToggle.tsx';
import { toSong } from '../../player/song.ts';
import { AppLink } from '../../ui/AppLink.tsx';
import { IconButton } from '../../ui/Button.tsx';
import { EmptyStage, EmptyState, NothingFound } from '../../ui/EmptyState.tsx';
import { Select } from '../../ui/forms/Field.tsx';
import { SearchInput } from '../../ui/forms/SearchInput.tsx';
import { toastProblem } from '../../ui/layers/toasts.ts';
import { ListEnd } from '../../ui/PagedList.tsx';
import { Cover } from '../../ui/pictures/Cover.tsx';
import { QueryView, Skeleton } from '../../ui/QueryView.tsx';
import { EditTrack } from './form/EditTrack.tsx';
import { type TrackState, tracksQuery } from './queries.ts';
import { useWithdraw } from './use-publishing-mutation.ts';
import { viewAddress } from './Views.tsx';

const states = (): Record<TrackState, string> => ({
  all: t`All tracks`,
  live: t`Live`,
  scheduled: t`Scheduled`,
  deleted: t`Deleted`,
});

/** Every track in every state, with search. */
export function Tracks() {
  const [input, setInput] = useState(useSearchParams()[0].get('q') ?? '');
  const [state, setState] = useState<TrackState>('all');
  const q = useDeferredValue(input.trim());
  const query = useInfiniteQuery(tracksQuery(q, state));
  const { data } = query;
  return (
    <>
      <div className="mb-5 flex flex-wrap items-center gap-3">
        <SearchInput
          label={t`Search all tracks`}
          placeholder={t`Search tracks`}
          value={input}
          onChange={setInput}
          className="flex-1 sm:max-w-80"
        />
        <Select label={t`State`} options={states()} value={state} onChoose={setState} />
        <p role="status" className="figures ms-auto text-soft">
          {data && plural({ total: data.pages[0]!.total }, { one: '# track', other: '# tracks' })}
        </p>
      </div>
      <QueryView
        query={query}
        loading={t`Loading tracks...`}
        skeleton={
          <div className="grid gap-1">
            {[1, 2, 3, 4, 5, 6].map((row) => (
              <Skeleton key={row} className="h-18" />
            ))}
          </div>
        }
        failed={t`Failed to load tracks`}
        isEmpty={({ pages }) => pages[0]!.rows.length === 0}
        empty={
          <EmptyState
            role="status"
            picture={q ? <NothingFound /> : <EmptyStage />}
            title={q ? t`No tracks found for "${q}"` : t`No tracks here`}
            text={q ? t`Try a different search term` : t`Tracks that you publish appear here.`}
          />
        }
      >
        {({ pages }) => (
          <ul className="divide-y divide-line border-y border-line">
            {pages
              .flatMap(({ rows }) => rows)
              .map((track) => (
                <TrackRow key={track.id} track={track} />
              ))}
          </ul>
        )}
      </QueryView>
      <ListEnd query={query} skeleton={<Skeleton className="mt-1 h-18" />} />
    </>
  );
}

/** A track as admins see it, with its status, its reports and its actions. */
function TrackRow({ track }: { track: ManagedTrack }) {
  const [edited, setEdited] = useState<TrackWithLyrics | null>(null);
  const opening = useMutation({
    // The list has no lyrics.
    mutationFn: () => call('GET /track/:id', { params: { id: track.id } }),
    onSuccess: setEdited,
    onError: (error) => toastProblem(t`Failed to open the track`, error),
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
            <span className="text-warn">{t`Scheduled for ${{ date: formatDateTime(Date.parse(track.release_date)) }}`}</span>
          )}
          {deleted && <span className="text-bad">{t`Deleted`}</span>}
          {track.open_reports > 0 && (
            <AppLink
              href={viewAddress('reports')}
              className="figures inline-flex min-h-6 items-center gap-1.5 font-medium text-ember-ink hover:underline"
            >
              <Flag size={13} aria-hidden="true" />
              {plural({ open_reports: track.open_reports }, { one: '# report', other: '# reports' })}
            </AppLink>
          )}
        </p>
      </div>
      <span className="figures hidden w-36 text-sm text-faint md:block">{formatDate(track.created_at)}</span>
      <span className="figures hidden text-[0.9375rem] font-semibold text-faint sm:block">
        <span className="sr-only">{t`Duration`} </span>
        {formatDuration(track.duration_seconds)}
      </span>
      <div className="flex">
        <IconButton
          label={t`Edit ${title}`}
          data-tooltip={t`Edit`}
          onClick={() => opening.isPending || opening.mutate()}
        >
          <Pencil size={18} />
        </IconButton>
        {deleted ? (
          <IconButton
            label={t`Restore ${title}`}
            data-tooltip={t`Restore`}
            disabled={busy}
            onClick={() => restore(track)}
          >
            <RotateCcw size={18} />
          </IconButton>
        ) : (
          <IconButton
            label={t`Delete ${title}`}
            data-tooltip={t`Delete`}
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

function TrackPlayButton({ track }: { track: ManagedTrack }) {
  // Plays of a track that nobody else can hear don't count.
  const song = track.state === 'live' ? toSong(track) : { ...toSong(track), unpublished: true as const };
  const { isCurrent, isPlaying, label, toggle } = usePlayToggle(song);
  return (
    <button
      type="button"
      aria-label={label}
      onClick={toggle}
      className="group/play relative size-12 shrink-0 overflow-hidden rounded-sm bg-raised"
    >
      <Cover url={track.cover_image_url} sizes="48px" />
      <span
        data-shown={isCurrent || undefined}
        className="absolute inset-0 grid place-items-center bg-scrim text-on-scrim opacity-0 transition group-hover/play:opacity-100 group-focus-visible/play:opacity-100 data-shown:opacity-100"
      >
        <PlayPauseIcon isPlaying={isPlaying} />
      </span>
    </button>
  );
}
