import { t } from '@lingui/core/macro';
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
  /** Its names are empty where they are not known any more. */
  describe: (names: { subject: string; artist: string }) => string;
  /** Path of the line's link; null if it cannot be opened any more. */
  pathOf?: (activity: Activity) => string | null;
}

const words: Record<Activity['kind'], Words> = {
  play: {
    icon: Play,
    describe: ({ subject, artist }) =>
      (subject && artist && t`Listened to ${subject} by ${artist}`) ||
      (subject ? t`Listened to ${subject}` : t`Listened to a track`),
    pathOf: trackOf,
  },
  save: {
    icon: Heart,
    describe: ({ subject, artist }) =>
      (subject && artist && t`Saved ${subject} by ${artist}`) ||
      (subject ? t`Saved ${subject}` : t`Saved a track`),
    pathOf: trackOf,
  },
  playlist: {
    icon: ListMusic,
    describe: ({ subject }) => t`Created the playlist ${subject}`,
    pathOf: ({ subject_id }) => subject_id && `/playlists/${subject_id}`,
  },
  request: {
    icon: Megaphone,
    describe: ({ subject, artist }) => t`Requested ${subject} by ${artist}`,
    pathOf: requestOf,
  },
  vote: {
    icon: Flame,
    describe: ({ subject, artist }) => t`Voted for ${subject} by ${artist}`,
    pathOf: requestOf,
  },
  joined: { icon: UserPlus, describe: () => joinedWords(site.name) },
  profile: { icon: CircleUserRound, describe: () => t`Updated profile` },
  password: { icon: KeyRound, describe: () => t`Changed password` },
  security: { icon: ShieldCheck, describe: ({ subject }) => subject || t`Changed how you log in` },
  plan: {
    icon: Sparkles,
    describe: ({ subject }) => (subject ? t`Moved to the ${subject} plan` : t`Moved to the new plan`),
  },
};

const joinedWords = (name: string) => t`Joined ${name}`;

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
      loading={t`Loading your activity...`}
      empty={t`Nothing yet. What you play, save and request appears here.`}
    >
      {(activity) => <Line key={`${activity.kind} ${activity.id}`} activity={activity} />}
    </PagedList>
  );
}

function Line({ activity }: { activity: Activity }) {
  const { icon: Icon, describe, pathOf } = words[activity.kind];
  const path = pathOf?.(activity);
  const text = describe({ subject: activity.subject ?? '', artist: activity.artist ?? '' });
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
            {text}
          </AppLink>
        ) : (
          text
        )}
      </span>
      <Time at={activity.created_at} format={formatTimeAgo} className="shrink-0 text-sm text-faint" />
    </li>
  );
}

/** Plays a track of the history again. */
function PlayAgain(track: { track_id: string; title: string }) {
  const { title } = track;
  const { play, isPending } = usePlayTrack(track);
  return (
    <button
      type="button"
      aria-label={t`Play ${title} again`}
      aria-busy={isPending || undefined}
      onClick={play}
      className="grid size-11 shrink-0 place-items-center rounded-full bg-raised text-ember-ink transition hover:bg-lamp"
    >
      <Play size={16} fill="currentColor" aria-hidden="true" className="translate-x-px" />
    </button>
  );
}
