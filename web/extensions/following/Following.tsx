import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Follow } from 'contract/extensions/news/following.ts';
import { genreLabel } from 'contract/genres.ts';
import { pages } from 'contract/pages.ts';
import { genrePath, personPath } from 'contract/text/slugs.ts';
import { SignedIn } from '../../features/accounts/guards.tsx';
import { AppLink } from '../../ui/AppLink.tsx';
import { Button } from '../../ui/Button.tsx';
import { PagedList } from '../../ui/PagedList.tsx';
import { useTitle } from '../../ui/use-title.ts';
import { NotificationItem } from '../notifications/NotificationItem.tsx';
import { followsQuery, newsQuery, stopFollowing } from './follow.ts';

/** `/following`: what is new of what the viewer follows, and what that is. */
export default function Following() {
  useTitle(pages.following.title);
  return (
    <SignedIn>
      {() => (
        <div className="stage-width pt-8 pb-16 md:pt-13">
          <h1 className="text-[2rem] leading-tight md:text-[2.5rem]">Following</h1>
          <p className="mt-1 mb-7 text-soft">New songs and steps of what you follow, newest first</p>
          {/* Tall, so that the foot stays out of sight when lists turn out to be empty. */}
          <div className="grid min-h-dvh content-start items-start gap-10 lg:grid-cols-[3fr_2fr]">
            <News />
            <Follows />
          </div>
        </div>
      )}
    </SignedIn>
  );
}

function News() {
  const query = useInfiniteQuery(newsQuery);
  return (
    <section aria-labelledby="news">
      <h2 id="news" className="mb-4 text-title">
        What is new
      </h2>
      <PagedList
        query={query}
        loading="Loading what is new..."
        failed="Failed to load what is new"
        rowHeight="h-16"
        empty="Nothing new yet. Songs and steps that come from now on appear here."
      >
        {(one) => (
          <li key={one.id}>
            <NotificationItem notification={one} fresh={!one.read} onLeave={() => {}} />
          </li>
        )}
      </PagedList>
    </section>
  );
}

function Follows() {
  const query = useInfiniteQuery(followsQuery);
  return (
    <section aria-labelledby="follows">
      <h2 id="follows" className="mb-4 text-title">
        What you follow
      </h2>
      <PagedList
        query={query}
        loading="Loading what you follow..."
        failed="Failed to load what you follow"
        empty={
          <>
            Nothing yet. Press Follow on the page of a request, an artist, a genre, a playlist or a person.{' '}
            <AppLink href="/genres" className="font-medium text-ember-ink hover:underline">
              Find something to follow
            </AppLink>
          </>
        }
      >
        {(one) => <Row key={one.id} follow={one} />}
      </PagedList>
    </section>
  );
}

const kinds = {
  request: 'Request',
  artist: 'Artist',
  genre: 'Genre',
  playlist: 'Playlist',
  person: 'Listener',
};

function Row({ follow }: { follow: Follow }) {
  const client = useQueryClient();
  const { kind, target, name } = follow;
  const shown = name === null ? 'No longer public' : kind === 'genre' ? genreLabel(name) : name;
  const { mutate, isPending } = useMutation({ mutationFn: () => stopFollowing(client, follow.id, shown) });
  return (
    <li className="flex items-center gap-3 py-2.5">
      <span className="min-w-0 flex-1">
        {target === null ? (
          <span className="text-soft">{shown}</span>
        ) : (
          <AppLink href={pathOf(kind, target)} className="block truncate font-medium hover:underline">
            <bdi>{shown}</bdi>
          </AppLink>
        )}
        <span className="text-sm text-faint">{kinds[kind]}</span>
      </span>
      <Button aria-label={`Unfollow ${shown}`} disabled={isPending} onClick={() => mutate()}>
        Unfollow
      </Button>
    </li>
  );
}

function pathOf(kind: Follow['kind'], target: string): string {
  if (kind === 'genre') return genrePath(target);
  if (kind === 'person') return personPath(target);
  if (kind === 'artist') return `/artists/${encodeURIComponent(target)}`;
  return kind === 'playlist' ? `/playlists/${target}` : `/leaderboard/${target}`;
}
