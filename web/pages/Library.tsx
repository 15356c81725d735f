import { t } from '@lingui/core/macro';
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import type { LibrarySort } from 'contract/features/library-constants.ts';
import { pages } from 'contract/pages.ts';
import { useDeferredValue, useState } from 'react';
import { SignedIn, useUnreachable } from '../features/accounts/guards.tsx';
import { PagedTrackGrid, TrackGridSkeleton } from '../features/tracks/TrackGrid.tsx';
import { callPage } from '../lib/http/api.ts';
import { isLost } from '../lib/http/connection.ts';
import { say } from '../lib/i18n.ts';
import { useStore } from '../lib/store.ts';
import { PlayAllButtons, QUEUE_LIMIT } from '../player/PlayAllButtons.tsx';
import { type Song, toSong } from '../player/song.ts';
import { AppLink } from '../ui/AppLink.tsx';
import { buttonLook } from '../ui/Button.tsx';
import { EmptyStage, EmptyState, NothingFound } from '../ui/EmptyState.tsx';
import { Select } from '../ui/forms/Field.tsx';
import { SearchInput } from '../ui/forms/SearchInput.tsx';
import { ListEnd } from '../ui/PagedList.tsx';
import { QueryView } from '../ui/QueryView.tsx';
import { Slot } from '../ui/Slot.tsx';
import { useTitle } from '../ui/use-title.ts';

/** `/library` */
export default function Library() {
  useTitle(say(pages.library.title));
  if (useUnreachable()) return <Slot at="unreachable-page" />;
  return (
    <div className="stage-width pt-8 pb-16 md:pt-13">
      <h1 className="text-[2rem] leading-tight md:text-[2.5rem]">{t`Saved Tracks`}</h1>
      <p className="mt-1 text-soft">{t`Your personal collection of favorite songs`}</p>
      <SignedIn skeleton={<SavedTracks enabled={false} />}>{() => <SavedTracks enabled />}</SignedIn>
    </div>
  );
}

/** Fills whole rows in 1, 2, 3 and 4 columns. */
const PAGE = 24;

/** The viewer's saved tracks. */
const libraryQuery = (q: string, sort: LibrarySort) =>
  infiniteQueryOptions({
    queryKey: ['library', q, sort],
    queryFn: ({ pageParam }) =>
      callPage('GET /library/tracks', {
        query: { q: q || undefined, sort, limit: PAGE, cursor: pageParam },
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    meta: { private: true },
  });

/** The songs of the library, as many as a queue takes. */
async function loadLibrarySongs(q: string, sort: LibrarySort): Promise<Song[]> {
  const query = { q: q || undefined, sort, limit: QUEUE_LIMIT };
  return (await callPage('GET /library/tracks', { query })).rows.map(toSong);
}

const sortOptions = (): Record<LibrarySort, string> => ({
  recent: t`Recently saved`,
  title: t`Title`,
  artist: t`Artist`,
  duration: t`Length`,
});

/** The viewer's saved tracks, with search, sort order and 'Play all'. @param enabled whether the viewer is known. */
function SavedTracks({ enabled }: { enabled: boolean }) {
  const [input, setInput] = useState('');
  const [sort, setSort] = useState<LibrarySort>('recent');
  const q = useDeferredValue(input.trim());
  const query = useInfiniteQuery({ ...libraryQuery(q, sort), enabled });
  const lost = useStore(isLost);
  const total = query.data?.pages[0]?.total;

  if (total === 0 && q === '') return <EmptyLibrary />;
  return (
    <>
      <Slot at="list-line" id="library" fallback={<div className="h-11" />} />
      <div className="mt-3 mb-6 flex flex-wrap items-center gap-3">
        <PlayAllButtons
          load={() => loadLibrarySongs(q, sort)}
          failure={t`Couldn’t play your library`}
          disabled={!total}
        />
        <SearchInput
          label={t`Search your library`}
          placeholder={t`Search your library`}
          value={input}
          onChange={setInput}
          className="ms-auto flex-1 sm:max-w-64"
        />
        <Select label={t`Sort by`} options={sortOptions()} value={sort} onChoose={setSort} />
      </div>
      <QueryView
        query={query}
        loading={t`Loading your library...`}
        showLoading
        skeleton={<TrackGridSkeleton count={8} />}
        failed={t`Failed to load your library`}
        renderError={() => (lost ? <Slot at="unreachable-songs" /> : null)}
        isEmpty={() => total === 0}
        empty={
          <EmptyState
            role="status"
            picture={<NothingFound />}
            title={t`No tracks found for "${q}"`}
            text={t`Try a different search term`}
          />
        }
      >
        {({ pages }) => (
          <>
            <PagedTrackGrid pages={pages.map(({ rows }) => rows)} />
            <ListEnd query={query} skeleton={<TrackGridSkeleton count={4} />} />
          </>
        )}
      </QueryView>
    </>
  );
}

function EmptyLibrary() {
  return (
    <EmptyState
      picture={<EmptyStage />}
      title={t`No saved tracks yet`}
      text={t`Start exploring and save your favorite songs!`}
    >
      <AppLink href="/" className={buttonLook('ember')}>
        {t`Explore`}
      </AppLink>
    </EmptyState>
  );
}
