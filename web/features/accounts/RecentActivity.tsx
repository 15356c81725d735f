import { useInfiniteQuery } from '@tanstack/react-query';
import type { Activity } from 'contract/features/accounts/personal-data.ts';
import { trackPath } from 'contract/text/slugs.ts';
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
import { formatTimeAgo } from '../../lib/format.ts';
import { callPage } from '../../lib/http/api.ts';
import { site } from '../../lib/site.ts';
import { usePlayTrack } from '../../player/use-play-track.ts';
import { AppLink } from '../../ui/AppLink.tsx';
import { PagedList } from '../../ui/PagedList.tsx';
import { Time } from '../../ui/Time.tsx';

const PAGE_SIZE = 10;

const trackOf = ({ subject_id, subject }: Activity) =>
  subject_id && trackPath({ id: subject_id, title: subject ?? '' });
const requestOf = ({ subject_id }: Activity) => subject_id && `/leaderboard/${subject_id}`;

interface Words {
  icon: LucideIcon;
  describe: (activity: Activity) => string;
  /** Path of the line's link; null if it cannot be opened any more. */
  pathOf?: (activity: Activity) => string | null;
}

const words: Record<Activity['kind'], Words> = {
  play: {
    icon: Play,
    describe: ({ subject, artist }) => `Listened to ${subject ?? 'a track'}${artist ? ` by ${artist}` : ''}`,
    pathOf: trackOf,
  },
  save: {
    icon: Heart,
    describe: ({ subject, artist }) => `Saved ${subject ?? 'a track'}${artist ? ` by ${artist}` : ''}`,
    pathOf: trackOf,
  },
  playlist: {
    icon: ListMusic,
    describe: ({ subject }) => `Created the playlist ${subject ?? ''}`,
    pathOf: ({ subject_id }) => subject_id && `/playlists/${subject_id}`,
  },
  request: {
    icon: Megaphone,
    describe: ({ subject, artist }) => `Requested ${subject} by ${artist}`,
    pathOf: requestOf,
  },
  vote: {
    icon: Flame,
    describe: ({ subject, artist }) => `Voted for ${subject} by ${artist}`,
    pathOf: requestOf,
  },
  joined: { icon: UserPlus, describe: () => `Joined ${site.name}` },
  profile: { icon: CircleUserRound, describe: () => 'Updated profile' },
  password: { icon: KeyRound, describe: () => 'Changed password' },
  security: { icon: ShieldCheck, describe: ({ subject }) => subject ?? 'Changed how you log in' },
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
      {(activity) => <Line key={`${activity.kind} ${activity.id}`} activity={activity} />}
    </PagedList>
  );
}

function Line({ activity }: { activity: Activity }) {
  const { icon: Icon, describe, pathOf } = words[activity.kind];
  const path = pathOf?.(activity);
  const isListen = activity.kind === 'play' && activity.subject_id !== null;
  return (
    <li className="flex items-center gap-3 py-2">
      {isListen ? (
        <PlayAgain track_id={activity.subject_id!} title={activity.subject ?? ''} />
      ) : (
        <span
          aria-hidden="true"
          className="grid size-11 shrink-0 place-items-center rounded-full bg-raised text-soft"
        >
          <Icon size={16} />
        </span>
      )}
      <span dir="auto" className="line-clamp-2 min-w-0 flex-1 wrap-anywhere">
        {path ? (
          <AppLink href={path} className="hover:underline">
            {describe(activity)}
          </AppLink>
        ) : (
          describe(activity)
        )}
      </span>
      <Time at={activity.created_at} format={formatTimeAgo} className="shrink-0 text-sm text-faint" />
    </li>
  );
}

/** Plays a track of the history again. */
function PlayAgain(track: { track_id: string; title: string }) {
  const { play, isPending } = usePlayTrack(track);
  return (
    <button
      type="button"
      aria-label={`Play ${track.title} again`}
      aria-busy={isPending || undefined}
      onClick={play}
      className="grid size-11 shrink-0 place-items-center rounded-full bg-raised text-ember-ink transition hover:bg-lamp"
    >
      <Play size={16} fill="currentColor" aria-hidden="true" className="translate-x-px" />
    </button>
  );
}
