import { useInfiniteQuery } from '@tanstack/react-query';
import type { Activity } from 'contract/personal-data.ts';
import {
  CircleUserRound,
  Flame,
  Heart,
  KeyRound,
  ListMusic,
  type LucideIcon,
  Megaphone,
  Play,
  ShieldCheck,
  Sparkles,
  UserPlus,
} from 'lucide-react';
import { callPage } from '../../lib/api.ts';
import { formatTimeAgo } from '../../lib/format.ts';
import { PagedList } from '../../ui/PagedList.tsx';

const PAGE_SIZE = 10;

const words: Record<Activity['kind'], { icon: LucideIcon; describe: (activity: Activity) => string }> = {
  play: {
    icon: Play,
    describe: ({ subject, artist }) => `Listened to ${subject ?? 'a track'}${artist ? ` by ${artist}` : ''}`,
  },
  save: {
    icon: Heart,
    describe: ({ subject, artist }) => `Saved ${subject ?? 'a track'}${artist ? ` by ${artist}` : ''}`,
  },
  playlist: { icon: ListMusic, describe: ({ subject }) => `Created the playlist ${subject ?? ''}` },
  request: { icon: Megaphone, describe: ({ subject, artist }) => `Requested ${subject} by ${artist}` },
  vote: { icon: Flame, describe: ({ subject, artist }) => `Voted for ${subject} by ${artist}` },
  joined: { icon: UserPlus, describe: () => 'Joined Ovation' },
  profile: { icon: CircleUserRound, describe: () => 'Updated profile' },
  password: { icon: KeyRound, describe: () => 'Changed password' },
  security: { icon: ShieldCheck, describe: ({ subject }) => subject ?? 'Changed how you sign in' },
  plan: { icon: Sparkles, describe: ({ subject }) => `Moved to the ${subject ?? 'new'} plan` },
};

/** The viewer's own activity, newest first. */
export function RecentActivity() {
  const query = useInfiniteQuery({
    queryKey: ['activity'],
    queryFn: ({ pageParam }) =>
      callPage('GET /auth/me/activity', { query: { limit: PAGE_SIZE, cursor: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    refetchOnMount: 'always',
    meta: { private: true },
  });
  return (
    <PagedList
      query={query}
      loading="Loading your activity..."
      empty="Nothing yet. What you play, save and request appears here."
    >
      {(activity) => <Line key={activity.id} activity={activity} />}
    </PagedList>
  );
}

function Line({ activity }: { activity: Activity }) {
  const { icon: Icon, describe } = words[activity.kind];
  return (
    <li className="flex items-center gap-4 py-3">
      <span
        aria-hidden="true"
        className="grid size-9 shrink-0 place-items-center rounded-full bg-raised text-soft"
      >
        <Icon size={16} />
      </span>
      <span dir="auto" className="line-clamp-2 min-w-0 flex-1 wrap-anywhere">
        {describe(activity)}
      </span>
      <time dateTime={new Date(activity.created_at).toISOString()} className="shrink-0 text-sm text-faint">
        {formatTimeAgo(activity.created_at)}
      </time>
    </li>
  );
}
