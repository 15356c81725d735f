import { t } from '@lingui/core/macro';
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { SECTION_SIZE } from 'contract/features/tracks-constants.ts';
import { ArrowLeft } from 'lucide-react';
import { callPage } from '../../lib/http/api.ts';
import { PlayAllButtons, QUEUE_LIMIT } from '../../player/PlayAllButtons.tsx';
import { type Song, toSong } from '../../player/song.ts';
import { AppLink } from '../../ui/AppLink.tsx';
import { EmptyState, NothingFound } from '../../ui/EmptyState.tsx';
import { ListEnd } from '../../ui/PagedList.tsx';
import { QueryView } from '../../ui/QueryView.tsx';
import type { SectionName } from './queries.ts';
import { SECTION_TITLES } from './Sections.tsx';
import { type Listed, PagedTrackGrid, TrackGridSkeleton, trackOf } from './TrackGrid.tsx';

/** 'View All': a section of Explore with all of its tracks, loaded as one scrolls. */
export default function OpenedSection({ section, q }: { section: SectionName; q: string }) {
  const query = useInfiniteQuery(sectionQuery(section, q));
  const hasTracks = query.data?.some((tracks) => tracks.length > 0) ?? false;

  return (
    <div className="stage-width pt-6 pb-16 md:pt-10">
      <AppLink
        href={q ? `/?q=${encodeURIComponent(q)}` : '/'}
        className="-ms-3 inline-flex min-h-11 items-center gap-1.5 rounded-full px-3 font-medium text-soft transition hover:bg-raised hover:text-ink"
      >
        <ArrowLeft size={16} aria-hidden="true" className="rtl:-scale-x-100" /> {t`Explore`}
      </AppLink>
      <div className="mt-2 mb-6 flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-[2rem] leading-tight md:text-[2.5rem]">
          {t(SECTION_TITLES[section])}
          {q && !isWhole(section) && (
            <span className="text-faint">
              {' '}
              · <bdi>“{q}”</bdi>
            </span>
          )}
        </h1>
        <PlayAllButtons
          load={() => loadSectionSongs(section, q)}
          failure={t`The section could not be played`}
          disabled={!hasTracks}
        />
      </div>
      <QueryView
        query={query}
        loading={t`Loading music...`}
        showLoading
        skeleton={<TrackGridSkeleton count={8} />}
        failed={t`Failed to load tracks`}
        isEmpty={() => !hasTracks}
        empty={
          <EmptyState
            picture={<NothingFound />}
            title={q ? t`No tracks found for "${q}"` : t`No tracks available yet`}
            text={q ? t`Try a different search term` : t`Check back soon for new AI-generated music!`}
          />
        }
      >
        {(pages) => (
          <>
            <PagedTrackGrid pages={pages} />
            <ListEnd
              query={query}
              skeleton={
                <div className="mt-7">
                  <TrackGridSkeleton count={4} />
                </div>
              }
            />
          </>
        )}
      </QueryView>
    </div>
  );
}

/** Fills whole rows in 1, 2, 3 and 4 columns. */
const PAGE = 24;

/** True for sections that ignore the search: the newest tracks (§2) and songs that were asked for. */
const isWhole = (section: SectionName) => section === 'new' || section === 'asked';

/** A page of a section's songs. */
function loadPage(
  section: SectionName,
  q: string,
  page: { limit: number; cursor?: string | undefined },
): Promise<{ rows: Listed[]; next: string | undefined }> {
  if (section === 'asked') return callPage('GET /requests/heard', { query: page });
  const filter = section === 'new' ? { sort: 'newest' as const } : { q: q || undefined };
  return callPage('GET /track', { query: { ...filter, ...page } });
}

/** Trending continues where Most Popular ends (§2). */
const skippedBy = (section: SectionName) => (section === 'trending' ? SECTION_SIZE : 0);

/** All songs of a section, page by page. */
const sectionQuery = (section: SectionName, q: string) =>
  infiniteQueryOptions({
    queryKey: ['section', section, isWhole(section) ? '' : q],
    queryFn: ({ pageParam }) => loadPage(section, q, { limit: PAGE, cursor: pageParam }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    select: ({ pages }) =>
      pages.map(({ rows }, index) => (index === 0 ? rows.slice(skippedBy(section)) : rows)),
  });

/** The songs of a section, as many as a queue takes. */
async function loadSectionSongs(section: SectionName, q: string): Promise<Song[]> {
  const { rows } = await loadPage(section, q, { limit: QUEUE_LIMIT });
  return rows.slice(skippedBy(section)).map((one) => toSong(trackOf(one)));
}
