import { plural, t } from '@lingui/core/macro';
import { say } from '../../lib/i18n.ts';
import './places.css';
import '../../features/tracks/page/song-pages.css';
import { useQuery } from '@tanstack/react-query';
import type { ArtistPage } from 'contract/extensions/places.ts';
import { genreLabel } from 'contract/genres.ts';
import { pages } from 'contract/pages.ts';
import { artistPath, genrePath } from 'contract/text/slugs.ts';
import { Fragment, type ReactNode } from 'react';
import { useParams, useSearchParams } from 'wouter';
import { MissingPlace } from '../../features/tracks/page/Missing.tsx';
import { SimilarTracks } from '../../features/tracks/page/SimilarTracks.tsx';
import { AppLink } from '../../ui/AppLink.tsx';
import { buttonLook } from '../../ui/Button.tsx';
import { Cover } from '../../ui/pictures/Cover.tsx';
import { QueryView } from '../../ui/QueryView.tsx';
import { Slot } from '../../ui/Slot.tsx';
import { useTitle } from '../../ui/use-title.ts';
import { PlaceHero, PlaceSection, PlaceSkeleton } from './Place.tsx';
import { PlaceTracks } from './PlaceTracks.tsx';
import { artistPageQuery } from './queries.ts';

export { artistPageQuery as query };

/** `/artists/{slug}`: an artist's tracks and what resembles them. `?sort=` opens all of them. */
export default function Artist() {
  const { slug = '' } = useParams();
  const [search] = useSearchParams();
  const sort = search.get('sort');
  const query = useQuery(artistPageQuery(slug));
  useTitle(query.data?.artist?.name ?? say(pages.artist.title));
  return (
    <div className="stage-width pt-6 pb-16 md:pt-10">
      <QueryView
        page
        query={query}
        loading={t`Loading the artist...`}
        skeleton={<PlaceSkeleton kind="artist" />}
        failed={t`Failed to load the artist`}
      >
        {(page) => {
          if (!page.artist)
            return (
              <MissingPlace
                title={t`Artist not found`}
                text={t`There is no artist at this address.`}
                popular={page.popular}
              >
                <AppLink href="/genres" className={buttonLook('ember')}>
                  {t`All genres`}
                </AppLink>
              </MissingPlace>
            );
          const { slug, name } = page.artist;
          if (sort !== 'popular' && sort !== 'newest')
            return (
              <ArtistView page={page} artist={page.artist}>
                <Slot at="artist/actions" kind="artist" target={slug} name={name} />
              </ArtistView>
            );
          return (
            <PlaceTracks place={{ kind: 'artist', slug }} name={name} href={artistPath(name)} sort={sort} />
          );
        }}
      </QueryView>
    </div>
  );
}

/** An artist: the tracks, and what resembles the most heard one. The picture is that one's cover. */
function ArtistView({
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
        above={t`Artist`}
        name={name}
        tracks={tracks}
        below={
          <>
            {plural(tracks, { one: '# track', other: '# tracks' })}
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
      <SimilarTracks title={t`More like ${name}`} similar={page.similar} />
    </article>
  );
}

/** 200 px on phones: stated as the cards' width there, so that the same preloaded file serves both. */
const ARTIST_COVER_SIZES = '(min-width: 768px) 260px, 44vw';
