import { useInfiniteQuery } from '@tanstack/react-query';
import type { Activity } from 'contract/accounts.ts';
import {
  CircleUserRound,
  Flame,
  Heart,
  KeyRound,
  ListMusic,
  type LucideIcon,
  Megaphone,
  Play,
  Sparkles,
  UserPlus,
} from 'lucide-react';
import { callPage } from '../lib/api.ts';
import { ago } from '../lib/formats.ts';
import { Button } from '../ui/Button.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';

const PAGE = 10;

const words: Record<Activity['kind'], { icon: LucideIcon; say: (activity: Activity) => string }> = {
  play: {
    icon: Play,
    say: ({ subject, artist }) => `Listened to ${subject ?? 'a track'}${artist ? ` by ${artist}` : ''}`,
  },
  save: {
    icon: Heart,
    say: ({ subject, artist }) => `Saved ${subject ?? 'a track'}${artist ? ` by ${artist}` : ''}`,
  },
  playlist: { icon: ListMusic, say: ({ subject }) => `Made the playlist ${subject ?? ''}` },
  request: { icon: Megaphone, say: ({ subject, artist }) => `Asked for ${subject} by ${artist}` },
  vote: { icon: Flame, say: ({ subject, artist }) => `Voted for ${subject} by ${artist}` },
  joined: { icon: UserPlus, say: () => 'Joined Ovation' },
  profile: { icon: CircleUserRound, say: () => 'Changed the profile' },
  password: { icon: KeyRound, say: () => 'Changed the password' },
  plan: { icon: Sparkles, say: ({ subject }) => `Moved to the ${subject ?? 'new'} plan` },
};

/** What the viewer really did, newest first. */
export function RecentActivity() {
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } =
    useInfiniteQuery({
      queryKey: ['activity'],
      queryFn: ({ pageParam }) =>
        callPage('GET /auth/me/activity', { query: { limit: PAGE, cursor: pageParam } }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (page) => page.next,
      refetchOnMount: 'always',
      meta: { private: true },
    });
  if (isPending) {
    return (
      <div role="status" className="grid gap-3">
        <span className="sr-only">Loading your activity...</span>
        {[1, 2, 3].map((row) => (
          <Skeleton key={row} className="h-11" />
        ))}
      </div>
    );
  }
  if (error && !data) {
    return (
      <p role="alert" className="flex items-center gap-4 text-soft">
        {error.message} <Button onClick={() => refetch()}>Retry</Button>
      </p>
    );
  }
  const rows = data?.pages.flatMap((page) => page.rows) ?? [];
  if (rows.length === 0)
    return <p className="text-soft">Nothing yet. What you play and do will stand here.</p>;
  return (
    <>
      <ul className="divide-y divide-line border-y border-line">
        {rows.map((activity) => {
          const { icon: Icon, say } = words[activity.kind];
          return (
            <li key={activity.id} className="flex items-center gap-4 py-3">
              <span
                aria-hidden="true"
                className="grid size-9 shrink-0 place-items-center rounded-full bg-raised text-soft"
              >
                <Icon size={16} />
              </span>
              <span className="min-w-0 flex-1 truncate">{say(activity)}</span>
              <time
                dateTime={new Date(activity.created_at).toISOString()}
                className="shrink-0 text-sm text-faint"
              >
                {ago(activity.created_at)}
              </time>
            </li>
          );
        })}
      </ul>
      {hasNextPage && (
        <Button className="mt-4" disabled={isFetchingNextPage} onClick={() => fetchNextPage()}>
          Show more
        </Button>
      )}
    </>
  );
}
