import { type Explore, SECTION_SIZE, type Track } from 'contract/tracks.ts';
import { AppLink } from '../../ui/AppLink.tsx';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { EmptyStage, NothingFound } from '../../ui/lazy-illustrations.ts';
import { lazyLayer } from '../../ui/lazy-layer.tsx';
import { type SectionName, useExplore } from './hooks.ts';
import { TrackGrid, TrackGridSkeleton } from './TrackGrid.tsx';

const RecordingNotice = lazyLayer(() => import('./RecordingNotice.tsx'));

export const SECTION_TITLES: Record<SectionName, string> = {
  new: 'New Releases',
  popular: 'Most Popular',
  trending: 'Trending Now',
};

/** Explore's three sections, and what stands there while, when and unless there is something to show. */
export function Sections({ q }: { q: string }) {
  const { data, error, isPending, isPlaceholderData, refetch } = useExplore(q);
  if (isPending) return <LoadingSections />;
  if (error) {
    return (
      <EmptyState role="alert" picture={<NothingFound />} title="Failed to load tracks" text={error.message}>
        <Button onClick={() => refetch()}>Try again</Button>
      </EmptyState>
    );
  }
  return (
    <div
      aria-busy={isPlaceholderData}
      className={isPlaceholderData ? 'opacity-60 transition delay-150' : 'transition'}
    >
      {data.recording && <RecordingNotice fallback={<div className="mb-10 h-27" />} first={data.recording} />}
      <Found q={q} data={data} />
    </div>
  );
}

function Found({ q, data }: { q: string; data: Explore }) {
  if (data.mostPopular.length === 0) {
    return q === '' ? (
      <EmptyState
        picture={<EmptyStage />}
        title="No tracks available yet"
        text="Check back soon for new AI-generated music!"
      />
    ) : (
      <EmptyState
        role="status"
        picture={<NothingFound />}
        title={`No tracks found for "${q}"`}
        text="Try a different search term"
      />
    );
  }
  const newest = <Section name="new" q="" tracks={data.newReleases} eager={q === ''} />;
  return (
    <div className="grid gap-12 pb-16">
      {/* The newest do not follow the search (§2): what was searched for comes first. */}
      {q === '' && newest}
      <Section name="popular" q={q} tracks={data.mostPopular} eager={q !== ''} />
      <Section name="trending" q={q} tracks={data.trendingNow} />
      {q !== '' && newest}
    </div>
  );
}

function Section({
  name,
  q,
  tracks,
  eager = false,
}: {
  name: SectionName;
  q: string;
  tracks: Track[];
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
      <TrackGrid tracks={tracks} eager={eager ? SECTION_SIZE : 0} />
    </section>
  );
}

function LoadingSections() {
  return (
    <div className="grid gap-4 pb-16">
      <p role="status" className="flex min-h-11 items-center text-soft">
        Loading music...
      </p>
      <TrackGridSkeleton count={SECTION_SIZE} />
    </div>
  );
}
