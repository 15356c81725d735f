import { ArrowLeft } from 'lucide-react';
import { AppLink } from '../../ui/AppLink.tsx';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { NothingFound } from '../../ui/illustrations.tsx';
import { ListEnd } from '../../ui/ListEnd.tsx';
import type { SectionName } from './hooks.ts';
import { SECTION_TITLES } from './Sections.tsx';
import { PagedTrackGrid, TrackGridSkeleton } from './TrackGrid.tsx';
import { useSection } from './use-section.ts';

/** 'View All': one section of Explore, whole, with more of it as one scrolls. */
export default function WholeSection({ section, q }: { section: SectionName; q: string }) {
  const query = useSection(section, q);
  const { data, error, isPending, refetch } = query;

  return (
    <div className="stage-width pt-6 pb-16 md:pt-10">
      <AppLink
        href={q ? `/?q=${encodeURIComponent(q)}` : '/'}
        className="-ml-3 inline-flex min-h-11 items-center gap-1.5 rounded-full px-3 font-medium text-soft transition hover:bg-raised hover:text-ink"
      >
        <ArrowLeft size={16} aria-hidden="true" /> Explore
      </AppLink>
      <h1 className="mt-2 mb-6 text-[2rem] leading-tight md:text-[2.5rem]">
        {SECTION_TITLES[section]}
        {q && section !== 'new' && <span className="text-faint"> · “{q}”</span>}
      </h1>
      {isPending && (
        <div className="grid gap-4">
          <p role="status" className="text-soft">
            Loading music...
          </p>
          <TrackGridSkeleton count={8} />
        </div>
      )}
      {error && !data && (
        <EmptyState
          role="alert"
          picture={<NothingFound />}
          title="Failed to load tracks"
          text={error.message}
        >
          <Button onClick={() => refetch()}>Try again</Button>
        </EmptyState>
      )}
      {data &&
        (data.pages.some((page) => page.length > 0) ? (
          <PagedTrackGrid pages={data.pages} />
        ) : (
          <EmptyState
            picture={<NothingFound />}
            title={q ? `No tracks found for "${q}"` : 'No tracks available yet'}
            text={q ? 'Try a different search term' : 'Check back soon for new AI-generated music!'}
          />
        ))}
      <ListEnd
        query={query}
        skeleton={
          <div className="mt-7">
            <TrackGridSkeleton count={4} />
          </div>
        }
      />
    </div>
  );
}
