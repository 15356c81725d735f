import { msg, plural, t } from '@lingui/core/macro';
import { pages } from 'contract/pages.ts';
import '../../features/accounts/profile.css';
import { useQuery } from '@tanstack/react-query';
import type { Counts } from 'contract/features/library.ts';
import { can, isVip, planOf } from 'contract/plans.ts';
import { type ReactNode, useState } from 'react';
import { Redirect, useSearch } from 'wouter';
import { EditProfile } from '../../features/accounts/EditProfile.tsx';
import { SignedIn } from '../../features/accounts/guards.tsx';
import { RecentActivity } from '../../features/accounts/RecentActivity.tsx';
import { CreditHistory } from '../../features/credits/CreditHistory.tsx';
import { OwnRequests } from '../../features/song-requests/board/OwnRequests.tsx';
import { TrackGrid } from '../../features/tracks/TrackGrid.tsx';
import { viewPlans } from '../../lib/credits.ts';
import { dateFormat, formatCount } from '../../lib/format.ts';
import { call } from '../../lib/http/api.ts';
import { say } from '../../lib/i18n.ts';
import type { Viewer } from '../../lib/session.tsx';
import { AppLink } from '../../ui/AppLink.tsx';
import { Button } from '../../ui/Button.tsx';
import { Avatar } from '../../ui/pictures/Avatar.tsx';
import { VipBadge } from '../../ui/pictures/VipBadge.tsx';
import { useTitle } from '../../ui/use-title.ts';

/** `/profile` */
export default function Profile() {
  useTitle(say(pages.profile.title));
  // Where settings were before they had pages of their own.
  if (new URLSearchParams(useSearch()).get('view') === 'settings')
    return <Redirect to="/profile/settings" replace />;
  return <SignedIn skeleton={<Person viewer={null} />}>{(viewer) => <Person viewer={viewer} />}</SignedIn>;
}

/** @param viewer null while they are not known. */
function Person({ viewer }: { viewer: Viewer | null }) {
  const [editing, setEditing] = useState(false);
  const view = viewOf(useSearch());
  const { data: counts, isPending } = useQuery({
    queryKey: ['counts'],
    queryFn: () => call('GET /library/counts'),
    enabled: viewer !== null,
    meta: { private: true },
  });
  const name = viewer?.username || viewer?.name;
  const since = viewer && joined(viewer.created_at);
  const plan = viewer && say(planOf(viewer).name);
  return (
    <div className="profile stage-width pt-8 pb-16 md:pt-13">
      <section aria-label={t`You`} aria-busy={!viewer} className="profile-person">
        {viewer ? (
          <Avatar user={viewer} className="shrink-0" />
        ) : (
          <span className="avatar-place shrink-0 animate-pulse rounded-full bg-raised" />
        )}
        <div className="profile-names">
          <h1 className="wrap-anywhere text-[1.75rem] leading-tight md:text-[2.25rem]">
            <bdi>{name ?? '\u00a0'}</bdi>
            {viewer && isVip(viewer.plan_tier) && <VipBadge />}
          </h1>
          {(!viewer || viewer.name !== name) && (
            <p className="truncate text-lg">
              <bdi>{viewer?.name ?? '\u00a0'}</bdi>
            </p>
          )}
          <p className="truncate text-soft">{viewer?.email ?? '\u00a0'}</p>
          <p className="mt-1 text-faint">{since ? t`Joined ${since}` : '\u00a0'}</p>
          <p className="text-faint">{plan ? t`${plan} plan` : '\u00a0'}</p>
        </div>
        <Button disabled={!viewer} onClick={() => setEditing(true)}>
          {t`Edit Profile`}
        </Button>
        <dl className="profile-counts">
          <Statistic name={t`Playlists`} value={counts?.playlists ?? null} />
          <Statistic name={t`Favorites`} value={counts?.favorites ?? null} />
        </dl>
      </section>

      <div data-view={view} className="profile-view in-order">
        <ProfileViews view={view} />
        {view === 'activity' && <Part counts={counts} mayVote={can(viewer, 'vote')} />}
        {/* Covers of unknown number come above it. */}
        {viewer && !isPending && view === 'activity' && (
          <section aria-labelledby="activity" className="mt-8">
            <h2 id="activity" className="mb-3 text-title">
              {t`Recent Activity`}
            </h2>
            <RecentActivity />
          </section>
        )}
        {viewer && view === 'requests' && (
          <div className="profile-requests in-order mt-8">
            <OwnRequests as="requested" />
            <OwnRequests as="voted" />
          </div>
        )}
        {viewer && view === 'credits' && <CreditHistory />}
      </div>
      {viewer && editing && <EditProfile viewer={viewer} onClose={() => setEditing(false)} />}
    </div>
  );
}

