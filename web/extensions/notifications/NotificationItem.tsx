import type { Notification } from 'contract/extensions/news/notifications.ts';
import { genreLabel } from 'contract/genres.ts';
import { trackPath } from 'contract/text/slugs.ts';
import { Play, Sparkles, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatTimeAgo } from '../../lib/format.ts';
import { AppLink } from '../../ui/AppLink.tsx';
import { Face } from '../../ui/pictures/Face.tsx';

/** What the studio has reached, in words that follow the song's title. */
const stages = {
  request_queued: 'is queued for creation',
  request_choosing: 'has takes to choose from',
  request_closing: 'closes its choice soon',
  request_in_review: 'waits for your review',
  studio_failed: 'could not be made',
  request_merged: 'goes on with another request',
  // For followers alone; those who paid are told about their credits.
  request_declined: 'was declined',
  request_returned: 'could not be made in time',
};

/** A released song, whose page opens, a declined one with the reason, or what happens to a song on its way. */
export function NotificationItem(props: NotificationProps) {
  const { kind, role, track_id } = props.notification;
  if (kind === 'new_song' || kind === 'playlist_songs' || kind === 'request_released')
    return track_id === null ? <Withdrawn {...props} /> : <Released {...props} track_id={track_id} />;
  if (role === 'follower') return <StageReached {...props} outcome={stages[kind]} />;
  if (kind === 'request_declined') return <Refunded {...props} outcome="was declined" />;
  if (kind === 'request_returned') return <Refunded {...props} outcome="could not be made in time" />;
  return <StageReached {...props} outcome={stages[kind]} />;
}

/** A song that is out: its page opens with its premiere, once. */
function Released({ notification, fresh, onLeave, track_id }: NotificationProps & { track_id: string }) {
  const { title } = notification;
  return (
    <AppLink
      href={trackPath({ id: track_id, title })}
      onClick={onLeave}
      className={`${row} transition hover:bg-raised`}
    >
      <NotificationFace notification={notification} className="ember">
        <Play size={12} fill="currentColor" className="translate-x-px" />
      </NotificationFace>
      <NotificationText notification={notification} fresh={fresh} outcome="is out">
        <span className="sr-only">Listen now</span>
      </NotificationText>
    </AppLink>
  );
}

function Withdrawn({ notification, fresh }: NotificationProps) {
  return (
    <div className={row}>
      <NotificationFace notification={notification} className="bg-raised text-faint">
        <Play size={12} className="translate-x-px" />
      </NotificationFace>
      <NotificationText notification={notification} fresh={fresh} outcome="was out">
        <span className="text-soft">It is no longer available.</span>
      </NotificationText>
    </div>
  );
}

function StageReached({ notification, fresh, onLeave, outcome }: NotificationProps & { outcome: string }) {
  const { role, request_id } = notification;
  const href = role === 'admin' ? '/create?view=studio' : `/leaderboard/${request_id}`;
  return (
    <AppLink href={href} onClick={onLeave} className={`${row} transition hover:bg-raised`}>
      <NotificationFace notification={notification} className="bg-raised text-ember-ink">
        <Sparkles size={13} />
      </NotificationFace>
      <NotificationText notification={notification} fresh={fresh} outcome={outcome}>
        {notification.reason && <span className="text-soft">{notification.reason}</span>}
      </NotificationText>
    </AppLink>
  );
}

function Refunded({ notification, fresh, onLeave, outcome }: NotificationProps & { outcome: string }) {
  return (
    <div className={row}>
      <NotificationFace notification={notification}>
        <Undo2 size={13} />
      </NotificationFace>
      <NotificationText notification={notification} fresh={fresh} outcome={outcome}>
        {notification.reason && <q className="text-soft">{notification.reason}</q>}
        <span className="text-soft">
          All credits you spent on it were returned.{' '}
          <AppLink
            href="/profile?view=credits"
            onClick={onLeave}
            className="font-medium whitespace-nowrap text-ember-ink hover:underline"
          >
            See your credits
          </AppLink>
          {' · '}
          <AppLink
            href={`/leaderboard/${notification.request_id}`}
            onClick={onLeave}
            className="font-medium whitespace-nowrap text-ember-ink hover:underline"
          >
            See the request
          </AppLink>
        </span>
      </NotificationText>
    </div>
  );
}

/** What happened to the viewer's request or vote, and when. */
function NotificationText({
  notification: { role, title, artist, followed, created_at },
  fresh,
  outcome,
  children,
}: {
  notification: Notification;
  fresh: boolean;
  outcome: string;
  children?: ReactNode;
}) {
  return (
    <>
      <span className="grid min-w-0 flex-1 gap-0.5 text-[0.9375rem] wrap-anywhere">
        <span className="font-medium">
          {fresh && <span className="sr-only">New: </span>}
          {role === 'requester' ? (
            <>
              Your request “<bdi>{title}</bdi>” {outcome}
            </>
          ) : followed ? (
            <Followed followed={followed} title={title} outcome={outcome} />
          ) : role === 'admin' || role === 'follower' ? (
            <>
              “<bdi>{title}</bdi>” {outcome}
            </>
          ) : (
            <>
              A song you voted for {outcome}: “<bdi>{title}</bdi>”
            </>
          )}
        </span>
        {children}
        <span className="flex min-w-0 gap-1 text-sm text-faint">
          <bdi className="truncate">{artist}</bdi> ·{' '}
          <time className="shrink-0" dateTime={new Date(created_at).toISOString()}>
            {formatTimeAgo(created_at)}
          </time>
        </span>
      </span>
      <span aria-hidden="true" className={`mt-1.5 size-2 shrink-0 rounded-full ${fresh ? 'bg-ember' : ''}`} />
    </>
  );
}

/** What is new, and what of it is followed. */
function Followed({
  followed: { kind, name },
  title,
  outcome,
}: {
  followed: NonNullable<Notification['followed']>;
  title: string;
  outcome: string;
}) {
  if (kind === 'request')
    return (
      <>
        “<bdi>{title}</bdi>” {outcome}
      </>
    );
  const before = {
    artist: 'New by',
    genre: 'New in',
    playlist: 'New in the playlist',
    person: 'Out now, called for by',
  };
  return (
    <>
      {before[kind]} <bdi>{kind === 'genre' ? genreLabel(name) : name}</bdi>: “<bdi>{title}</bdi>”
    </>
  );
}

/** The face of the request that a notification is about, with a sign of what happened to it. */
function NotificationFace({
  notification: { request_id, track_id, genre, votes },
  className = 'bg-raised text-soft',
  children,
}: {
  notification: Notification;
  /** The colors of the sign. */
  className?: string;
  children: ReactNode;
}) {
  return (
    <span aria-hidden="true" className="relative size-12 shrink-0">
      <Face id={request_id ?? track_id ?? genre} genre={genre} votes={votes} className="size-12" />
      <span
        className={`absolute -right-1 -bottom-1 grid size-7 place-items-center rounded-full border-2 border-stage ${className}`}
      >
        {children}
      </span>
    </span>
  );
}

/** The properties of every kind of notification. */
interface NotificationProps {
  notification: Notification;
  /** First seen in this list. */
  fresh: boolean;
  /** Closes the list: the item leads to another page. */
  onLeave: () => void;
}

/** Classes of the row. */
const row = 'relative flex w-full gap-3 rounded-sm p-3 text-left';
