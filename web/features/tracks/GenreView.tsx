import { genreLabel } from 'contract/genres.ts';
import type { GenreCount, GenrePage } from 'contract/places.ts';
import { pluralize } from 'contract/pluralize.ts';
import { genrePath } from 'contract/slugs.ts';
import type { ReactNode } from 'react';
import { AppLink } from '../../ui/AppLink.tsx';
import { GenreTile, genreArt } from './GenreTile.tsx';
import { PlaceHero, PlaceSection } from './Place.tsx';

/** A genre: its picture and tracks, its sub-genres, and the genres next to it. */
export function GenreView({
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
            {isSub ? genreLabel(parent) : 'Genres'}
          </AppLink>
        }
        name={name}
        below={tracks === 0 ? 'No tracks yet. Request the first one.' : pluralize(tracks, 'track')}
      >
        {children}
      </PlaceHero>
      {page.subs.length > 0 && (
        <nav
          aria-label={isSub ? `More of ${genreLabel(parent)}` : 'Sub-genres'}
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
      {page.neighbors.length > 0 && (
        <section aria-labelledby="neighbors" className="place-section">
          <h2 id="neighbors" className="mb-4 text-title">
            Next to {genreLabel(parent)}
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
