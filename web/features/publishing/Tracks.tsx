import { useDeferredValue, useState } from 'react';
import { useSearchParams } from 'wouter';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ListEnd } from '../../ui/ListEnd.tsx';
import { EmptyStage, NothingFound } from '../../ui/lazy-illustrations.ts';
import { SearchInput } from '../../ui/SearchInput.tsx';
import { Select } from '../../ui/Select.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { type TrackState, useTracks } from './hooks.ts';
import { TrackRow } from './TrackRow.tsx';

const STATES: Record<TrackState, string> = {
  all: 'All tracks',
  live: 'Live',
  scheduled: 'Scheduled',
  deleted: 'Deleted',
};

/** Every track in every state: searched, edited, withdrawn, taken back. */
export function Tracks() {
  const [q, setQ] = useState(useSearchParams()[0].get('q') ?? '');
  const [state, setState] = useState<TrackState>('all');
  const wanted = useDeferredValue(q.trim());
  const query = useTracks(wanted, state);
  const { data, error, isPending, refetch } = query;
  const tracks = data?.pages.flatMap((page) => page.rows) ?? [];
  return (
    <>
      <div className="mb-5 flex flex-wrap items-center gap-3">
        <SearchInput
          label="Search all tracks"
          placeholder="Search tracks"
          value={q}
          onChange={setQ}
          className="flex-1 sm:max-w-80"
        />
        <Select label="State" options={STATES} value={state} onChoose={setState} />
        <p role="status" className="figures ml-auto text-soft">
          {data &&
            `${data.pages[0]!.total.toLocaleString('en')} ${data.pages[0]!.total === 1 ? 'track' : 'tracks'}`}
        </p>
      </div>
      {isPending && (
        <div role="status" className="grid gap-1">
          <span className="sr-only">Loading tracks...</span>
          {[1, 2, 3, 4, 5, 6].map((row) => (
            <Skeleton key={row} className="h-18" />
          ))}
        </div>
      )}
      {data && tracks.length === 0 && (
        <EmptyState
          role="status"
          picture={wanted ? <NothingFound /> : <EmptyStage />}
          title={wanted ? `No tracks found for "${wanted}"` : 'No tracks here'}
          text={wanted ? 'Try a different search term' : 'What you publish stands here.'}
        />
      )}
      {tracks.length > 0 && (
        <ul className="divide-y divide-line border-y border-line">
          {tracks.map((track) => (
            <TrackRow key={track.id} track={track} />
          ))}
        </ul>
      )}
      <ListEnd query={query} skeleton={<Skeleton className="mt-1 h-18" />} />
      {error && !data && (
        <EmptyState
          role="alert"
          picture={<NothingFound />}
          title="Failed to load tracks"
          text={error.message}
        >
          <Button onClick={() => refetch()}>Try again</Button>
        </EmptyState>
      )}
    </>
  );
}
