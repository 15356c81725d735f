import { plural, t } from '@lingui/core/macro';
import type { SearchResults } from 'contract/extensions/search.ts';
import type { Track } from 'contract/features/tracks.ts';
import { artistPath, genrePath, trackPath } from 'contract/text/slugs.ts';
import type { ReactNode } from 'react';
import { call } from '../../lib/http/api.ts';
import { PlayAllButtons, QUEUE_LIMIT } from '../../player/PlayAllButtons.tsx';
import { toSong } from '../../player/song.ts';
import { AppLink } from '../../ui/AppLink.tsx';
import { Cover } from '../../ui/pictures/Cover.tsx';
import { Slot } from '../../ui/Slot.tsx';
import { genreArt } from '../discovery/GenreTile.tsx';

/** Covers of a genre's picture, and genres beside the best result. */
const MOSAIC = 4;
const RELATED = 3;

interface Top {
  kind: string;
  href: string;
  name: string;
  picture: ReactNode;
  detail: string;
  /** The songs that it plays; none without any. */
  load?: (() => Promise<Track[]>) | undefined;
  action?: ReactNode;
}

/** The best of all results, large, with the other genres that match. */
export function TopResult({ found }: { found: SearchResults }) {
  const top = topOf(found);
  if (!top) return null;
  const { kind, href, name, picture, detail, load, action } = top;
  const related = found.genres.filter(({ genre }) => genre !== found.top?.id).slice(0, RELATED);
  return (
    <section aria-label={t`Top result`}>
      <h2 className="search-heading">{t`Top result`}</h2>
      <div className="search-top">
        <div className="search-top-picture" data-kind={kind}>
          {picture}
        </div>
        <div className="search-top-text">
          <h3
            dir="auto"
            className="search-top-name"
            data-long={name.length > 9 || undefined}
            data-longer={name.length > 16 || undefined}
          >
            <AppLink href={href}>{name}</AppLink>
          </h3>
          <p className="search-kind figures">{detail}</p>
          <div className="search-top-actions">
            {load && (
              <PlayAllButtons
                single
                load={async () => (await load()).map(toSong)}
                failure={t`The music could not be played`}
                disabled={false}
              />
            )}
            {action}
          </div>
        </div>
      </div>
      {related.length > 0 && (
        <nav aria-label={t`Related genres`} className="search-related">
          {related.map(({ genre, label }) => (
            <AppLink key={genre} href={genrePath(genre)}>
              <img src={genreArt(genre)} alt="" width={32} height={32} loading="lazy" decoding="async" />
              {label}
            </AppLink>
          ))}
        </nav>
      )}
    </section>
  );
}

function topOf({ top, tracks, artists, genres }: SearchResults): Top | undefined {
  const query = { limit: QUEUE_LIMIT };
  if (top?.kind === 'genre') {
    const one = genres.find(({ genre }) => genre === top.id);
    if (!one) return;
    const { genre, label } = one;
    const covers = tracks
      .filter((track) => track.genre === genre || track.genre?.startsWith(`${genre}:`))
      .flatMap(({ cover_image_url }) => cover_image_url ?? [])
      .slice(0, MOSAIC);
    return {
      kind: 'genre',
      href: genrePath(genre),
      name: label,
      picture:
        covers.length === MOSAIC ? (
          covers.map((url) => <Cover key={url} url={url} sizes="110px" eager />)
        ) : (
          <img src={genreArt(genre)} alt="" width={220} height={220} decoding="async" />
        ),
      detail:
        one.tracks === 0
          ? t`Genre · No songs yet`
          : plural(one.tracks, { one: 'Genre · # song', other: 'Genre · # songs' }),
      load: one.tracks === 0 ? undefined : () => call('GET /track', { query: { ...query, genre } }),
      action: <Slot at="genre/actions" kind="genre" target={genre} name={label} />,
    };
  }
  if (top?.kind === 'artist') {
    const one = artists.find(({ slug }) => slug === top.id);
    if (!one) return;
    const { slug, name } = one;
    return {
      kind: 'artist',
      href: artistPath(name),
      name,
      picture: <Cover url={one.cover_image_url} sizes="220px" eager />,
      detail: plural(one.tracks, { one: 'Artist · # song', other: 'Artist · # songs' }),
      load: () => call('GET /artist/:slug/track', { params: { slug }, query }),
      action: <Slot at="artist/actions" kind="artist" target={slug} name={name} />,
    };
  }
  const track = tracks.find(({ id }) => id === top?.id);
  return (
    track && {
      kind: 'track',
      href: trackPath(track),
      name: track.title,
      picture: <Cover url={track.cover_image_url} sizes="220px" eager />,
      detail: t`Song · ${{ artist: track.display_artist }}`,
      load: async () => [track],
    }
  );
}
