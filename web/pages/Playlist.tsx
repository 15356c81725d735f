import { t } from '@lingui/core/macro';
import { pages } from 'contract/pages.ts';
import '../features/playlists/playlist.css';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useParams, useSearch } from 'wouter';
import { HeartButton } from '../features/library/HeartButton.tsx';
import { useSavedIds } from '../features/library/hooks.ts';
import { Entries, type RowHeart } from '../features/playlists/Entries.tsx';
import { PlaylistHeader } from '../features/playlists/PlaylistHeader.tsx';
import { playlistQuery } from '../features/playlists/queries.ts';
import { useLivePlaylist } from '../features/playlists/use-live-playlist.ts';
import { isMissing } from '../lib/http/api.ts';
import { say } from '../lib/i18n.ts';
import { useSession } from '../lib/session.tsx';
import { AppLink } from '../ui/AppLink.tsx';
import { Button, buttonLook } from '../ui/Button.tsx';
import { EmptyStage, EmptyState, LostPage } from '../ui/EmptyState.tsx';
import { lazyLayer } from '../ui/layers/lazy-layer.tsx';
import { QueryView, Skeleton } from '../ui/QueryView.tsx';
import { Slot } from '../ui/Slot.tsx';
import { useTitle } from '../ui/use-title.ts';

/** `/playlists/{id}`: a playlist that the viewer edits, or a public one. With `?invitation`, what they are invited to. */
export default function Playlist() {
  const { id = '' } = useParams();
  const isInvited = new URLSearchParams(useSearch()).has('invitation');
  return isInvited ? <Invitation id={id} /> : <PlaylistPage id={id} />;
}

const Invitation = lazyLayer(() => import('../features/playlists/people/Invitation.tsx'));

function PlaylistPage({ id }: { id: string }) {
  const { viewer } = useSession();
  const query = useQuery(playlistQuery(id));
  const [adding, setAdding] = useState(false);
  useLivePlaylist(id, query.data?.live);
  // Who may no longer see it does not go on seeing what they had.
  const isGone = query.error !== null && isMissing(query.error);
  useTitle(query.data?.playlist.name ?? say(pages.playlist.title));

  return (
    <div className="stage-width pt-6 pb-16 md:pt-10">
      <AppLink
        href={viewer ? '/playlists' : '/'}
        className="-ms-3 inline-flex min-h-11 items-center gap-1.5 rounded-full px-3 font-medium text-soft transition hover:bg-raised hover:text-ink"
      >
        <ArrowLeft size={16} aria-hidden="true" className="rtl:-scale-x-100" /> {t`Back`}
      </AppLink>
      <QueryView
        page
        query={isGone ? { ...query, data: undefined } : query}
        loading={t`Loading the playlist...`}
        skeleton={<PlaylistSkeleton />}
        failed={t`Failed to load the playlist`}
        renderError={(error) => (isMissing(error) ? <NotFound /> : null)}
      >
        {(page) => {
          const { role } = page.playlist;
          const isEmpty = page.entries.length === 0;
          const add = role !== null && <AddSongsButton main={isEmpty} onClick={() => setAdding(true)} />;
          return (
            <>
              <PlaylistHeader page={page}>
                {!isEmpty && add}
                {role === null && (
                  <Slot
                    at="playlist/actions"
                    kind="playlist"
                    target={page.playlist.id}
                    name={page.playlist.name}
                  />
                )}
              </PlaylistHeader>
              {isEmpty ? <NoTracks>{add}</NoTracks> : <Entries page={page} heart={Heart} />}
              {adding && <AddSongs page={page} onClose={() => setAdding(false)} />}
            </>
          );
        }}
      </QueryView>
    </div>
  );
}

const AddSongs = lazyLayer(() => import('../features/playlists/AddSongs.tsx'));

/** @param main whether it is the main action of the page; beside others it has no words on narrow screens. */
function AddSongsButton({ main, onClick }: { main: boolean; onClick: () => void }) {
  return (
    <Button
      look={main ? 'ember' : 'quiet'}
      data-tooltip={main ? undefined : t`Add songs`}
      onPointerEnter={AddSongs.preload}
      onFocus={AddSongs.preload}
      onClick={onClick}
      className={main ? '' : 'playlist-add'}
    >
      <Plus size={16} aria-hidden="true" /> <span>{t`Add songs`}</span>
    </Button>
  );
}

const Heart: RowHeart = ({ track, ids }) => (
  <HeartButton
    track={track}
    saved={useSavedIds(ids)[track.id]}
    className="grid size-11 shrink-0 place-items-center rounded-full text-soft transition hover:bg-raised hover:text-ink"
  />
);

function NotFound() {
  return (
    <EmptyState
      as="h1"
      picture={<LostPage />}
      title={t`Playlist not found`}
      text={t`It may be private or no longer exist.`}
    >
      <AppLink href="/" className={buttonLook()}>
        {t`Back to Explore`}
      </AppLink>
    </EmptyState>
  );
}

/** @param children the button that adds songs, of who edits it; others may look elsewhere. */
function NoTracks({ children }: { children: ReactNode }) {
  return (
    <EmptyState
      picture={<EmptyStage />}
      title={t`No tracks yet`}
      text={children ? t`Find something you like and add it here.` : t`Its owner has added nothing yet.`}
    >
      {children || (
        <AppLink href="/" className={buttonLook()}>
          {t`Explore`}
        </AppLink>
      )}
    </EmptyState>
  );
}

/** Stands in for a playlist's header while it loads. */
function PlaylistSkeleton() {
  return (
    <div className="mt-4 flex gap-6">
      <Skeleton className="aspect-square w-36 rounded-md md:w-52" />
      <div className="flex-1">
        <Skeleton className="mt-6 h-9 w-2/3" />
        <Skeleton className="mt-3 h-5 w-1/3" />
      </div>
    </div>
  );
}
