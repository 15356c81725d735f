import { t } from '@lingui/core/macro';
import { HEARTS_AT_ONCE } from 'contract/features/library-constants.ts';
import type { HeardSong } from 'contract/features/song-requests.ts';
import type { Track } from 'contract/features/tracks.ts';
import { useMemo } from 'react';
import { Skeleton } from '../../ui/QueryView.tsx';
import { useSavedIds } from '../library/hooks.ts';
import { TrackCard } from './TrackCard.tsx';

/** Track cards in 1, 2, 3 or 4 columns. */
export const GRID =
  'grid grid-cols-1 gap-x-4 gap-y-7 xs:grid-cols-2 sm:grid-cols-3 md:grid-cols-4 lg:gap-x-6';

/** Eight tracks, such as those like another one: whole rows at every width. */
export const EIGHT_GRID = `${GRID} 2xl:grid-cols-8`;

/** A long list has more columns on large screens. Its pages of 24 fill whole rows. */
const LONG_GRID = `${GRID} xl:grid-cols-6 2xl:grid-cols-8`;

/** Item of a grid: a song, or one with the wish that it came from. */
export type Listed = Track | HeardSong;
export const trackOf = (one: Listed) => ('track' in one ? one.track : one);

/** Cards in columns. The covers of the first `eager` ones load at once. */
export function TrackGrid({
  tracks,
  eager = 0,
  className = GRID,
}: {
  tracks: Listed[];
  eager?: number;
  className?: string;
}) {
  const ids = useMemo(() => tracks.slice(0, HEARTS_AT_ONCE).map((one) => trackOf(one).id), [tracks]);
  const savedIds = useSavedIds(ids);
  return (
    <div className={className}>
      {tracks.map((one, index) => {
        const track = trackOf(one);
        return (
          <TrackCard
            key={track.id}
            track={track}
            heard={'track' in one ? one : undefined}
            saved={savedIds[track.id]}
            eager={index < eager}
          />
        );
      })}
    </div>
  );
}

/** A long list: each page fetches which of its own tracks are saved. */
export function PagedTrackGrid({ pages }: { pages: Listed[][] }) {
  return (
    <div className="grid gap-y-7">
      {/* Between the page's heading and those of the cards. */}
      <h2 className="sr-only">{t`Tracks`}</h2>
      {pages.map((tracks, index) => (
        <TrackGrid key={index} tracks={tracks} eager={index === 0 ? 4 : 0} className={LONG_GRID} />
      ))}
    </div>
  );
}

/** Stands in for the grid while its tracks load. */
export function TrackGridSkeleton({ count }: { count: number }) {
  return (
    <div className={GRID}>
      {Array.from({ length: count }, (_, index) => (
        <div key={index}>
          <Skeleton className="aspect-square rounded-md" />
          <Skeleton className="mt-3 h-5 w-3/4" />
          <Skeleton className="mt-1.5 h-5 w-1/2" />
        </div>
      ))}
    </div>
  );
}
