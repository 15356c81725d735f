import { t } from '@lingui/core/macro';
import type { QueryClient } from '@tanstack/react-query';
import { inOneTab, keepStorage, openChannel } from '../../lib/browser.ts';
import { checkConnection, isLost } from '../../lib/http/connection.ts';
import type { Viewer } from '../../lib/session.tsx';
import { downloadedFiles, setDownloadedFiles, sourceOf } from '../../lib/storage/downloaded-files.ts';
import { useStore } from '../../lib/store.ts';
import type { Player } from '../../player/engine/player.ts';
import { askToLogIn } from '../../ui/ask-to-log-in.ts';
import { toast, toastProblem } from '../../ui/layers/toasts.ts';
import { fileFetcher } from './download-fetch.ts';
import { type ListId, loadList, showDownloadedPlaylists } from './download-lists.ts';
import { browserDevice } from './download-storage.ts';
import { createDownloads } from './downloads.ts';

const NAME = 'ovation-kept';

/** Tells other tabs that something changed. */
const channel = openChannel(NAME, () => {
  owner ??= downloadedFiles().owner;
  void downloads.read();
});
let owner = downloadedFiles().owner;

/** The songs that this browser keeps. */
export const downloads = createDownloads({
  device: browserDevice(),
  load: loadList,
  fetchFile: fileFetcher((...request) => fetch(...request)),
  isReached: async () => {
    await checkConnection();
    return !isLost.get();
  },
  isElsewhere: (url) =>
    fetch(url, { method: 'HEAD', redirect: 'manual' }).then(
      ({ type }) => type === 'opaqueredirect',
      () => false,
    ),
  tell: toast,
  onFiles: (urls) => setDownloadedFiles(owner && downloads.get().lists.length > 0 ? { owner, urls } : null),
  onChanged: () => channel.tell(),
  inOneTab: (run) => inOneTab(NAME, run),
  now: Date.now,
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
});

export const useDownloads = () => useStore(downloads);

/** Keeps a list for a member; visitors are asked to log in. */
export async function keep(viewer: Viewer | null, id: ListId): Promise<void> {
  if (!viewer) return askToLogIn(t`Login required`, t`Please log in to keep songs on this device`);
  owner = viewer.id;
  keepStorage();
  try {
    await downloads.keep(id);
  } catch (error) {
    toastProblem(t`Couldn’t download it`, error);
  }
}

/** Removes a list, and offers to undo that. */
export async function removeDownload(viewer: Viewer | null, id: ListId): Promise<void> {
  await downloads.remove(id);
  toast(t`Download removed`, undefined, { label: t`Undo`, run: () => void keep(viewer, id) });
}

/** Shows a cover that did not load as the device keeps it. */
function showDownloadedCover(event: Event): void {
  const image = event.target as HTMLImageElement;
  if (!image.matches('img') || sourceOf(image.src) === image.src) return;
  // Before the image shows the default cover instead.
  event.stopPropagation();
  image.removeAttribute('srcset');
  image.src = sourceOf(image.src);
}

/** Follows what is played and whether the server is there. @returns a function that stops it. */
export function followDownloads(player: Player, client: QueryClient): () => void {
  const onConnection = () => {
    if (isLost.get()) showDownloadedPlaylists(client, downloads.get().lists);
    // What the server does not answer now is asked at the next visit.
    else downloads.checkAll().catch((error) => console.info('Kept songs were not checked.', error));
  };
  // Most people keep nothing, and open no database for it.
  if (downloadedFiles().owner === null) downloads.assumeNothing();
  else void downloads.read().then(onConnection);
  let played: string | undefined;
  const onPlayer = () => {
    const { song, status } = player.state();
    if (status !== 'playing' || !song || song.id === played) return;
    played = song.id;
    void downloads.markPlayed(song.id);
  };
  document.addEventListener('error', showDownloadedCover, true);
  const stops = [isLost.subscribe(onConnection), player.subscribe(onPlayer)];
  return () => {
    document.removeEventListener('error', showDownloadedCover, true);
    for (const stop of stops) stop();
  };
}
