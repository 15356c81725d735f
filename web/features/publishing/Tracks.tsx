import { useInfiniteQuery } from '@tanstack/react-query';
import { pluralize } from 'contract/pluralize.ts';
import { useDeferredValue, useState } from 'react';
import { useSearchParams } from 'wouter';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ListEnd } from '../../ui/ListEnd.tsx';
import { EmptyStage, NothingFound } from '../../ui/lazy-illustrations.ts';
import { QueryView } from '../../ui/QueryView.tsx';
import { SearchInput } from '../../ui/SearchInput.tsx';
import { Select } from '../../ui/Select.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { type TrackState, tracksQuery } from './queries.ts';
import { TrackRow } from './TrackRow.tsx';

const STATES: Record<TrackState, string> = {
  all: 'All tracks',
  live: 'Live',
  scheduled: 'Scheduled',
  deleted: 'Deleted',
};

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
          label="Search all tracks"
          placeholder="Search tracks"
          value={input}
          onChange={setInput}
          className="flex-1 sm:max-w-80"
        />
        <Select label="State" options={STATES} value={state} onChoose={setState} />
        <p role="status" className="figures ml-auto text-soft">
          {data && pluralize(data.pages[0]!.total, 'track')}
        </p>
      </div>
      <QueryView
        query={query}
        loading="Loading tracks..."
        skeleton={
          <div className="grid gap-1">
            {[1, 2, 3, 4, 5, 6].map((row) => (
              <Skeleton key={row} className="h-18" />
            ))}
          </div>
        }
        failed="Failed to load tracks"
        isEmpty={({ pages }) => pages[0]!.rows.length === 0}
        empty={
          <EmptyState
            role="status"
            picture={q ? <NothingFound /> : <EmptyStage />}
            title={q ? `No tracks found for "${q}"` : 'No tracks here'}
            text={q ? 'Try a different search term' : 'Tracks that you publish appear here.'}
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
