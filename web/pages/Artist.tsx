import { pages } from 'contract/pages.ts';
import '../features/tracks/places.css';
import '../features/tracks/song-pages.css';
import { useQuery } from '@tanstack/react-query';
import { artistPath } from 'contract/slugs.ts';
import { useParams, useSearchParams } from 'wouter';
import { FollowButton } from '../features/following/FollowButton.tsx';
import { ArtistView } from '../features/tracks/ArtistView.tsx';
import { MissingPlace } from '../features/tracks/Missing.tsx';
import { PlaceSkeleton } from '../features/tracks/Place.tsx';
import { PlaceTracks } from '../features/tracks/PlaceTracks.tsx';
import { artistPageQuery } from '../features/tracks/page-queries.ts';
import { AppLink } from '../ui/AppLink.tsx';
import { buttonLook } from '../ui/Button.tsx';
import { QueryView } from '../ui/QueryView.tsx';
import { useTitle } from '../ui/use-title.ts';

/** `/artists/{slug}`: an artist's tracks and what resembles them. `?sort=` opens all of them. */
export default function Artist() {
  const { slug = '' } = useParams();
  const [search] = useSearchParams();
  const sort = search.get('sort');
  const query = useQuery(artistPageQuery(slug));
  useTitle(query.data?.artist?.name ?? pages.artist.title);
  return (
    <div className="stage-width pt-6 pb-16 md:pt-10">
      <QueryView
        page
        query={query}
        loading="Loading the artist..."
        skeleton={<PlaceSkeleton kind="artist" />}
        failed="Failed to load the artist"
      >
        {(page) => {
          if (!page.artist)
            return (
              <MissingPlace
                title="Artist not found"
                text="There is no artist at this address."
                popular={page.popular}
              >
                <AppLink href="/genres" className={buttonLook('ember')}>
                  All genres
                </AppLink>
              </MissingPlace>
            );
          const { slug, name } = page.artist;
          if (sort !== 'popular' && sort !== 'newest')
            return (
              <ArtistView page={page} artist={page.artist}>
                <FollowButton kind="artist" target={slug} name={name} />
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
