import { language } from './i18n.ts';

/**
 * Services that a browser may lack or refuse: with the site's data blocked, in the frame of another site, in a sandbox,
 * without https. Some of them throw when they are only mentioned. Nothing here throws, except where it says so.
 * Storage of strings is in `storage.ts`.
 */
function attempt<T>(use: () => T): T | undefined {
  try {
    return use();
  } catch {
    return;
  }
}

/** A channel to the site's other tabs, and to the other players of this page. */
export interface Channel {
  tell: () => void;
  close: () => void;
}

interface Listener {
  name: string;
  onTold: () => void;
}

/** Listeners of this page, which still reach each other where the browser has no channels. */
const ofThisPage = new Set<Listener>();

export function openChannel(name: string, onTold: () => void): Channel {
  const channel = attempt(() => new BroadcastChannel(name));
  if (channel) {
    channel.onmessage = onTold;
    return { tell: () => channel.postMessage('told'), close: () => channel.close() };
  }
  const own = { name, onTold };
  ofThisPage.add(own);
  return {
    tell() {
      for (const other of ofThisPage) if (other !== own && other.name === name) other.onTold();
    },
    close: () => ofThisPage.delete(own),
  };
}

/** Container that registers the worker and knows it; its own promises may reject. */
export const serviceWorkers = (): ServiceWorkerContainer | undefined =>
  attempt(() => navigator.serviceWorker);

/** The worker's address, by which it knows the language of what it keeps. */
export const workerUrl = () => `/worker.js?language=${language}`;

/** True if the worker can answer for files that the device keeps: not before it runs, nor where it is turned off. */
export const canDownload = (): boolean => Boolean(serviceWorkers()?.controller);

/** Runs this in one tab at a time; without locks, at once. */
export async function inOneTab<T>(name: string, run: () => Promise<T>): Promise<T> {
  let hasBegun = false;
  try {
    return (await navigator.locks.request(name, () => {
      hasBegun = true;
      return run();
    })) as T;
  } catch (error) {
    if (hasBegun) throw error;
    return run();
  }
}

/**
 * Opens a database whose stores have rows with an `id`. It rejects where the browser has none: what is too much for
 * local storage is not kept in memory.
 */
export function openDatabase(name: string, stores: string[]): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => {
      for (const store of stores) request.result.createObjectStore(store, { keyPath: 'id' });
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** The caches that the worker answers from. It rejects where the browser has none. */
export const fileCaches = async (): Promise<CacheStorage> => caches;

/** Storage that the site uses and may use, bytes, and whether that stays when the disk is full. It may reject. */
export async function storageSpace() {
  const [{ usage = 0, quota = 0 }, isPersistent] = await Promise.all([
    navigator.storage.estimate(),
    navigator.storage.persisted?.(),
  ]);
  return { usage, quota, isPersistent };
}

/** Asks that what is stored stays when the disk is full. The browser may ask the person, or decide by itself. */
export const keepStorage = () => void attempt(() => navigator.storage.persist())?.catch(() => {});

/** The lock screen, and the media keys of headsets and keyboards; undefined where the page cannot use them. */
export function mediaKeys() {
  const session = attempt(() => navigator.mediaSession);
  return (
    session && {
      /** Without a handler the lock screen disables the button. A browser need not know every action. */
      handle: (action: MediaSessionAction, run: MediaSessionActionHandler | null) =>
        attempt(() => session.setActionHandler(action, run)),
      show: (song: MediaMetadataInit | null) =>
        attempt(() => {
          session.metadata = song && new MediaMetadata(song);
          if (!song) session.playbackState = 'none';
        }),
      /** @param place seconds. */
      follow: (isPlaying: boolean, place: { duration: number; position: number }) =>
        attempt(() => {
          session.playbackState = isPlaying ? 'playing' : 'paused';
          session.setPositionState(place);
        }),
    }
  );
}

interface LaunchQueue {
  setConsumer: (consume: (launch: { targetURL?: string | null }) => void) => void;
}

/** Calls back with the URL of each shortcut or link that the system opens in the installed app while it runs. */
export function onLaunch(run: (url: URL) => void): void {
  const { launchQueue } = globalThis as { launchQueue?: LaunchQueue };
  // What opened this page is told at once, and the page is there already.
  let isOpen = false;
  launchQueue?.setConsumer(({ targetURL }) => {
    if (isOpen && targetURL) run(new URL(targetURL));
  });
  isOpen = true;
}

/** Messages that the system shows while the page is closed; undefined where there are none. */
export function notifications() {
  if (!serviceWorkers() || !('PushManager' in globalThis)) return;
  return attempt(() => globalThis.Notification);
}
