import type { Notification } from 'contract/notifications.ts';
import { Play, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatTimeAgo } from '../../lib/format.ts';
import { usePlayTrack } from '../../player/use-play-track.ts';
import { AppLink } from '../../ui/AppLink.tsx';

interface Shown {
  notice: Notification;
  /** Not seen before this list was opened. */
  fresh: boolean;
  /** Leads away from the list. */
  onLeave: () => void;
}

const row = 'relative flex w-full gap-3 rounded-sm p-3 text-left';
const disc = 'grid size-10 shrink-0 place-items-center rounded-full';

/** One piece of news: a song that is out, to be heard with one click, or one that was declined, and why. */
export function Notice(shown: Shown) {
  if (shown.notice.kind === 'request_declined') return <Declined {...shown} />;
  const { track_id } = shown.notice;
  return track_id === null ? <Withdrawn {...shown} /> : <Released {...shown} track_id={track_id} />;
}

function Released({ notice, fresh, onLeave, track_id }: Shown & { track_id: string }) {
  const { play, isPending } = usePlayTrack({ track_id, title: notice.title }, onLeave);
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
      <Words notice={notice} fresh={fresh} outcome="is out">
        <span className="sr-only">Listen now</span>
      </Words>
    </button>
  );
}

function Withdrawn({ notice, fresh }: Shown) {
  return (
    <div className={row}>
      <span aria-hidden="true" className={`${disc} bg-raised text-faint`}>
        <Play size={17} className="translate-x-px" />
      </span>
      <Words notice={notice} fresh={fresh} outcome="was out">
        <span className="text-soft">It is no longer available.</span>
      </Words>
    </div>
  );
}

function Declined({ notice, fresh, onLeave }: Shown) {
  return (
    <div className={row}>
      <span aria-hidden="true" className={`${disc} bg-raised text-soft`}>
        <Undo2 size={17} />
      </span>
      <Words notice={notice} fresh={fresh} outcome="was declined">
        {notice.reason && <q className="text-soft">{notice.reason}</q>}
        <span className="text-soft">
          Every credit you gave it is yours again.{' '}
          <AppLink
            href="/profile"
            onClick={onLeave}
            className="font-medium whitespace-nowrap text-ember-ink hover:underline"
          >
            Your credits
          </AppLink>
        </span>
      </Words>
    </div>
  );
}

/** What it is about, in the reader's own terms, and when it was. */
function Words({
  notice: { as, title, artist, created_at },
  fresh,
  outcome,
  children,
}: {
  notice: Notification;
  fresh: boolean;
  outcome: string;
  children?: ReactNode;
}) {
  return (
    <>
      <span className="grid min-w-0 flex-1 gap-0.5 text-[0.9375rem] wrap-anywhere">
        <span className="font-medium">
          {fresh && <span className="sr-only">New: </span>}
          {as === 'requester' ? (
            <>
              Your request "<bdi>{title}</bdi>" {outcome}
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
