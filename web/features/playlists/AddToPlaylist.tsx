import { t } from '@lingui/core/macro';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import type { PlaylistChoice } from 'contract/features/playlists.ts';
import { can } from 'contract/plans.ts';
import { Check, Lock, Plus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { call } from '../../lib/http/api.ts';
import { useSession } from '../../lib/session.tsx';
import { session } from '../../lib/storage/session-token.ts';
import { askToLogIn } from '../../ui/ask-to-log-in.ts';
import { Button } from '../../ui/Button.tsx';
import { lazyLayer } from '../../ui/layers/lazy-layer.tsx';
import { Sheet } from '../../ui/layers/Sheet.tsx';
import { toast, toastProblem } from '../../ui/layers/toasts.ts';
import { ListEnd } from '../../ui/PagedList.tsx';
import { QueryView } from '../../ui/QueryView.tsx';
import { addToPlaylist } from './add-to-playlist.ts';
import { addedWords } from './mutations.ts';
import { choicesQuery, playlistQuery } from './queries.ts';

const NewPlaylist = lazyLayer(() => import('./PlaylistForm.tsx'));

/** The dialog, for members. */
export default function AddToPlaylist({ track }: { track: { id: string; title: string } }) {
  const isVisitor = session.token() === null;
  useEffect(() => {
    if (!isVisitor) return;
    addToPlaylist.set(null);
    askToLogIn(t`Login required`, t`Please log in to add tracks to playlists`, {
      kind: 'add-to-playlist',
      track,
    });
  }, [isVisitor, track]);
  return isVisitor ? null : <Choices track={track} />;
}

/** §2: the viewer's playlists as toggles; those that contain the track are on. */
function Choices({ track }: { track: { id: string; title: string } }) {
  const { title } = track;
  const [, navigate] = useLocation();
  const query = useInfiniteQuery(choicesQuery(track.id));
  const [creating, setCreating] = useState(false);
  const close = () => addToPlaylist.set(null);
  // That page says what playlists take.
  const mayCreate = can(useSession().viewer, 'createPlaylist');
  return (
    <Sheet title={t`Add to Playlist`} description={t`Choose a playlist to add "${title}"`} onClose={close}>
      {creating ? (
        <NewPlaylist track={track} onClose={() => setCreating(false)} />
      ) : (
        <QueryView
          query={query}
          loading={t`Loading playlists...`}
          showLoading
          skeleton={null}
          compact
          isEmpty={({ pages }) => pages[0]!.total === 0}
          empty={
            <div className="grid justify-items-center gap-4 py-5">
              <p className="text-soft">{t`No playlists yet`}</p>
              <Button
                look="ember"
                onClick={() => {
                  if (mayCreate) return setCreating(true);
                  close();
                  navigate('/playlists');
                }}
              >
                {t`Create a playlist first`}
              </Button>
            </div>
          }
        >
          {({ pages }) => (
            <>
              <div className="-mx-2 max-h-[400px] overflow-y-auto px-2 py-1">
                <ul className="grid grid-cols-1 gap-1">
                  {pages
                    .flatMap(({ rows }) => rows)
                    .map((playlist) => (
                      <li key={playlist.id}>
                        <PlaylistToggle playlist={playlist} track={track} />
                      </li>
                    ))}
                </ul>
                <ListEnd query={query} />
              </div>
              <Button
                className="mt-4 w-full"
                onPointerEnter={NewPlaylist.preload}
                onClick={() => setCreating(true)}
              >
                <Plus size={16} aria-hidden="true" /> {t`New playlist`}
              </Button>
            </>
          )}
        </QueryView>
      )}
    </Sheet>
  );
}

/** Adds the track to a playlist or removes it from there. */
function PlaylistToggle({
  playlist,
  track,
}: {
  playlist: PlaylistChoice;
  track: { id: string; title: string };
}) {
  const { mutate, isPending } = useToggleInPlaylist(playlist, track);
  const isOn = playlist.playlist_track_id !== null;
  return (
    <button
      type="button"
      aria-pressed={isOn}
      disabled={isPending}
      onClick={() => mutate(playlist.playlist_track_id)}
      className="flex min-h-12 w-full items-center gap-3 rounded-sm border border-line px-4 text-start font-medium transition hover:bg-raised aria-pressed:border-ember"
    >
      <span dir="auto" className="min-w-0 flex-1 truncate">
        {playlist.name}
      </span>
      {playlist.privacy === 'private' && <Lock size={15} aria-label={t`Private`} className="text-faint" />}
      {isOn ? (
        <Check size={18} aria-hidden="true" className="text-ember-ink" />
      ) : (
        <Plus size={18} aria-hidden="true" className="text-faint" />
      )}
    </button>
  );
}

/** Stands for the link's id until the server has created it. */
const ADDING = 'adding';

/**
 * Adds a track to a playlist or removes it, optimistically. The mutation takes the id of the track's link to the
 * playlist, or null to add it.
 */
function useToggleInPlaylist(playlist: PlaylistChoice, track: { id: string; title: string }) {
  const client = useQueryClient();
  const setLink = (playlist_track_id: string | null) =>
    client.setQueryData(
      choicesQuery(track.id).queryKey,
      (data) =>
        data && {
          ...data,
          pages: data.pages.map((page) => ({
            ...page,
            rows: page.rows.map((row) => (row.id === playlist.id ? { ...row, playlist_track_id } : row)),
          })),
        },
    );
  return useMutation({
    mutationFn: async (link: string | null) => {
      if (link === null) {
        const body = { playlist_id: playlist.id, track_id: track.id, position: 0 };
        return (await call('POST /playlist_track', { body })).id;
      }
      await call('DELETE /playlist_track/:id', { params: { id: link } });
      return null;
    },
    onMutate: (link) => setLink(link === null ? ADDING : null),
    onSuccess: (link) => {
      setLink(link);
      if (link === null) toast(t`Removed from playlist`);
      else toast(t`Added to playlist`, addedWords(track, playlist));
      void client.invalidateQueries({ queryKey: ['playlists'] });
      void client.invalidateQueries({ queryKey: playlistQuery(playlist.id).queryKey });
    },
    onError: (error, link) => {
      setLink(link);
      toastProblem(link === null ? t`Failed to add to playlist` : t`Failed to remove from playlist`, error);
    },
  });
}
