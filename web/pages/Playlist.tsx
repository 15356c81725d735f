import { AnswerProblem } from 'contract/answers.ts';
import { ArrowLeft } from 'lucide-react';
import { useParams } from 'wouter';
import { Entries } from '../features/playlists/Entries.tsx';
import { usePlaylist } from '../features/playlists/hooks.ts';
import { PlaylistHead } from '../features/playlists/PlaylistHead.tsx';
import { useSession } from '../lib/session.tsx';
import { AppLink } from '../ui/AppLink.tsx';
import { Button, buttonLook } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { EmptyStage, LostPage, NothingFound } from '../ui/lazy-illustrations.ts';
import { Skeleton } from '../ui/Skeleton.tsx';
import { useTitle } from '../ui/use-title.ts';

/** `/playlists/{id}`: the viewer's own to arrange, a public one to listen to. */
export default function Playlist() {
  const { id = '' } = useParams();
  const { viewer } = useSession();
  const { data, error, isPending, refetch } = usePlaylist(id);
  const missing = error instanceof AnswerProblem && (error.status === 404 || error.status === 400);
  useTitle(data?.playlist.name ?? 'Playlist');

  return (
    <div className="stage-width pt-6 pb-16 md:pt-10">
      <AppLink
        href={viewer ? '/playlists' : '/'}
        className="-ml-3 inline-flex min-h-11 items-center gap-1.5 rounded-full px-3 font-medium text-soft transition hover:bg-raised hover:text-ink"
      >
        <ArrowLeft size={16} aria-hidden="true" /> Back
      </AppLink>
      {isPending && (
        <div role="status" className="mt-4 flex gap-6">
          <span className="sr-only">Loading the playlist...</span>
          <Skeleton className="aspect-square w-36 rounded-md md:w-52" />
          <div className="flex-1">
            <Skeleton className="mt-6 h-9 w-2/3" />
            <Skeleton className="mt-3 h-5 w-1/3" />
          </div>
        </div>
      )}
      {missing && (
        <EmptyState
          picture={<LostPage />}
          title="Playlist not found"
          text="It may be private, or it is gone."
        >
          <AppLink href="/" className={buttonLook()}>
            Back to Explore
          </AppLink>
        </EmptyState>
      )}
      {error && !missing && (
        <EmptyState
          role="alert"
          picture={<NothingFound />}
          title="Failed to load the playlist"
          text={error.message}
        >
          <Button onClick={() => refetch()}>Try again</Button>
        </EmptyState>
      )}
      {data && (
        <>
          <PlaylistHead page={data} own={data.playlist.user_id === viewer?.id} />
          {data.entries.length === 0 ? (
            <EmptyState
              picture={<EmptyStage />}
              title="No tracks yet"
              text="Find something you like and add it from its card."
            >
              <AppLink href="/" className={buttonLook('ember')}>
                Explore
              </AppLink>
            </EmptyState>
          ) : (
            <Entries page={data} own={data.playlist.user_id === viewer?.id} />
          )}
        </>
      )}
    </div>
  );
}
