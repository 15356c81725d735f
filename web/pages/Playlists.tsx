import { plural, t } from '@lingui/core/macro';
import {
  type InfiniteData,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query';
import type { Playlist } from 'contract/features/playlists.ts';
import { pages } from 'contract/pages.ts';
import { limitOf, type Tier, UNLIMITED, upgradeHint } from 'contract/plans.ts';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { SignedIn, useUnreachable } from '../features/accounts/guards.tsx';
import { usePlansForSale } from '../features/payments/queries.ts';
import { ImportButton } from '../features/playlists/ImportButton.tsx';
import { PlaylistCard } from '../features/playlists/PlaylistCard.tsx';
import { CreatePlaylist } from '../features/playlists/PlaylistForm.tsx';
import { playlistsQuery, sharedPlaylistsQuery } from '../features/playlists/queries.ts';
import { viewPlans } from '../lib/credits.ts';
import type { Page } from '../lib/http/api.ts';
import { say } from '../lib/i18n.ts';
import { useSession } from '../lib/session.tsx';
import { Button } from '../ui/Button.tsx';
import { EmptyStage, EmptyState } from '../ui/EmptyState.tsx';
import { ListEnd } from '../ui/PagedList.tsx';
import { QueryView, Skeleton } from '../ui/QueryView.tsx';
import { Slot } from '../ui/Slot.tsx';
import { useTitle } from '../ui/use-title.ts';

/** `/playlists` */
export default function Playlists() {
  useTitle(say(pages.playlists.title));
  const { tier } = useSession();
  if (useUnreachable()) return <Slot at="unreachable-page" />;
  return (
    <SignedIn skeleton={<OwnPlaylists plan_tier={tier ?? 'plus'} enabled={false} />}>
      {({ plan_tier }) => <OwnPlaylists plan_tier={plan_tier} enabled />}
    </SignedIn>
  );
}

/** @param enabled whether the viewer is known. */
function OwnPlaylists({ enabled, ...viewer }: { plan_tier: Tier; enabled: boolean }) {
  const [creating, setCreating] = useState(false);
  const query = useInfiniteQuery({ ...playlistsQuery, enabled });
  const { data: shared = [] } = useQuery({ ...sharedPlaylistsQuery, enabled });
  const limit = limitOf(viewer, 'playlists');
  const used = query.data?.pages[0]?.total ?? 0;
  const isFull = used >= limit;
  const hint = isFull ? say(upgradeHint('playlists', viewer.plan_tier)) : undefined;

  return (
    <div className="stage-width pt-8 pb-16 md:pt-13">
      <div className="mb-7 flex flex-wrap items-end justify-between gap-4">
        <div>
          <h1 className="text-[2rem] leading-tight md:text-[2.5rem]">{t`My Playlists`}</h1>
          <p className="mt-1 text-soft">
            {limit === UNLIMITED
              ? t`${used} of unlimited playlists used`
              : plural(limit, { one: `${used} of # playlist used`, other: `${used} of # playlists used` })}
          </p>
        </div>
        <div className="flex flex-wrap gap-3">
          {limit > 0 && <ImportButton disabled={isFull || !enabled} />}
          {/* A disabled button gets no pointer events, so the tooltip is on its frame. */}
          <span data-tooltip={hint}>
            <Button look="ember" disabled={isFull || !enabled} onClick={() => setCreating(true)}>
              <Plus size={17} aria-hidden="true" /> {t`Create Playlist`}
            </Button>
          </span>
        </div>
      </div>

      {limit === 0 && <NeedsPlan hint={hint!} />}
      <PlaylistGrid query={query} hasOthers={shared.length > 0} />
      {shared.length > 0 && (
        <section aria-labelledby="shared-with-me" className="mt-12">
          <h2 id="shared-with-me" className="mb-5 text-title">
            {t`Shared with me`}
          </h2>
          <Cards playlists={shared} />
        </section>
      )}
      {creating && <CreatePlaylist onClose={() => setCreating(false)} />}
    </div>
  );
}

/** View of a member whose plan has no playlists: what a playlist is, and the one way to it. */
function NeedsPlan({ hint }: { hint: string }) {
  const isLoud = usePlansForSale();
  return (
    <section
      aria-label={t`About playlists`}
      className="mb-8 grid items-center gap-7 rounded-lg border border-line bg-stage p-5 sm:grid-cols-2 md:gap-10 md:p-8"
    >
      <PlaylistPicture />
      <div>
        <h2 className="text-title text-balance">{hint}</h2>
        <p className="mt-2 mb-5 text-soft">
          {t`Put songs in an order of your own. Keep the playlist to yourself, or share it with a link.`}
        </p>
        <Button look={isLoud ? 'ember' : 'quiet'} data-tooltip={hint} onClick={viewPlans}>
          {t`Upgrade`}
        </Button>
      </div>
    </section>
  );
}

/** A cover of four songs, a name, and rows of songs. */
function PlaylistPicture() {
  return (
    <svg viewBox="0 0 320 150" aria-hidden="true" className="w-full max-w-md">
      <clipPath id="playlist-cover">
        <rect width="130" height="130" y="10" rx="10" />
      </clipPath>
      <g clipPath="url(#playlist-cover)">
        <path d="M0 10h65v65H0z" fill="var(--color-ember)" />
        <path d="M65 10h65v65H65z" fill="var(--color-bronze)" />
        <path d="M0 75h65v65H0z" fill="var(--color-silver)" />
        <path d="M65 75h65v65H65z" fill="var(--color-gold)" />
        <path d="M65 10v130M0 75h130" stroke="var(--color-stage)" strokeWidth="3" />
      </g>
      <rect x="152" y="14" width="110" height="14" rx="7" fill="var(--color-ink)" />
      {[58, 92, 126].map((y, row) => (
        <g key={y}>
          <circle cx="162" cy={y} r="10" fill="var(--color-raised)" />
          <path d={`M159 ${y - 5}l8 5-8 5z`} fill="var(--color-ember-ink)" />
          <rect x="184" y={y - 5} width={96 - row * 18} height="10" rx="5" fill="var(--color-lamp)" />
          <rect x="300" y={y - 5} width="20" height="10" rx="5" fill="var(--color-lamp)" />
        </g>
      ))}
    </svg>
  );
}

const GRID = 'grid grid-cols-1 gap-x-4 gap-y-7 xs:grid-cols-2 sm:grid-cols-3 md:grid-cols-4 lg:gap-x-6';

function Cards({ playlists }: { playlists: Playlist[] }) {
  return (
    <div className={GRID}>
      {playlists.map((playlist) => (
        <PlaylistCard key={playlist.id} playlist={playlist} />
      ))}
    </div>
  );
}

/** The viewer's playlists as cards. @param hasOthers whether there are playlists of others below. */
function PlaylistGrid({
  query,
  hasOthers,
}: {
  query: UseInfiniteQueryResult<InfiniteData<Page<Playlist>>>;
  hasOthers: boolean;
}) {
  return (
    <QueryView
      query={query}
      loading={t`Loading playlists...`}
      skeleton={
        <div className={GRID}>
          {[1, 2, 3, 4].map((card) => (
            <Skeleton key={card} className="aspect-square rounded-md" />
          ))}
        </div>
      }
      failed={t`Failed to load your playlists`}
      isEmpty={({ pages }) => pages[0]!.total === 0}
      empty={
        !hasOthers && (
          <EmptyState
            picture={<EmptyStage />}
            title={t`No playlists yet`}
            text={t`Create your first playlist to get started`}
          />
        )
      }
    >
      {({ pages }) => (
        <>
          <Cards playlists={pages.flatMap(({ rows }) => rows)} />
          <ListEnd query={query} />
        </>
      )}
    </QueryView>
  );
}
