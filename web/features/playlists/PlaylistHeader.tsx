import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Playlist } from 'contract/features/playlists.ts';
import { Ellipsis, Pencil, Share2, Trash2, Users } from 'lucide-react';
import { type MouseEvent, type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import { formatTotalDuration } from '../../lib/format.ts';
import { isLost } from '../../lib/http/connection.ts';
import { downloadedFiles } from '../../lib/storage/downloaded-files.ts';
import { useStore } from '../../lib/store.ts';
import { PlayAllButtons } from '../../player/PlayAllButtons.tsx';
import { type Song, toSong } from '../../player/song.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { lazyLayer } from '../../ui/layers/lazy-layer.tsx';
import { Sheet } from '../../ui/layers/Sheet.tsx';
import { copyLink } from '../../ui/layers/share.ts';
import { toastProblem } from '../../ui/layers/toasts.ts';
import { Avatar } from '../../ui/pictures/Avatar.tsx';
import { VipBadge } from '../../ui/pictures/VipBadge.tsx';
import { Slot } from '../../ui/Slot.tsx';
import { changePlaylist, useDeletePlaylist } from './mutations.ts';
import { PlaylistCover, PrivacyBadge } from './PlaylistCard.tsx';
import { EditPlaylist } from './PlaylistForm.tsx';
import type { PlaylistPage } from './queries.ts';

const People = lazyLayer(() => import('./people/People.tsx'));
const ShareDialog = lazyLayer(() => import('../../ui/layers/ShareDialog.tsx'));

/** A playlist's cover, name and actions. @param children more actions of who edits it. */
export function PlaylistHeader({ page, children }: { page: PlaylistPage; children?: ReactNode }) {
  const { playlist, entries } = page;
  const { username } = playlist;
  const own = playlist.role === 'owner';
  const [, navigate] = useLocation();
  const [editing, setEditing] = useState(false);
  const [sharing, setSharing] = useState(false);
  const [isWithPeople, setWithPeople] = useState(false);
  const deletion = useDeletePlaylist(playlist, navigate);
  const songs = entries.flatMap(({ track }) => (track ? [toSong(track)] : []));
  const playable = usePlayable(songs);
  return (
    <header className="mt-3 mb-8 flex flex-col gap-6 sm:flex-row sm:items-end md:gap-8">
      <PlaylistCover playlist={playlist} sizes="240px" className="playlist-cover shrink-0" />
      <div className="min-w-0 flex-1">
        <PrivacyBadge privacy={playlist.privacy} className="bg-raised! text-soft!" />
        <h1 dir="auto" className="mt-3 text-[2rem] leading-tight wrap-anywhere md:text-[2.75rem]">
          {playlist.name}
        </h1>
        <p dir="auto" className="mt-1 text-soft wrap-anywhere">
          {playlist.description || t`No description`}
        </p>
        <p className="figures mt-1 text-faint">
          {plural(songs.length, { one: '# track', other: '# tracks' })} ·{' '}
          {formatTotalDuration(playlist.total_seconds)}
          {!own && <> · {t`by ${username}`}</>}
          {!own && playlist.owner_vip && <VipBadge />}
        </p>
        {playlist.editors.length > 0 && <Editors editors={playlist.editors} />}
        <div className="playlist-actions">
          <PlayAllButtons
            load={async () => playable}
            failure={t`Couldn’t play the playlist`}
            disabled={playable.length === 0}
            compact
          />
          {children}
          <div className="flex">
            {own && (
              <IconButton label={t`Edit playlist`} onClick={() => setEditing(true)}>
                <Pencil size={18} />
              </IconButton>
            )}
            {playlist.role !== null && (
              <IconButton
                label={t`People`}
                onPointerEnter={People.preload}
                onClick={() => setWithPeople(true)}
              >
                <Users size={18} />
              </IconButton>
            )}
            {(own || playlist.privacy === 'public') && (
              <IconButton label={t`Share`} onClick={() => setSharing(true)}>
                <Share2 size={18} />
              </IconButton>
            )}
            {own && (
              <IconButton
                label={t`Delete playlist`}
                disabled={deletion.isPending}
                onClick={() => deletion.mutate()}
              >
                <Trash2 size={18} />
              </IconButton>
            )}
            <PlaylistMenu playlist={playlist} />
          </div>
        </div>
        <Slot at="list-line" id={`playlist:${playlist.id}`} page={page} fallback={<div className="h-11" />} />
      </div>
      {sharing && playlist.privacy === 'private' && (
        <MakePublic playlist={playlist} onClose={() => setSharing(false)} />
      )}
      {sharing && playlist.privacy === 'public' && (
        <ShareDialog
          shared={{
            name: playlist.name,
            path: `/playlists/${playlist.id}`,
            kind: 'playlist',
            id: playlist.id,
          }}
          onClose={() => setSharing(false)}
        />
      )}
      {isWithPeople && playlist.role !== null && (
        <People playlist={playlist} onClose={() => setWithPeople(false)} />
      )}
      {editing && <EditPlaylist page={page} onClose={() => setEditing(false)} />}
    </header>
  );
}

/** Faces that are shown; the names of all follow. */
const FACES = 5;

function Editors({ editors }: Pick<Playlist, 'editors'>) {
  const names = editors.map(({ username }, place) => (
    <span key={username}>
      {place > 0 && ', '}
      <bdi>{username}</bdi>
    </span>
  ));
  return (
    <p className="mt-2 flex items-center gap-2 text-sm text-soft">
      <span className="flex shrink-0">
        {editors.slice(0, FACES).map((person) => (
          <Avatar
            key={person.username}
            user={{ ...person, email: '' }}
            className="-ms-1.5 size-7 border-2 border-ground text-[0.625rem] first:ms-0"
          />
        ))}
      </span>
      <span className="min-w-0 truncate">
        <Trans>with {names}</Trans>
      </span>
    </p>
  );
}

/** The songs that can be played now: without a connection, those that are kept. */
function usePlayable(songs: Song[]): Song[] {
  return useStore(isLost) ? songs.filter(({ audioUrl }) => downloadedFiles().urls.has(audioUrl)) : songs;
}

/** Asks before the link of a private playlist is copied, because nobody else can open it yet. */
function MakePublic({ playlist, onClose }: { playlist: Playlist; onClose: () => void }) {
  const { name } = playlist;
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => changePlaylist(client, playlist.id, { privacy: 'public' }),
    onSuccess: () => {
      onClose();
      void copyLink(`${location.origin}/playlists/${playlist.id}`);
    },
    onError: (error) => toastProblem(t`Failed to save playlist`, error),
  });
  return (
    <Sheet title={t`Make it public and copy the link?`} onClose={onClose}>
      <p className="mb-6 text-soft">
        <Trans>
          “<bdi>{name}</bdi>” is private. Once it is public, anyone with the link can listen.
        </Trans>
      </p>
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={onClose}>{t`Cancel`}</Button>
        <Button look="ember" disabled={isPending} onClick={() => mutate()}>
          {t`Make public and copy`}
        </Button>
      </div>
    </Sheet>
  );
}

const PlaylistMenuOpen = lazyLayer(() => import('./PlaylistMenuOpen.tsx'));

/** More actions for a playlist. The code of the open menu loads when the pointer or the focus reaches the button. */
function PlaylistMenu({ playlist }: { playlist: Playlist }) {
  const { name } = playlist;
  const [opened, setOpened] = useState<MouseEvent>();
  const trigger = (
    <IconButton
      label={t`More for ${name}`}
      data-tooltip={t`More`}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={PlaylistMenuOpen.preload}
      onFocus={PlaylistMenuOpen.preload}
      onClick={setOpened}
    >
      <Ellipsis size={18} />
    </IconButton>
  );
  return opened ? (
    <PlaylistMenuOpen fallback={trigger} playlist={playlist} trigger={trigger} opened={opened} />
  ) : (
    trigger
  );
}
