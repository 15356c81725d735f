import type { Track } from 'contract/tracks.ts';
import { AppLink } from '../../ui/AppLink.tsx';
import type { PlaceSort } from './place-queries.ts';
import { TrackGrid } from './TrackGrid.tsx';

export const PLACE_SORTS: Record<PlaceSort, string> = { popular: 'Most heard lately', newest: 'Newest' };

/** Some tracks of a genre or an artist with a link to all of them; nothing without tracks. */
export function PlaceSection({
  sort,
  tracks,
  total,
  eager = 0,
}: {
  sort: PlaceSort;
  tracks: Track[];
  total: number;
  /** How many covers load at once. */
  eager?: number;
}) {
  if (tracks.length === 0) return null;
  return (
    <section aria-labelledby={`place-${sort}`} className="place-section">
      <div className="mb-4 flex items-center justify-between gap-4">
        <h2 id={`place-${sort}`} className="text-title">
          {PLACE_SORTS[sort]}
        </h2>
        {total > tracks.length && (
          <AppLink
            href={`?sort=${sort}`}
            aria-label={`View All ${PLACE_SORTS[sort]}`}
            className="-mr-3 inline-flex min-h-11 items-center rounded-full px-3 font-medium text-soft transition hover:bg-raised hover:text-ink"
          >
            View All
          </AppLink>
        )}
      </div>
      <TrackGrid tracks={tracks} eager={eager} />
      <noscript>
        <ol className="place-players">
          {tracks.map((track) => (
            <li key={track.id}>
              {track.title}
              {/* biome-ignore lint/a11y/useMediaCaption: music has no captions */}
              <audio controls preload="none" src={track.audio_url} />
            </li>
          ))}
        </ol>
      </noscript>
    </section>
  );
}
