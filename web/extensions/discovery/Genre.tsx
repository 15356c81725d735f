import { plural, t } from '@lingui/core/macro';
import { say } from '../../lib/i18n.ts';
import './places.css';
import '../../features/tracks/page/song-pages.css';
import { useQuery } from '@tanstack/react-query';
import type { GenreCount, GenrePage } from 'contract/extensions/places.ts';
import { genreLabel } from 'contract/genres.ts';
import { pages } from 'contract/pages.ts';
import { genrePath } from 'contract/text/slugs.ts';
import type { ReactNode } from 'react';
import { useParams, useSearchParams } from 'wouter';
import { RequestRow } from '../../features/song-requests/RequestRow.tsx';
import { MissingPlace } from '../../features/tracks/page/Missing.tsx';
import { AppLink } from '../../ui/AppLink.tsx';
import { buttonLook } from '../../ui/Button.tsx';
import { QueryView } from '../../ui/QueryView.tsx';
import { Slot } from '../../ui/Slot.tsx';
import { useTitle } from '../../ui/use-title.ts';
import { GenreTile, genreArt } from './GenreTile.tsx';
import { PlaceHero, PlaceSection, PlaceSkeleton } from './Place.tsx';
import { PlaceTracks } from './PlaceTracks.tsx';
import { genrePageQuery } from './queries.ts';

export { genrePageQuery as query };

/** `/genres/{slug}`: a genre with its sub-genres and tracks. `?sort=` opens all of them. */
export default function Genre() {
  const { slug = '' } = useParams();
  const [search] = useSearchParams();
  const sort = search.get('sort');
  const query = useQuery(genrePageQuery(slug));
  const genre = query.data?.genre?.genre;
  useTitle(genre ? genreLabel(genre) : say(pages.genre.title));
  return (
    <div className="stage-width pt-6 pb-16 md:pt-10">
      <QueryView
        page
        query={query}
        loading={t`Loading the genre...`}
        skeleton={<PlaceSkeleton kind="genre" />}
        failed={t`Failed to load the genre`}
      >
        {(page) => {
          if (!page.genre)
            return (
              <MissingPlace
                title={t`Genre not found`}
                text={t`There is no genre at this address.`}
                popular={page.popular}
              >
                <AppLink href="/genres" className={buttonLook('ember')}>
                  {t`All genres`}
                </AppLink>
              </MissingPlace>
            );
          const { genre } = page.genre;
          if (sort !== 'popular' && sort !== 'newest')
            return (
              <GenreView page={page} genre={page.genre}>
                <Slot at="genre/actions" kind="genre" target={genre} name={genreLabel(genre)} />
              </GenreView>
            );
          const place = { kind: 'genre', slug: genre } as const;
          return <PlaceTracks place={place} name={genreLabel(genre)} href={genrePath(genre)} sort={sort} />;
        }}
      </QueryView>
    </div>
  );
}

/** A genre: its picture and tracks, its sub-genres, and the genres next to it. */
function GenreView({
  page,
  genre: { genre, tracks },
  children,
}: {
  page: GenrePage;
  genre: GenreCount;
  /** More actions. */
  children?: ReactNode;
}) {
  const parent = genre.split(':')[0]!;
  const isSub = parent !== genre;
  const name = genreLabel(genre);
  return (
    <article>
      <PlaceHero
        place={{ kind: 'genre', slug: genre }}
        picture={<img src={genreArt(genre)} alt="" width={400} height={400} decoding="async" />}
        above={
          <AppLink href={isSub ? genrePath(parent) : '/genres'} className="hover:underline">
            {isSub ? genreLabel(parent) : t`Genres`}
          </AppLink>
        }
        name={name}
        tracks={tracks}
        below={tracks === 0 ? t`No songs yet` : plural(tracks, { one: '# song', other: '# songs' })}
      >
        {children}
      </PlaceHero>
      {page.subs.length > 0 && (
        <nav
          aria-label={isSub ? t`More of ${{ genre: genreLabel(parent) }}` : t`Sub-genres`}
          className="flex flex-wrap gap-2 mt-8"
        >
          {page.subs.map((sub) => (
            <AppLink key={sub.genre} href={genrePath(sub.genre)} className="place-chip">
              {genreLabel(sub.genre)} <span className="figures text-faint">{sub.tracks}</span>
            </AppLink>
          ))}
        </nav>
      )}
      <PlaceSection sort="popular" tracks={page.popular} total={tracks} eager={4} />
      <PlaceSection sort="newest" tracks={page.newest} total={tracks} />
      {page.requests.length > 0 && (
        <section aria-labelledby="place-requests" className="place-section">
          <h2 id="place-requests" className="mb-4 text-title">
            {t`Open requests`}
          </h2>
          <ul className="place-requests">
            {page.requests.map((request) => (
              <RequestRow key={request.id} request={request} />
            ))}
          </ul>
        </section>
      )}
      {page.neighbors.length > 0 && (
        <section aria-labelledby="neighbors" className="place-section">
          <h2 id="neighbors" className="mb-4 text-title">
            {t`Related genres`}
          </h2>
          <div className="genre-grid">
            {page.neighbors.map((neighbor) => (
              <GenreTile key={neighbor} genre={neighbor} />
            ))}
          </div>
        </section>
      )}
    </article>
  );
}
