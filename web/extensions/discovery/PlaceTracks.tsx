import { t } from '@lingui/core/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { PagedTrackGrid, TrackGridSkeleton } from '../../features/tracks/TrackGrid.tsx';
import { PlayAllButtons } from '../../player/PlayAllButtons.tsx';
import { AppLink } from '../../ui/AppLink.tsx';
import { ListEnd } from '../../ui/PagedList.tsx';
import { QueryView } from '../../ui/QueryView.tsx';
import { PLACE_SORTS } from './Place.tsx';
import { loadPlaceSongs, type Place, type PlaceSort, placeTracksQuery } from './queries.ts';

/** All tracks of a genre or an artist, loaded as one scrolls. @param href of its page. */
export function PlaceTracks({
  place,
  name,
  href,
  sort,
}: {
  place: Place;
  name: string;
  href: string;
  sort: PlaceSort;
}) {
  const query = useInfiniteQuery(placeTracksQuery(place, sort));
  return (
    <>
      <AppLink
        href={href}
        className="-ms-3 inline-flex min-h-11 items-center gap-1.5 rounded-full px-3 font-medium text-soft transition hover:bg-raised hover:text-ink"
      >
        <ArrowLeft size={16} aria-hidden="true" className="rtl:-scale-x-100" /> <bdi>{name}</bdi>
      </AppLink>
      <div className="mt-2 mb-6 flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-[2rem] leading-tight md:text-[2.5rem]">{t(PLACE_SORTS[sort])}</h1>
        <PlayAllButtons
          load={() => loadPlaceSongs(place, sort)}
          failure={t`${name} could not be played`}
          disabled={false}
        />
      </div>
      <QueryView
        query={query}
        loading={t`Loading music...`}
        skeleton={<TrackGridSkeleton count={8} />}
        failed={t`Failed to load tracks`}
      >
        {(pages) => (
          <>
            <PagedTrackGrid pages={pages} />
            <ListEnd query={query} skeleton={<TrackGridSkeleton count={4} />} />
          </>
        )}
      </QueryView>
    </>
  );
}
