import type { MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import './downloads.css';
import { ArrowDownToLine, CircleCheck, TriangleAlert } from 'lucide-react';
import { useEffect, useSyncExternalStore } from 'react';
import { canDownload, serviceWorkers } from '../../lib/browser.ts';
import { formatBytes } from '../../lib/format-measures.ts';
import { isLost } from '../../lib/http/connection.ts';
import { useSession } from '../../lib/session.tsx';
import { useStore } from '../../lib/store.ts';
import { Button } from '../../ui/Button.tsx';
import { MenuItem } from '../../ui/layers/menu.tsx';
import { downloads, keep, removeDownload, useDownloads } from './device-downloads.ts';
import { type ListContent, type ListId, playlistContent, type Stop } from './download-lists.ts';
import type { DownloadState } from './downloads.ts';

/**
 * The line that keeps a list on this device and says how far that is.
 * @param page a playlist as its page has loaded it; the server is asked what is in a library.
 */
export function DownloadLine({ id, page }: { id: ListId; page?: NonNullable<ListContent['page']> }) {
  const { viewer } = useSession();
  const isPossible = useSyncExternalStore(watchWorker, canDownload);
  const progress = progressOf(useDownloads(), id);
  const lost = useStore(isLost);
  const isDownloaded = progress !== null;
  useEffect(() => {
    if (!isDownloaded || lost) return;
    const update = downloads.update(id, page && playlistContent(page));
    update.catch((error) => console.info('A kept list was not updated.', error));
  }, [id, isDownloaded, lost, page]);
  // Its space stays empty, so that nothing moves when it turns out what this browser can do. A playlist's menu offers it.
  if (!progress && (lost || !isPossible || page)) return <div className="keep-line" />;
  if (!progress)
    return (
      <div className="keep-line">
        <Button look="bare" onClick={() => void keep(viewer, id)}>
          <ArrowDownToLine size={18} aria-hidden="true" /> {t`Download`}
        </Button>
      </div>
    );
  const { isFetching, isComplete, stopped } = progress;
  return (
    <div className="keep-line">
      <ProgressIcon progress={progress} />
      <p>{sentenceOf(progress, lost)}</p>
      {isFetching && !lost && (
        <Button look="bare" onClick={() => void downloads.pause(id)}>
          {t`Pause`}
        </Button>
      )}
      {!isFetching && !isComplete && !lost && (
        <Button look="bare" onClick={() => void keep(viewer, id)}>
          {stopped ? t(AGAIN[stopped]) : t`Download all`}
        </Button>
      )}
      <Button look="bare" onClick={() => void removeDownload(viewer, id)}>
        {t`Remove`}
      </Button>
    </div>
  );
}

/** On the first visit, the worker takes over while the page is open. */
function watchWorker(listener: () => void): () => void {
  const workers = serviceWorkers();
  workers?.addEventListener('controllerchange', listener);
  return () => workers?.removeEventListener('controllerchange', listener);
}

/** Download progress of a list. */
export interface Progress {
  /** Songs that are here, and all of the list. */
  here: number;
  total: number;
  bytes: number;
  /** Of all songs, with what has come of the one that is being fetched; 0 to 1. */
  share: number;
  isFetching: boolean;
  isComplete: boolean;
  stopped: Stop | null;
}

/** Null for a list that is not kept. */
export function progressOf({ lists, songs, active }: DownloadState, id: ListId): Progress | null {
  const list = lists.find((one) => one.id === id);
  if (!list) return null;
  const { tracks, stopped } = list;
  const here = tracks.flatMap((track) => songs.get(track.id) ?? []).filter(({ urls }) => urls.length > 0);
  const isActive = active && !songs.has(active.id) && tracks.some((track) => track.id === active.id);
  return {
    here: here.length,
    total: tracks.length,
    bytes: here.reduce((sum, { bytes }) => sum + bytes, 0),
    share: tracks.length > 0 ? (here.length + (isActive ? active.share : 0)) / tracks.length : 1,
    isFetching: stopped === null && tracks.some((track) => !songs.has(track.id)),
    isComplete: here.length === tracks.length,
    stopped,
  };
}

const AGAIN: Record<Stop, MessageDescriptor> = {
  paused: msg`Resume`,
  full: msg`Try again`,
  failed: msg`Try again`,
  elsewhere: msg`Try again`,
};

/** Summarizes a list's download state in a line. */
export function sentenceOf({ here, total, bytes, isFetching, isComplete, stopped }: Progress, lost: boolean) {
  const size = formatBytes(bytes);
  if (isComplete) {
    if (total === 0) return t`New songs will download`;
    return here > 0 ? t`Downloaded · ${size}` : t`Downloaded`;
  }
  if (stopped === 'elsewhere')
    return t`This site keeps its songs on another server, so they can’t be downloaded`;
  if (isFetching)
    return lost
      ? t`${here} of ${total} downloaded, the rest when you’re online`
      : t`Downloading ${here} of ${total}`;
  if (stopped === 'paused') return t`Paused at ${here} of ${total}`;
  if (stopped === 'full') return t`${here} of ${total} downloaded, no space for more`;
  if (stopped === 'failed') return t`${here} of ${total} downloaded, the rest failed`;
  return here > 0 ? t`${here} of ${total} downloaded · ${size}` : t`${here} of ${total} downloaded`;
}

/** A ring that fills; a check mark once everything is here. */
function ProgressIcon({ progress: { share, isComplete, isFetching, stopped } }: { progress: Progress }) {
  if (isComplete) return <CircleCheck size={20} aria-hidden="true" className="shrink-0 text-ember-ink" />;
  if (!isFetching && stopped !== 'paused')
    return <TriangleAlert size={20} aria-hidden="true" className="shrink-0" />;
  return (
    <svg
      viewBox="0 0 20 20"
      className="keep-ring"
      role="progressbar"
      aria-label={t`Downloaded`}
      aria-valuenow={Math.round(share * 100)}
    >
      <circle cx="10" cy="10" r="8" />
      <circle cx="10" cy="10" r="8" pathLength="1" strokeDasharray="1" strokeDashoffset={1 - share} />
    </svg>
  );
}

/** Marks a song that is kept. */
export function DownloadMark({ id }: { id: string }) {
  const isHere = (useDownloads().songs.get(id)?.urls.length ?? 0) > 0;
  return (
    isHere && (
      <span data-tooltip={t`Downloaded`} className="download-mark">
        <ArrowDownToLine size={14} aria-hidden="true" />
        <span className="sr-only">{t`Downloaded`} </span>
      </span>
    )
  );
}

/** Keeps a list. Its line says how far that is. */
export function DownloadListItem({ id }: { id: ListId }) {
  const { viewer } = useSession();
  const isDownloaded = progressOf(useDownloads(), id) !== null;
  const lost = useStore(isLost);
  if (isDownloaded || lost || !canDownload()) return null;
  return <MenuItem icon={ArrowDownToLine} name={t`Download`} onSelect={() => void keep(viewer, id)} />;
}

/** Keeps a song, or removes it from the device. */
export function DownloadItem({ id }: { id: string }) {
  const { viewer } = useSession();
  const isPossible = useSyncExternalStore(watchWorker, canDownload);
  const state = useDownloads();
  const lost = useStore(isLost);
  const song = state.songs.get(id);
  const isWanted = state.lists.some(({ tracks }) => !song && tracks.some((track) => track.id === id));
  if (song?.urls.length || isWanted)
    return (
      <MenuItem
        icon={ArrowDownToLine}
        name={song ? t`Remove download (${{ size: formatBytes(song.bytes) }})` : t`Stop downloading`}
        onSelect={() => void downloads.removeSong(id)}
      />
    );
  if (lost || !isPossible) return null;
  return (
    <MenuItem icon={ArrowDownToLine} name={t`Download`} onSelect={() => void keep(viewer, `track:${id}`)} />
  );
}
