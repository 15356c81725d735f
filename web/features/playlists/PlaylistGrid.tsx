import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { Playlist } from 'contract/playlists.ts';
import type { Page } from '../../lib/api.ts';
import { EmptyStage, EmptyState } from '../../ui/EmptyState.tsx';
import { ListEnd } from '../../ui/PagedList.tsx';
import { QueryView, Skeleton } from '../../ui/QueryView.tsx';
import { PlaylistCard } from './PlaylistCard.tsx';

const GRID = 'grid grid-cols-1 gap-x-4 gap-y-7 xs:grid-cols-2 sm:grid-cols-3 md:grid-cols-4 lg:gap-x-6';

/** The viewer's playlists as cards. */
export function PlaylistGrid({ query }: { query: UseInfiniteQueryResult<InfiniteData<Page<Playlist>>> }) {
  return (
    <QueryView
      query={query}
      loading="Loading playlists..."
      skeleton={
        <div className={GRID}>
          {[1, 2, 3, 4].map((card) => (
            <Skeleton key={card} className="aspect-square rounded-md" />
          ))}
        </div>
      }
      failed="Failed to load your playlists"
      isEmpty={({ pages }) => pages[0]!.total === 0}
      empty={
        <EmptyState
          picture={<EmptyStage />}
          title="No playlists yet"
          text="Create your first playlist to get started"
        />
      }
    >
      {({ pages }) => (
        <>
          <div className={GRID}>
            {pages
              .flatMap(({ rows }) => rows)
              .map((playlist) => (
                <PlaylistCard key={playlist.id} playlist={playlist} />
              ))}
          </div>
          <ListEnd query={query} />
        </>
      )}
    </QueryView>
  );
}
