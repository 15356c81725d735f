import type { Notification } from 'contract/notifications.ts';
import { Play, Sparkles, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatTimeAgo } from '../../lib/format.ts';
import { usePlayTrack } from '../../player/use-play-track.ts';
import { AppLink } from '../../ui/AppLink.tsx';

interface Props {
  notification: Notification;
  /** First seen in this list. */
  fresh: boolean;
  /** Closes the list: the item leads to another page. */
  onLeave: () => void;
}

const row = 'relative flex w-full gap-3 rounded-sm p-3 text-left';
const disc = 'grid size-10 shrink-0 place-items-center rounded-full';

/** What the studio has reached, in words that follow the song's title. */
const stages = {
  request_queued: 'is queued for creation',
  request_choosing: 'has takes to choose from',
  request_in_review: 'waits for your review',
  studio_failed: 'could not be made',
};

/** A released song, which one click plays, a declined one with the reason, or what happens to a song on its way. */
export function NotificationItem(props: Props) {
  const { kind, track_id } = props.notification;
  if (kind === 'request_declined') return <Refunded {...props} outcome="was declined" />;
  if (kind === 'request_returned') return <Refunded {...props} outcome="could not be made in time" />;
  if (kind !== 'request_released') return <Stage {...props} outcome={stages[kind]} />;
  return track_id === null ? <Withdrawn {...props} /> : <Released {...props} track_id={track_id} />;
}

function Released({ notification, fresh, onLeave, track_id }: Props & { track_id: string }) {
  const { play, isPending } = usePlayTrack({ track_id, title: notification.title }, onLeave);
  return (
    <button
      type="button"
      aria-busy={isPending || undefined}
      onClick={play}
      className={`${row} transition hover:bg-raised`}
    >
      <span aria-hidden="true" className={`${disc} ember ${isPending ? 'animate-pulse' : ''}`}>
        <Play size={17} fill="currentColor" className="translate-x-px" />
      </span>
      <Text notification={notification} fresh={fresh} outcome="is out">
        <span className="sr-only">Listen now</span>
      </Text>
    </button>
  );
}

function Withdrawn({ notification, fresh }: Props) {
  return (
    <div className={row}>
      <span aria-hidden="true" className={`${disc} bg-raised text-faint`}>
        <Play size={17} className="translate-x-px" />
      </span>
      <Text notification={notification} fresh={fresh} outcome="was out">
        <span className="text-soft">It is no longer available.</span>
      </Text>
    </div>
  );
}

function Stage({ notification, fresh, onLeave, outcome }: Props & { outcome: string }) {
  const { role, request_id } = notification;
  const href = role === 'admin' ? '/create?view=studio' : `/leaderboard/${request_id}`;
  return (
    <AppLink href={href} onClick={onLeave} className={`${row} transition hover:bg-raised`}>
      <span aria-hidden="true" className={`${disc} bg-raised text-ember-ink`}>
        <Sparkles size={17} />
      </span>
      <Text notification={notification} fresh={fresh} outcome={outcome}>
        {notification.reason && <span className="text-soft">{notification.reason}</span>}
      </Text>
    </AppLink>
  );
}

function Refunded({ notification, fresh, onLeave, outcome }: Props & { outcome: string }) {
  return (
    <div className={row}>
      <span aria-hidden="true" className={`${disc} bg-raised text-soft`}>
        <Undo2 size={17} />
      </span>
      <Text notification={notification} fresh={fresh} outcome={outcome}>
        {notification.reason && <q className="text-soft">{notification.reason}</q>}
        <span className="text-soft">
          All credits you spent on it were returned.{' '}
          <AppLink
            href="/profile"
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
      </Text>
    </div>
  );
}

/** What happened to the viewer's request or vote, and when. */
function Text({
  notification: { role, title, artist, created_at },
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
              Your request "<bdi>{title}</bdi>" {outcome}
            </>
          ) : role === 'admin' ? (
            <>
              "<bdi>{title}</bdi>" {outcome}
            </>
          ) : (
            <>
              A song you voted for {outcome}: "<bdi>{title}</bdi>"
            </>
          )}
        </span>
        {children}
        <span className="text-sm text-faint">
          <bdi>{artist}</bdi> ·{' '}
          <time className="whitespace-nowrap" dateTime={new Date(created_at).toISOString()}>
            {formatTimeAgo(created_at)}
          </time>
        </span>
      </span>
      <span aria-hidden="true" className={`mt-1.5 size-2 shrink-0 rounded-full ${fresh ? 'bg-ember' : ''}`} />
    </>
  );
}
