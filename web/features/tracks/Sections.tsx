import type { MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { Asked } from 'contract/features/song-requests.ts';
import { SECTION_SIZE } from 'contract/features/tracks-constants.ts';
import type { ReactNode } from 'react';
import { AppLink } from '../../ui/AppLink.tsx';
import { buttonLook } from '../../ui/Button.tsx';
import { EmptyStage, EmptyState } from '../../ui/EmptyState.tsx';
import { lazyLayer } from '../../ui/layers/lazy-layer.tsx';
import { FailureLine, QueryView } from '../../ui/QueryView.tsx';
import { exploreQuery, type SectionName } from './queries.ts';
import { GRID, type Listed, TrackGrid, TrackGridSkeleton } from './TrackGrid.tsx';

const RecordingNotice = lazyLayer(() => import('./RecordingNotice.tsx'));

/** Explore's three sections. @param links ways to more than the most popular tracks. */
export function Sections({ links }: { links: ReactNode }) {
  const query = useQuery(exploreQuery(''));
  return (
    <QueryView
      query={query}
      loading={t`Loading music...`}
      showLoading
      skeleton={<TrackGridSkeleton count={SECTION_SIZE} />}
      failed={t`Failed to load tracks`}
    >
      {({ recording, newReleases, mostPopular, trendingNow }) => (
        <>
          {recording && <RecordingNotice fallback={<div className="mb-10 h-27" />} initial={recording} />}
          {mostPopular.length > 0 ? (
            <div className="grid grid-cols-1 gap-12 pb-16 xl:grid-cols-3">
              <Section name="new" tracks={newReleases} />
              <Section name="popular" tracks={mostPopular} links={links} />
              <Section name="trending" tracks={trendingNow} />
            </div>
          ) : (
            <EmptyState
              picture={<EmptyStage />}
              title={t`No tracks available yet`}
              text={t`Check back soon for new AI-generated music!`}
            >
              <AppLink href="/leaderboard" className={buttonLook()}>
                {t`See what is being made`}
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

export const SECTION_TITLES: Record<SectionName, MessageDescriptor> = {
  asked: msg`Asked for, and heard`,
  new: msg`New Releases`,
  popular: msg`Most Popular`,
  trending: msg`Trending Now`,
};

/** Songs with the wishes that they came from, four of them; nothing without songs. */
export function AskedShelf({ query }: { query: UseQueryResult<Asked> }) {
  const { data, error } = query;
  if (data) return <Section name="asked" tracks={data.heard} />;
  return (
    <section aria-labelledby="section-asked" className="mb-10">
      <Heading name="asked" />
      {error ? (
        <FailureLine message={t`Failed to load tracks`} retry={query.refetch} className="min-h-44" />
      ) : (
        <TrackGridSkeleton count={SECTION_SIZE} />
      )}
    </section>
  );
}

/** A section of Explore with a link to all of its tracks; nothing without tracks. */
export function Section({
  name,
  q = '',
  tracks,
  eager = false,
  links,
}: {
  name: SectionName;
  q?: string;
  tracks: Listed[];
  /** Loads the covers immediately. */
  eager?: boolean;
  /** Stands before the link. */
  links?: ReactNode;
}) {
  if (tracks.length === 0) return null;
  const title = t(SECTION_TITLES[name]);
  const [all, label] =
    name === 'asked' ? [t`See all`, t`See all ${title}`] : [t`View All`, t`View All ${title}`];
  const search = new URLSearchParams({ section: name, ...(q && { q }) });
  return (
    <section aria-labelledby={`section-${name}`} className={name === 'asked' ? 'mb-10' : ''}>
      <Heading name={name}>
        {links}
        <AppLink href={`/?${search}`} aria-label={label} className={SECTION_LINK}>
          {all}
        </AppLink>
      </Heading>
      <TrackGrid
        tracks={tracks}
        eager={eager ? SECTION_SIZE : 0}
        className={name === 'asked' ? GRID : SECTION_GRID}
      />
    </section>
  );
}

/** The look of the links beside a section's heading. */
export const SECTION_LINK =
  'inline-flex min-h-11 items-center rounded-full px-3 font-medium text-soft transition -me-3 hover:bg-raised hover:text-ink';

function Heading({ name, children }: { name: SectionName; children?: ReactNode }) {
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-4">
      <h2 id={`section-${name}`} className="flex-1 text-title">
        {t(SECTION_TITLES[name])}
      </h2>
      {children}
    </div>
  );
}
