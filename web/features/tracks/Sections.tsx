import { useQuery } from '@tanstack/react-query';
import type { Track } from 'contract/features/tracks.ts';
import { SECTION_SIZE } from 'contract/features/tracks-constants.ts';
import { AppLink } from '../../ui/AppLink.tsx';
import { buttonLook } from '../../ui/Button.tsx';
import { EmptyStage, EmptyState } from '../../ui/EmptyState.tsx';
import { lazyLayer } from '../../ui/layers/lazy-layer.tsx';
import { QueryView } from '../../ui/QueryView.tsx';
import { exploreQuery, type SectionName } from './queries.ts';
import { GRID, TrackGrid, TrackGridSkeleton } from './TrackGrid.tsx';

const RecordingNotice = lazyLayer(() => import('./RecordingNotice.tsx'));

/** Explore's three sections. */
export function Sections() {
  const query = useQuery(exploreQuery(''));
  return (
    <QueryView
      query={query}
      loading="Loading music..."
      showLoading
      skeleton={<TrackGridSkeleton count={SECTION_SIZE} />}
      failed="Failed to load tracks"
    >
      {({ recording, newReleases, mostPopular, trendingNow }) => (
        <>
          {recording && <RecordingNotice fallback={<div className="mb-10 h-27" />} initial={recording} />}
          {mostPopular.length > 0 ? (
            <div className="grid grid-cols-1 gap-12 pb-16 xl:grid-cols-3">
              <Section name="new" tracks={newReleases} eager />
              <Section name="popular" tracks={mostPopular} />
              <Section name="trending" tracks={trendingNow} />
            </div>
          ) : (
            <EmptyState
              picture={<EmptyStage />}
              title="No tracks available yet"
              text="Check back soon for new AI-generated music!"
            >
              <AppLink href="/leaderboard" className={buttonLook()}>
                See what is being made
              </AppLink>
            </EmptyState>
          )}
        </>
      )}
    </QueryView>
  );
}

/** On large screens the three sections stand side by side, two columns each. */
const SECTION_GRID = `${GRID} xl:grid-cols-2`;

export const SECTION_TITLES: Record<SectionName, string> = {
  new: 'New Releases',
  popular: 'Most Popular',
  trending: 'Trending Now',
};

/** A section of Explore with a link to all of its tracks; nothing without tracks. */
export function Section({
  name,
  q = '',
  tracks,
  eager = false,
}: {
  name: SectionName;
  q?: string;
  tracks: Track[];
  /** Whether the covers load at once. */
  eager?: boolean;
}) {
  if (tracks.length === 0) return null;
  const search = new URLSearchParams({ section: name, ...(q && { q }) });
  return (
    <section aria-labelledby={`section-${name}`}>
      <div className="mb-4 flex items-center justify-between gap-4">
        <h2 id={`section-${name}`} className="text-title">
          {SECTION_TITLES[name]}
        </h2>
        <AppLink
          href={`/?${search}`}
          aria-label={`View All ${SECTION_TITLES[name]}`}
          className="-mr-3 inline-flex min-h-11 items-center rounded-full px-3 font-medium text-soft transition hover:bg-raised hover:text-ink"
        >
          View All
        </AppLink>
      </div>
      <TrackGrid tracks={tracks} eager={eager ? SECTION_SIZE : 0} className={SECTION_GRID} />
    </section>
  );
}
