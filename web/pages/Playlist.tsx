import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useParams } from 'wouter';
import { Entries } from '../features/playlists/Entries.tsx';
import { PlaylistHeader } from '../features/playlists/PlaylistHeader.tsx';
import { PlaylistSkeleton } from '../features/playlists/PlaylistSkeleton.tsx';
import { playlistQuery } from '../features/playlists/queries.ts';
import { isMissing } from '../lib/is-missing.ts';
import { useSession } from '../lib/session.tsx';
import { AppLink } from '../ui/AppLink.tsx';
import { buttonLook } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { EmptyStage, LostPage } from '../ui/lazy-illustrations.ts';
import { QueryView } from '../ui/QueryView.tsx';
import { useTitle } from '../ui/use-title.ts';

/** `/playlists/{id}`: the viewer's own playlist, or a public one. */
export default function Playlist() {
  const { id = '' } = useParams();
  const { viewer } = useSession();
  const query = useQuery(playlistQuery(id));
  useTitle(query.data?.playlist.name ?? 'Playlist');

  return (
    <div className="stage-width pt-6 pb-16 md:pt-10">
      <AppLink
        href={viewer ? '/playlists' : '/'}
        className="-ml-3 inline-flex min-h-11 items-center gap-1.5 rounded-full px-3 font-medium text-soft transition hover:bg-raised hover:text-ink"
      >
        <ArrowLeft size={16} aria-hidden="true" /> Back
      </AppLink>
      <QueryView
        query={query}
        loading="Loading the playlist..."
        skeleton={<PlaylistSkeleton />}
        failed="Failed to load the playlist"
        renderError={(error) => (isMissing(error) ? <NotFound /> : null)}
      >
        {(page) => {
          const own = page.playlist.user_id === viewer?.id;
          return (
            <>
              <PlaylistHeader page={page} own={own} />
              {page.entries.length > 0 ? <Entries page={page} own={own} /> : <NoTracks />}
            </>
          );
        }}
      </QueryView>
    </div>
  );
}

function NotFound() {
  return (
    <EmptyState
      picture={<LostPage />}
      title="Playlist not found"
      text="It may be private or no longer exist."
    >
      <AppLink href="/" className={buttonLook()}>
        Back to Explore
      </AppLink>
    </EmptyState>
  );
}

function NoTracks() {
  return (
    <EmptyState
      picture={<EmptyStage />}
      title="No tracks yet"
      text="Find something you like and add it from its card."
    >
      <AppLink href="/" className={buttonLook('ember')}>
        Explore
      </AppLink>
    </EmptyState>
  );
}
