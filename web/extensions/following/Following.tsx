import { msg, t } from '@lingui/core/macro';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Follow } from 'contract/extensions/news/following.ts';
import type { Notification } from 'contract/extensions/news/notifications.ts';
import { genreLabel } from 'contract/genres.ts';
import { pages } from 'contract/pages.ts';
import { genrePath, personPath } from 'contract/text/slugs.ts';
import { useMemo } from 'react';
import { SignedIn } from '../../features/accounts/guards.tsx';
import { serverUrl } from '../../lib/http/api.ts';
import { say } from '../../lib/i18n.ts';
import { AppLink } from '../../ui/AppLink.tsx';
import { Button } from '../../ui/Button.tsx';
import { PagedList, ShowMore } from '../../ui/PagedList.tsx';
import { Cover } from '../../ui/pictures/Cover.tsx';
import { Face } from '../../ui/pictures/Face.tsx';
import { Initials } from '../../ui/pictures/Initials.tsx';
import { QueryView } from '../../ui/QueryView.tsx';
import { useTitle } from '../../ui/use-title.ts';
import { NoNews, RowsSkeleton } from '../notifications/NoNews.tsx';
import { NotificationItem } from '../notifications/NotificationItem.tsx';
import { notificationsQuery, useMarkShownAsRead } from '../notifications/queries.ts';
import { followsQuery, stopFollowing } from './follow.ts';

/** `/following`: the inbox, with what concerns the viewer's songs and what they follow, and what that is. */
export default function Following() {
  useTitle(say(pages.following.title));
  return (
    <SignedIn>
      {() => (
        <div className="stage-width pt-8 pb-16 md:pt-13">
          <h1 className="mb-7 text-[2rem] leading-tight md:text-[2.5rem]">{t`Inbox`}</h1>
          {/* Tall, so that the foot stays out of sight when lists turn out to be empty. */}
          <div className="inbox min-h-dvh content-start">
            <Inbox />
            <Follows />
          </div>
        </div>
      )}
    </SignedIn>
  );
}

const DAY_MS = 86_400_000;

/** Notifications under the time that they come from; times without any are left out. */
function byTime(notifications: Notification[]) {
  const today = new Date().setHours(0, 0, 0, 0);
  const times = [
    { name: t`Today`, from: today, to: Infinity },
    { name: t`This week`, from: today - 6 * DAY_MS, to: today },
    { name: t`Earlier`, from: -Infinity, to: today - 6 * DAY_MS },
  ];
  return times.flatMap(({ name, from, to }) => {
    const rows = notifications.filter(({ created_at }) => created_at >= from && created_at < to);
    return rows.length > 0 ? { name, rows } : [];
  });
}

function Inbox() {
  const query = useInfiniteQuery({ ...notificationsQuery, refetchOnMount: 'always' });
  const notifications = useMemo(() => query.data?.pages.flatMap((page) => page.notifications), [query.data]);
  const fresh = useMarkShownAsRead(notifications);
  return (
    <QueryView
      query={query}
      loading={t`Loading your inbox...`}
      skeleton={<RowsSkeleton count={6} />}
      failed={t`Failed to load your inbox`}
      compact
      isEmpty={() => notifications?.length === 0}
      empty={<NoNews />}
    >
      {() => (
        <div>
          {byTime(notifications ?? []).map(({ name, rows }) => (
            <section key={name} aria-label={name}>
              <h2 className="inbox-time">{name}</h2>
              <ul>
                {rows.map((one) => (
                  <NotificationItem key={one.id} notification={one} fresh={!one.read || fresh.has(one.id)} />
                ))}
              </ul>
            </section>
          ))}
          <ShowMore query={query} className="mt-4" />
        </div>
      )}
    </QueryView>
  );
}

function Follows() {
  const query = useInfiniteQuery(followsQuery);
  return (
    <section aria-labelledby="follows">
      <h2 id="follows" className="mb-4 text-lg">
        {t({ message: 'Following', context: 'heading' })}
      </h2>
      <PagedList
        query={query}
        loading={t`Loading what you follow...`}
        failed={t`Failed to load what you follow`}
        rowHeight="h-14"
        empty={
          <AppLink href="/genres" className="font-medium text-ember-ink hover:underline">
            {t`Find something to follow`}
          </AppLink>
        }
      >
        {(one) => <Row key={one.id} follow={one} />}
      </PagedList>
    </section>
  );
}

const kinds = {
  request: msg`Request`,
  artist: msg`Artist`,
  genre: msg`Genre`,
  playlist: msg`Playlist`,
  person: msg`Person`,
};

/** Something that is followed. It is unfollowed on its page, or here if that is gone. */
function Row({ follow }: { follow: Follow }) {
  const client = useQueryClient();
  const { kind, target, name } = follow;
  const shown = name === null ? t`No longer public` : kind === 'genre' ? genreLabel(name) : name;
  const { mutate, isPending } = useMutation({ mutationFn: () => stopFollowing(client, follow.id, shown) });
  return (
    <li className="follow-row">
      <span className="follow-picture" data-kind={kind}>
        <Picture follow={follow} />
      </span>
      <span className="min-w-0 flex-1">
        {target === null ? (
          <span className="text-soft">{shown}</span>
        ) : (
          <AppLink
            href={pathOf(kind, target)}
            className="block truncate font-medium after:absolute after:inset-0 hover:underline"
          >
            <bdi>{shown}</bdi>
          </AppLink>
        )}
        <span className="text-sm text-faint">{t(kinds[kind])}</span>
      </span>
      {target === null && (
        <Button aria-label={t`Unfollow ${shown}`} disabled={isPending} onClick={() => mutate()}>
          {t`Unfollow`}
        </Button>
      )}
    </li>
  );
}

function Picture({ follow: { kind, target, name, genre, votes, cover_image_url } }: { follow: Follow }) {
  if (kind === 'request' && target && genre)
    return <Face id={target} genre={genre} votes={votes ?? 0} className="size-10" />;
  if (kind === 'genre' && target)
    return (
      <img src={serverUrl(`/art/genres/${encodeURIComponent(target)}.svg`)} alt="" width={40} height={40} />
    );
  if (cover_image_url !== null || kind === 'playlist') return <Cover url={cover_image_url} sizes="40px" />;
  return <Initials name={name ?? '–'} className="text-sm" />;
}

function pathOf(kind: Follow['kind'], target: string): string {
  if (kind === 'genre') return genrePath(target);
  if (kind === 'person') return personPath(target);
  if (kind === 'artist') return `/artists/${encodeURIComponent(target)}`;
  return kind === 'playlist' ? `/playlists/${target}` : `/leaderboard/${target}`;
}
