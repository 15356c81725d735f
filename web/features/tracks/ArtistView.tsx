import { genreLabel } from 'contract/genres.ts';
import type { ArtistPage } from 'contract/places.ts';
import { pluralize } from 'contract/pluralize.ts';
import { genrePath } from 'contract/slugs.ts';
import { Fragment, type ReactNode } from 'react';
import { AppLink } from '../../ui/AppLink.tsx';
import { Cover } from '../../ui/Cover.tsx';
import { PlaceHero, PlaceSection } from './Place.tsx';
import { SimilarTracks } from './SimilarTracks.tsx';

/** An artist: the tracks, and what resembles the most heard one. The picture is that one's cover. */
export function ArtistView({
  page,
  artist: { slug, name, tracks },
  children,
}: {
  page: ArtistPage;
  artist: NonNullable<ArtistPage['artist']>;
  /** More actions. */
  children?: ReactNode;
}) {
  return (
    <article>
      <PlaceHero
        place={{ kind: 'artist', slug }}
        picture={<Cover url={page.popular[0]!.cover_image_url} sizes={ARTIST_COVER_SIZES} eager />}
        above="Artist"
        name={name}
        below={
          <>
            {pluralize(tracks, 'track')}
            {page.genres.map((genre) => (
              <Fragment key={genre}>
                {' · '}
                <AppLink href={genrePath(genre)} className="hover:underline">
                  {genreLabel(genre)}
                </AppLink>
              </Fragment>
            ))}
          </>
        }
      >
        {children}
      </PlaceHero>
      <PlaceSection sort="popular" tracks={page.popular} total={tracks} eager={4} />
      <PlaceSection sort="newest" tracks={page.newest} total={tracks} />
      <SimilarTracks title={`More like ${name}`} similar={page.similar} />
    </article>
  );
}

/** 200 px on phones: stated as the cards' width there, so that the same preloaded file serves both. */
const ARTIST_COVER_SIZES = '(min-width: 768px) 260px, 44vw';
