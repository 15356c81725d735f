import { limitOf, UNLIMITED, upgradeHint } from 'contract/plans.ts';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { SignedIn } from '../features/accounts/guards.tsx';
import { creditsDialog } from '../features/payments/credits-dialog.ts';
import { useCreatePlaylist, usePlaylists } from '../features/playlists/hooks.ts';
import { ImportButton } from '../features/playlists/ImportButton.tsx';
import { PlaylistCard } from '../features/playlists/PlaylistCard.tsx';
import { PlaylistForm } from '../features/playlists/PlaylistForm.tsx';
import type { Viewer } from '../lib/session.tsx';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { EmptyStage, NothingFound } from '../ui/lazy-illustrations.ts';
import { Sheet } from '../ui/Sheet.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { useTitle } from '../ui/use-title.ts';

const GRID = 'grid grid-cols-1 gap-x-4 gap-y-7 xs:grid-cols-2 sm:grid-cols-3 md:grid-cols-4 lg:gap-x-6';

/** `/playlists` */
export default function Playlists() {
  useTitle('My Playlists');
  return <SignedIn>{(viewer) => <Mine viewer={viewer} />}</SignedIn>;
}

function Mine({ viewer }: { viewer: Viewer }) {
  const [, navigate] = useLocation();
  const [creating, setCreating] = useState(false);
  const { data, error, isPending, refetch } = usePlaylists();
  const create = useCreatePlaylist((playlist) => navigate(`/playlists/${playlist.id}`));
  const limit = limitOf(viewer, 'playlists');
  const used = data?.total ?? 0;
  const free = limit === 0;
  const full = used >= limit;
  const hint = full ? upgradeHint('playlists', viewer.plan_tier) : undefined;

  return (
    <div className="stage-width pt-8 pb-16 md:pt-13">
      <div className="mb-7 flex flex-wrap items-end justify-between gap-4">
        <div>
          <h1 className="text-[2rem] leading-tight md:text-[2.5rem]">My Playlists</h1>
          <p className="mt-1 text-soft">
            {used} of {limit === UNLIMITED ? 'unlimited' : limit} playlists used
          </p>
        </div>
        <div className="flex flex-wrap gap-3">
          <ImportButton disabled={full} />
          {/* The tooltip hangs on the frame: a disabled button feels no pointer. */}
          <span data-tooltip={hint}>
            <Button look="ember" disabled={full} onClick={() => setCreating(true)}>
              <Plus size={17} aria-hidden="true" /> Create Playlist
            </Button>
          </span>
        </div>
      </div>

      {free && (
        <div className="spotlight mb-8 flex flex-wrap items-center justify-between gap-4 rounded-lg border border-line bg-stage p-5 md:p-6">
          <p className="font-medium">{hint}</p>
          <Button look="ember" onClick={() => creditsDialog.set('subscriptions')}>
            Upgrade
          </Button>
        </div>
      )}
      {isPending && (
        <div role="status">
          <span className="sr-only">Loading playlists...</span>
          <div className={GRID}>
            {[1, 2, 3, 4].map((card) => (
              <Skeleton key={card} className="aspect-square rounded-md" />
            ))}
          </div>
        </div>
      )}
      {error && (
        <EmptyState
          role="alert"
          picture={<NothingFound />}
          title="Failed to load your playlists"
          text={error.message}
        >
          <Button onClick={() => refetch()}>Try again</Button>
        </EmptyState>
      )}
      {data?.rows.length === 0 && (
        <EmptyState
          picture={<EmptyStage />}
          title="No playlists yet"
          text="Create your first playlist to get started"
        />
      )}
      {data && data.rows.length > 0 && (
        <div className={GRID}>
          {data.rows.map((playlist) => (
            <PlaylistCard key={playlist.id} playlist={playlist} />
          ))}
        </div>
      )}
      {creating && (
        <Sheet title="Create Playlist" onClose={() => setCreating(false)}>
          <PlaylistForm
            verb="Create"
            busy={create.isPending}
            onSend={create.mutate}
            onCancel={() => setCreating(false)}
          />
        </Sheet>
      )}
    </div>
  );
}
