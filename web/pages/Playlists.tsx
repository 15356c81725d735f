import { useInfiniteQuery } from '@tanstack/react-query';
import { pages } from 'contract/pages.ts';
import { limitOf, UNLIMITED, upgradeHint } from 'contract/plans.ts';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { SignedIn } from '../features/accounts/guards.tsx';
import { ImportButton } from '../features/playlists/ImportButton.tsx';
import { CreatePlaylist } from '../features/playlists/PlaylistForm.tsx';
import { PlaylistGrid } from '../features/playlists/PlaylistGrid.tsx';
import { playlistsQuery } from '../features/playlists/queries.ts';
import { creditsDialog } from '../lib/credits.ts';
import type { Viewer } from '../lib/session.tsx';
import { Button } from '../ui/Button.tsx';
import { useTitle } from '../ui/use-title.ts';

/** `/playlists` */
export default function Playlists() {
  useTitle(pages.playlists.title);
  return <SignedIn>{(viewer) => <OwnPlaylists viewer={viewer} />}</SignedIn>;
}

function OwnPlaylists({ viewer }: { viewer: Viewer }) {
  const [creating, setCreating] = useState(false);
  const query = useInfiniteQuery(playlistsQuery);
  const limit = limitOf(viewer, 'playlists');
  const used = query.data?.pages[0]?.total ?? 0;
  const isFull = used >= limit;
  const hint = isFull ? upgradeHint('playlists', viewer.plan_tier) : undefined;

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
          <ImportButton disabled={isFull} />
          {/* A disabled button gets no pointer events, so the tooltip is on its frame. */}
          <span data-tooltip={hint}>
            <Button look="ember" disabled={isFull} onClick={() => setCreating(true)}>
              <Plus size={17} aria-hidden="true" /> Create Playlist
            </Button>
          </span>
        </div>
      </div>

      {limit === 0 && (
        <div className="spotlight mb-8 flex flex-wrap items-center justify-between gap-4 rounded-lg border border-line bg-stage p-5 md:p-6">
          <p className="font-medium">{hint}</p>
          <Button look="ember" onClick={() => creditsDialog.set('subscriptions')}>
            Upgrade
          </Button>
        </div>
      )}
      <PlaylistGrid query={query} />
      {creating && <CreatePlaylist onClose={() => setCreating(false)} />}
    </div>
  );
}
