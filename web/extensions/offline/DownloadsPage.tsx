import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import type { Track } from 'contract/features/tracks.ts';
import { ArrowDownToLine } from 'lucide-react';
import { canDownload, storageSpace } from '../../lib/browser.ts';
import { formatDuration } from '../../lib/format.ts';
import { formatBytes } from '../../lib/format-measures.ts';
import { isLost } from '../../lib/http/connection.ts';
import { useSession } from '../../lib/session.tsx';
import { sourceOf } from '../../lib/storage/downloaded-files.ts';
import { useStore } from '../../lib/store.ts';
import { PlayAllButtons } from '../../player/PlayAllButtons.tsx';
import { PlayPauseIcon, usePlayToggle } from '../../player/PlayToggle.tsx';
import { toSong } from '../../player/song.ts';
import { AppLink } from '../../ui/AppLink.tsx';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { toast } from '../../ui/layers/toasts.ts';
import { Cover } from '../../ui/pictures/Cover.tsx';
import { SettingRow, SettingSection } from '../../ui/SettingRow.tsx';
import { progressOf, sentenceOf } from './DownloadControls.tsx';
import { downloads, removeDownload, useDownloads } from './device-downloads.ts';
import type { DownloadState } from './downloads.ts';

/** In place of a member's page that cannot be opened without a connection. */
export function DownloadsPage() {
  return (
    <div className="stage-width pt-8 pb-16 md:pt-13">
      <h1 className="text-[2rem] leading-tight md:text-[2.5rem]">{t`Downloads`}</h1>
      <DownloadedSongs />
    </div>
  );
}

/** The playlists and songs that play without a connection. */
export function DownloadedSongs() {
  const state = useDownloads();
  const { isRead, lists, songs } = state;
  const { bytes } = songsHere(state);
  const tracks = new Map<string, Track>();
  for (const list of lists)
    for (const track of list.tracks) if (songs.get(track.id)?.urls.length) tracks.set(track.id, track);
  if (!isRead) return null;
  if (tracks.size === 0)
    return (
      <EmptyState
        picture={<ArrowDownToLine />}
        title={t`No downloads yet`}
        text={t`Press Download on a playlist, your library or a song, and it plays without a connection.`}
      />
    );
  return (
    <>
      <p className="figures mt-1 mb-7 text-soft">
        {plural({ count: tracks.size }, { one: '# song', other: '# songs' })} · {formatBytes(bytes)}
      </p>
      <PlayAllButtons
        load={async () => [...tracks.values()].map(toSong)}
        failure={t`Couldn’t play your songs`}
        disabled={false}
      />
      <ul className="download-lists">
        {lists.map((list) => {
          const { here, total } = progressOf(state, list.id)!;
          return (
            list.page && (
              <li key={list.id}>
                <AppLink href={`/playlists/${list.page.playlist.id}`} dir="auto">
                  {list.name}
                </AppLink>
                <span className="figures text-faint">
                  {t`${here} of ${plural(total, { one: '# song', other: '# songs' })}`}
                </span>
              </li>
            )
          );
        })}
      </ul>
      <ul className="download-rows">
        {[...tracks.values()].map((track) => (
          <DownloadRow key={track.id} track={track} />
        ))}
      </ul>
    </>
  );
}

function DownloadRow({ track }: { track: Track }) {
  const { isCurrent, isPlaying, label, toggle } = usePlayToggle(toSong(track));
  return (
    <li>
      <button type="button" aria-label={label} onClick={toggle}>
        <Cover url={track.cover_image_url && sourceOf(track.cover_image_url)} sizes="44px" />
        <span>
          <PlayPauseIcon isPlaying={isPlaying} size={14} />
        </span>
      </button>
      <span className="min-w-0 flex-1">
        <span dir="auto" className={`block truncate font-medium ${isCurrent ? 'text-ember-ink' : ''}`}>
          {track.title}
        </span>
        <span dir="auto" className="block truncate text-sm text-faint">
          {track.display_artist}
        </span>
      </span>
      <span className="figures shrink-0 text-sm text-faint">{formatDuration(track.duration_seconds)}</span>
    </li>
  );
}

function songsHere({ songs }: DownloadState) {
  const here = [...songs.values()].filter(({ urls }) => urls.length > 0);
  return { count: here.length, bytes: here.reduce((sum, song) => sum + song.bytes, 0) };
}

/** Storage that kept songs use on the device, by list. */
export function DownloadsOnDevice() {
  const { viewer } = useSession();
  const state = useDownloads();
  const lost = useStore(isLost);
  const { isRead, lists } = state;
  const { count, bytes } = songsHere(state);
  const { data: space } = useQuery({ queryKey: ['space', bytes], queryFn: storageSpace });
  if (!isRead || (lists.length === 0 && !canDownload())) return null;
  const songs = plural(count, { one: '# song', other: '# songs' });
  const size = formatBytes(bytes);
  return (
    <SettingSection
      title={t`Downloads`}
      text={
        lists.length === 0 ? (
          t`Press Download on a playlist, in your library or in a song’s menu, and it plays without a connection.`
        ) : (
          <>
            {space
              ? t`${songs}, ${size} of the ${{ quota: formatBytes(space.quota) }} that your browser allows.`
              : t`${songs}, ${size}`}
            {space?.isPersistent === false && ` ${t`It may remove them when the disk is full.`}`}
          </>
        )
      }
    >
      <ul>
        {lists.map(({ id, name }) => (
          <SettingRow
            key={id}
            name={name}
            text={<span className="figures">{sentenceOf(progressOf(state, id)!, lost)}</span>}
            action={{
              word: t`Remove`,
              label: t`Remove ${name}`,
              onClick: () => void removeDownload(viewer, id),
            }}
          />
        ))}
      </ul>
      {lists.length > 1 && (
        <div className="settings-more">
          <Button look="bare" onClick={() => void downloads.clear().then(() => toast(t`Downloads removed`))}>
            {t`Remove all`}
          </Button>
        </div>
      )}
    </SettingSection>
  );
}
