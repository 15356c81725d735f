import type { MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import type { Track } from 'contract/features/tracks.ts';
import type { ReactNode } from 'react';
import { TrackGrid, TrackGridSkeleton } from '../../features/tracks/TrackGrid.tsx';
import { PlayAllButtons } from '../../player/PlayAllButtons.tsx';
import { AppLink } from '../../ui/AppLink.tsx';
import { Skeleton } from '../../ui/QueryView.tsx';
import { loadPlaceSongs, type Place, type PlaceSort } from './queries.ts';
import { RadioButton } from './radio.tsx';

/** Enough songs of a genre to shuffle them, or for a radio. */
const MANY = 4;

/** The head of a genre's or an artist's page: picture, name, and what can be played. */
export function PlaceHero({
  place,
  picture,
  above,
  name,
  below,
  tracks,
  children,
}: {
  place: Place;
  picture: ReactNode;
  /** Kind of page. */
  above: ReactNode;
  name: string;
  below: ReactNode;
  /** Total number of tracks. */
  tracks: number;
  /** More actions. */
  children?: ReactNode;
}) {
  const isShort = place.kind === 'genre' && tracks < MANY;
  return (
    <header className="place-hero" data-kind={place.kind}>
      <div className="place-picture">{picture}</div>
      <div className="min-w-0">
        <p className="text-soft">{above}</p>
        <h1 dir="auto" data-long={name.length > 24 || undefined} className="place-name wrap-anywhere">
          {name}
        </h1>
        <p className="mt-3 text-soft">{below}</p>
        <div className="place-actions">
          <PlayAllButtons
            load={() => loadPlaceSongs(place, 'popular')}
            failure={t`${name} could not be played`}
            disabled={tracks === 0}
            single={isShort}
          />
          {!isShort && <RadioButton seed={`${place.kind}:${place.slug}`} />}
          {children}
        </div>
      </div>
    </header>
  );
}

export const PLACE_SORTS: Record<PlaceSort, MessageDescriptor> = {
  popular: msg`Popular now`,
  newest: msg`Newest`,
};

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
  /** Number of covers loaded immediately. */
  eager?: number;
}) {
  if (tracks.length === 0) return null;
  return (
    <section aria-labelledby={`place-${sort}`} className="place-section">
      <div className="mb-4 flex items-center justify-between gap-4">
        <h2 id={`place-${sort}`} className="text-title">
          {t(PLACE_SORTS[sort])}
        </h2>
        {total > tracks.length && (
          <AppLink
            href={`?sort=${sort}`}
            aria-label={sort === 'popular' ? t`View All Popular now` : t`View All Newest`}
            className="-me-3 inline-flex min-h-11 items-center rounded-full px-3 font-medium text-soft transition hover:bg-raised hover:text-ink"
          >
            {t`View All`}
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

/** Stands in for the page of a genre or an artist while it loads. */
export function PlaceSkeleton({ kind }: { kind: 'genre' | 'artist' }) {
  return (
    <div>
      <div className="place-hero" data-kind={kind}>
        <Skeleton className="place-picture" />
        <div className="min-w-0">
          <Skeleton className="h-5 w-1/2" />
          <Skeleton className="mt-3 h-16 w-3/4" />
        </div>
      </div>
      <div className="place-section">
        <TrackGridSkeleton count={4} />
      </div>
    </div>
  );
}
