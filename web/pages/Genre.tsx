import { pages } from 'contract/pages.ts';
import '../features/tracks/places.css';
import '../features/tracks/song-pages.css';
import { useQuery } from '@tanstack/react-query';
import { genreLabel } from 'contract/genres.ts';
import { genrePath } from 'contract/slugs.ts';
import { useParams, useSearchParams } from 'wouter';
import { FollowButton } from '../features/following/FollowButton.tsx';
import { GenreView } from '../features/tracks/GenreView.tsx';
import { MissingPlace } from '../features/tracks/Missing.tsx';
import { PlaceSkeleton } from '../features/tracks/Place.tsx';
import { PlaceTracks } from '../features/tracks/PlaceTracks.tsx';
import { genrePageQuery } from '../features/tracks/page-queries.ts';
import { AppLink } from '../ui/AppLink.tsx';
import { buttonLook } from '../ui/Button.tsx';
import { QueryView } from '../ui/QueryView.tsx';
import { useTitle } from '../ui/use-title.ts';

/** `/genres/{slug}`: a genre with its sub-genres and tracks. `?sort=` opens all of them. */
export default function Genre() {
  const { slug = '' } = useParams();
  const [search] = useSearchParams();
  const sort = search.get('sort');
  const query = useQuery(genrePageQuery(slug));
  const genre = query.data?.genre?.genre;
  useTitle(genre ? genreLabel(genre) : pages.genre.title);
  return (
    <div className="stage-width pt-6 pb-16 md:pt-10">
      <QueryView
        page
        query={query}
        loading="Loading the genre..."
        skeleton={<PlaceSkeleton kind="genre" />}
        failed="Failed to load the genre"
      >
        {(page) => {
          if (!page.genre)
            return (
              <MissingPlace
                title="Genre not found"
                text="There is no genre at this address."
                popular={page.popular}
              >
                <AppLink href="/genres" className={buttonLook('ember')}>
                  All genres
                </AppLink>
              </MissingPlace>
            );
          const { genre } = page.genre;
          if (sort !== 'popular' && sort !== 'newest')
            return (
              <GenreView page={page} genre={page.genre}>
                <FollowButton kind="genre" target={genre} name={genreLabel(genre)} />
              </GenreView>
            );
          const place = { kind: 'genre', slug: genre } as const;
          return <PlaceTracks place={place} name={genreLabel(genre)} href={genrePath(genre)} sort={sort} />;
        }}
      </QueryView>
    </div>
  );
}