/** A count, or a dash if it could not be loaded. @param hint what to do while it is zero. */
function Statistic({ name, value, hint }: { name: string; value: number | null; hint?: ReactNode }) {
  return (
    <div className="flex flex-col-reverse justify-end">
      <dt className="text-soft">{name}</dt>
      <dd className="figures font-display leading-tight font-bold">
        {value === null ? '–' : formatCount(value)}
      </dd>
      {hint && <dd className="profile-hint">{value === 0 && hint}</dd>}
    </div>
  );
}

/** Songs, votes and listens because of the viewer. @param mayVote what nobody may do is not offered. */
function Part({ counts, mayVote }: { counts: Counts | undefined; mayVote: boolean }) {
  const { lamps = null, songs = null, listens = null, made = [] } = counts ?? {};
  return (
    <section aria-labelledby="part" className="mt-8">
      <h2 id="part" className="mb-4 text-title">
        {t`Because of you`}
      </h2>
      <dl className="profile-part">
        <Statistic
          name={plural(songs ?? 0, { one: 'Song', other: 'Songs' })}
          value={songs}
          hint={mayVote && <AppLink href="/leaderboard">{t`Vote for one`}</AppLink>}
        />
        <Statistic
          name={plural(lamps ?? 0, { one: 'Vote', other: 'Votes' })}
          value={lamps}
          hint={
            !mayVote && (
              <button type="button" onClick={viewPlans}>
                {t`Vote with Plus`}
              </button>
            )
          }
        />
        <Statistic
          name={plural(listens ?? 0, { one: 'Listen', other: 'Listens' })}
          value={listens}
          hint={<AppLink href="/">{t`Play a song`}</AppLink>}
        />
      </dl>
      {made.length > 0 && <TrackGrid tracks={made} />}
    </section>
  );
}

const formatMonth = dateFormat({ month: 'long', year: 'numeric' });

/** Month and year; `created_at` is in epoch seconds (§3). */
function joined(created_at: number): string {
  if (!Number.isFinite(created_at) || created_at <= 0) return t`Unknown`;
  return formatMonth(created_at * 1000);
}

const NAMES = { activity: msg`Activity`, requests: msg`Requests`, credits: msg`Credits` };
type View = keyof typeof NAMES;

/** The view in a profile's query string (`?view=`). */
function viewOf(search: string): View {
  const view = new URLSearchParams(search).get('view') ?? '';
  return Object.hasOwn(NAMES, view) ? (view as View) : 'activity';
}

/** Tabs for the parts of the viewer's profile. */
function ProfileViews({ view }: { view: View }) {
  return (
    <nav aria-label={t`Profile`} className="relative -mx-4 overflow-x-auto px-4">
      <ul className="flex w-max min-w-full rounded-full bg-raised p-1 sm:inline-flex sm:min-w-0">
        {Object.entries({ ...NAMES, settings: msg`Settings` }).map(([item, name]) => (
          <li key={item} className="flex-auto">
            <AppLink
              href={
                (item === 'activity' && '/profile') ||
                (item === 'settings' ? '/profile/settings' : `/profile?view=${item}`)
              }
              aria-current={item === view ? 'page' : undefined}
              className="flex h-11 items-center justify-center gap-1.5 rounded-full px-2 text-[0.9375rem] font-semibold whitespace-nowrap text-soft transition hover:text-ink aria-[current=page]:bg-ground aria-[current=page]:text-ink sm:gap-2 sm:px-4 sm:text-base md:h-10"
            >
              {t(name)}
            </AppLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
