import { useInfiniteQuery } from '@tanstack/react-query';
import type { LibrarySort } from 'contract/library-constants.ts';
import { Play, Shuffle } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { callPage } from '../../lib/api.ts';
import { usePlayer } from '../../player/PlayerContext.tsx';
import { shuffled } from '../../player/queue.ts';
import { toSong } from '../../player/song.ts';
import { AppLink } from '../../ui/AppLink.tsx';
import { Button, buttonLook } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ListEnd } from '../../ui/ListEnd.tsx';
import { EmptyStage, NothingFound } from '../../ui/lazy-illustrations.ts';
import { SearchInput } from '../../ui/SearchInput.tsx';
import { Select } from '../../ui/Select.tsx';
import { toastProblem } from '../../ui/toasts.ts';
import { PagedTrackGrid, TrackGridSkeleton } from './TrackGrid.tsx';

const PAGE = 24;
/** 'Play all' takes at most so many: as many as a queue is kept for. */
const QUEUE_PAGE = 200;

const sortNames: Record<LibrarySort, string> = {
  recent: 'Recently saved',
  title: 'Title',
  artist: 'Artist',
  duration: 'Length',
};

/** The viewer's saved tracks: searched, sorted, played one after the other. */
export function SavedTracks() {
  const [q, setQ] = useState('');
  const [sort, setSort] = useState<LibrarySort>('recent');
  const wanted = useDeferredValue(q.trim());
  const query = useInfiniteQuery({
    queryKey: ['library', wanted, sort],
    queryFn: ({ pageParam }) =>
      callPage('GET /library/tracks', {
        query: { q: wanted || undefined, sort, limit: PAGE, cursor: pageParam },
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    meta: { private: true },
  });
  const { data, error, isPending, refetch } = query;
  const empty = data && data.pages[0]!.total === 0;

  if (empty && wanted === '') {
    return (
      <EmptyState
        picture={<EmptyStage />}
        title="No saved tracks yet"
        text="Start exploring and save your favorite songs!"
      >
        <AppLink href="/" className={buttonLook('ember')}>
          Explore
        </AppLink>
      </EmptyState>
    );
  }
  return (
    <>
      <div className="mb-6 flex flex-wrap items-center gap-3">
        <PlayButtons q={wanted} sort={sort} disabled={!data || empty === true} />
        <SearchInput
          label="Search your library"
          placeholder="Search your library"
          value={q}
          onChange={setQ}
          className="ml-auto flex-1 sm:max-w-64"
        />
        <Select label="Sort by" options={sortNames} value={sort} onChoose={setSort} />
      </div>
      {isPending && (
        <div className="grid gap-4">
          <p role="status" className="text-soft">
            Loading your library...
          </p>
          <TrackGridSkeleton count={8} />
        </div>
      )}
      {error && !data && (
        <EmptyState
          role="alert"
          picture={<NothingFound />}
          title="Failed to load your library"
          text={error.message}
        >
          <Button onClick={() => refetch()}>Try again</Button>
        </EmptyState>
      )}
      {empty && (
        <EmptyState
          role="status"
          picture={<NothingFound />}
          title={`No tracks found for "${wanted}"`}
          text="Try a different search term"
        />
      )}
      {data && <PagedTrackGrid pages={data.pages.map((page) => page.rows)} />}
      <ListEnd query={query} skeleton={<TrackGridSkeleton count={4} />} />
    </>
  );
}

function PlayButtons({ q, sort, disabled }: { q: string; sort: LibrarySort; disabled: boolean }) {
  const player = usePlayer();
  const [busy, setBusy] = useState(false);
  const play = async (inOrder: boolean) => {
    setBusy(true);
    try {
      const { rows } = await callPage('GET /library/tracks', {
        query: { q: q || undefined, sort, limit: QUEUE_PAGE },
      });
      const songs = rows.map(toSong);
      player.playAll(inOrder ? songs : shuffled(songs));
    } catch (error) {
      toastProblem('Your library could not be played', (error as Error).message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="flex gap-2">
      <Button look="ember" disabled={disabled || busy} onClick={() => play(true)}>
        <Play size={16} fill="currentColor" aria-hidden="true" /> Play all
      </Button>
      <Button disabled={disabled || busy} onClick={() => play(false)}>
        <Shuffle size={16} aria-hidden="true" /> Shuffle
      </Button>
    </div>
  );
}
