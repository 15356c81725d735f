import type { Track } from 'contract/tracks.ts';
import { SECTION_SIZE } from 'contract/tracks-constants.ts';
import { AppLink } from '../../ui/AppLink.tsx';
import type { SectionName } from './queries.ts';
import { GRID, TrackGrid } from './TrackGrid.tsx';

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
