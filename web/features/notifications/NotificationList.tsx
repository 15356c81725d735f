import { useMemo } from 'react';
import { AppLink } from '../../ui/AppLink.tsx';
import { Button, buttonLook } from '../../ui/Button.tsx';
import { EmptyStage } from '../../ui/lazy-illustrations.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useNotifications, useReading } from './hooks.ts';
import { Notice } from './Notice.tsx';

/** What became of the songs one asked or voted for. Being shown they are read; what was new looks so until the list closes. */
export function NotificationList({ onLeave }: { onLeave: () => void }) {
  const { data, error, isFetching, hasNextPage, fetchNextPage, refetch } = useNotifications('always');
  const notices = useMemo(() => data?.pages.flatMap((page) => page.notifications), [data]);
  const fresh = useReading(notices);

  if (!notices) {
    return error ? (
      <div role="alert" className="grid justify-items-center gap-1 px-4 pt-4 pb-6 text-center">
        <p className="font-medium">Your notifications could not be loaded</p>
        <p className="text-soft">{error.message}</p>
        <Button className="mt-3" disabled={isFetching} onClick={() => refetch()}>
          Retry
        </Button>
      </div>
    ) : (
      <Loading />
    );
  }
  if (notices.length === 0) return <Nothing onLeave={onLeave} />;
  return (
    <>
      <ul className="grid grid-cols-1 gap-0.5">
        {notices.map((notice) => (
          <li key={notice.id}>
            <Notice notice={notice} fresh={!notice.read || fresh.has(notice.id)} onLeave={onLeave} />
          </li>
        ))}
      </ul>
      {error && (
        <p role="alert" className="px-3 pt-3 text-sm text-bad">
          {error.message}
        </p>
      )}
      {hasNextPage && (
        <Button className="m-3" disabled={isFetching} onClick={() => fetchNextPage()}>
          Show more
        </Button>
      )}
    </>
  );
}

function Nothing({ onLeave }: { onLeave: () => void }) {
  return (
    <div className="grid justify-items-center px-4 pt-3 pb-6 text-center">
      <div className="h-24 text-faint [&>svg]:h-24 [&>svg]:w-auto">
        <EmptyStage />
      </div>
      <p className="mt-3 font-medium">Nothing new yet</p>
      <p className="mt-1 text-soft">When a song you asked or voted for is out, you can hear it from here.</p>
      <AppLink href="/leaderboard" onClick={onLeave} className={`${buttonLook()} mt-4`}>
        See the requests
      </AppLink>
    </div>
  );
}

function Loading() {
  return (
    <div role="status" className="grid gap-4 p-3">
      <span className="sr-only">Loading your notifications...</span>
      {[1, 2, 3].map((row) => (
        <div key={row} aria-hidden="true" className="flex gap-3">
          <Skeleton className="size-10 shrink-0 rounded-full!" />
          <div className="grid flex-1 gap-1.5">
            <Skeleton className="h-5 w-4/5" />
            <Skeleton className="h-5 w-1/2" />
          </div>
        </div>
      ))}
    </div>
  );
}
