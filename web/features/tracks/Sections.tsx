import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Explore, Track } from 'contract/features/tracks.ts';
import { SECTION_SIZE } from 'contract/features/tracks-constants.ts';
import type { ReactNode } from 'react';
import { AppLink } from '../../ui/AppLink.tsx';
import { buttonLook } from '../../ui/Button.tsx';
import { EmptyStage, EmptyState } from '../../ui/EmptyState.tsx';
import { lazyLayer } from '../../ui/layers/lazy-layer.tsx';
import { QueryView } from '../../ui/QueryView.tsx';
import { exploreQuery, type SectionName } from './queries.ts';
import { GRID, TrackGrid, TrackGridSkeleton } from './TrackGrid.tsx';

const NoMatches = lazyLayer(() => import('./NoMatches.tsx'));
const RecordingNotice = lazyLayer(() => import('./RecordingNotice.tsx'));

/** Explore's three sections. While a search loads, the previous result stays. */
export function Sections({ q, suggestion }: { q: string; suggestion: ReactNode }) {
  const query = useQuery({ ...exploreQuery(q), placeholderData: keepPreviousData });
  const isStale = query.isPlaceholderData;
  return (
    <QueryView
      query={query}
      loading="Loading music..."
      showLoading
      skeleton={<TrackGridSkeleton count={SECTION_SIZE} />}
      failed="Failed to load tracks"
    >
      {(explore) => (
        <div aria-busy={isStale} className={isStale ? 'opacity-60 transition delay-150' : 'transition'}>
          {explore.recording && (
            <RecordingNotice fallback={<div className="mb-10 h-27" />} initial={explore.recording} />
          )}
          {explore.mostPopular.length > 0 ? (
            <Found q={q} explore={explore} />
          ) : (
            <NoTracks q={q} suggestion={suggestion} />
          )}
        </div>
      )}
    </QueryView>
  );
}

function Found({ q, explore }: { q: string; explore: Explore }) {
  const isSearch = q !== '';
  return (
    <div className="grid grid-cols-1 gap-12 pb-16 xl:grid-cols-3">
      {isSearch && (
        <p role="status" dir="auto" className="col-span-full -mb-8 text-soft wrap-anywhere">
          Results for “{q}”
        </p>
      )}
      {/* The newest tracks don't follow the search (§2). */}
      {!isSearch && <Section name="new" q="" tracks={explore.newReleases} eager />}
      <Section name="popular" q={q} tracks={explore.mostPopular} eager={isSearch} />
      <Section name="trending" q={q} tracks={explore.trendingNow} />
    </div>
  );
}

function NoTracks({ q, suggestion }: { q: string; suggestion: ReactNode }) {
  return q === '' ? (
    <EmptyState
      picture={<EmptyStage />}
      title="No tracks available yet"
      text="Check back soon for new AI-generated music!"
    >
      <AppLink href="/leaderboard" className={buttonLook()}>
        See what is being made
      </AppLink>
    </EmptyState>
  ) : (
    <NoMatches q={q} suggestion={suggestion} />
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
function Section({
  name,
  q,
  tracks,
  eager = false,
}: {
  name: SectionName;
  q: string;
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
