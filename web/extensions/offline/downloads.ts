import { t } from '@lingui/core/macro';
import { AnswerProblem } from 'contract/answers.ts';
import type { Track } from 'contract/features/tracks.ts';
import { createBackoff } from '../../lib/http/api.ts';
import { createStore, type Store } from '../../lib/store.ts';
import type { FetchFile } from './download-fetch.ts';
import type { DownloadList, ListContent, ListId, Stop } from './download-lists.ts';
import type { Device, DownloadedSong } from './download-storage.ts';

export interface DownloadState {
  /** True once it is known what is here. */
  isRead: boolean;
  lists: DownloadList[];
  /** By id, also those that left or were removed while their list stays. */
  songs: ReadonlyMap<string, DownloadedSong>;
  /** The song that is being fetched, and how much of it is here, 0 to 1. */
  active: { id: string; share: number } | null;
}

interface Parts {
  device: Device;
  load: (id: ListId) => Promise<ListContent | null>;
  fetchFile: FetchFile;
  /** Tells whether the server answers at all. */
  isReached: () => Promise<boolean>;
  /** Tells whether the server sends players to another server for this file, as it does with a bucket. */
  isElsewhere: (url: string) => Promise<boolean>;
  /** Says something to the person. */
  tell: (title: string, text: string) => void;
  /** Is called with the URLs of all kept files whenever they were read. */
  onFiles: (urls: string[]) => void;
  /** Is called after each change, for other tabs. */
  onChanged: () => void;
  /** Runs this in one tab at a time. */
  inOneTab: (run: () => Promise<void>) => Promise<void>;
  now: () => number;
  wait: (ms: number) => Promise<void>;
}

/** Space that is left to the rest of the site, bytes. */
const RESERVE = 20_000_000;
/** A song is tried again so often while the server has too much to do. */
const ATTEMPTS = 5;
/** The first and longest wait until then, ms. */
const RETRY = { first: 2000, max: 60_000 };
/** Validity of the server's answer about a list, ms. */
const CHECK_EVERY = 3_600_000;

/** The songs that this device keeps. What is wanted is written down first, then fetched, one song at a time. */
export function createDownloads(parts: Parts) {
  const { device, load, now } = parts;
  const store: Store<DownloadState> = createStore<DownloadState>({
    isRead: false,
    lists: [],
    songs: new Map(),
    active: null,
  });
  const set = (change: Partial<DownloadState>) => store.set({ ...store.get(), ...change });
  /** The song that is being fetched; null while nothing runs in this tab. */
  let fetching: { list: ListId; track: string; abort: AbortController } | null = null;
  let running: Promise<void> | null = null;
  let isClearing = false;
  let clearings = 0;

  const listOf = (id: ListId) => store.get().lists.find((list) => list.id === id);
  const songsHere = () => [...store.get().songs.values()].filter(({ urls }) => urls.length > 0);

  /** Reads what is here, which another tab may have changed, and stops fetching what nobody wants any more. */
  async function read(): Promise<void> {
    const seen = clearings;
    const { lists, songs } = await device.read();
    // What was read before everything was removed would be fetched again.
    if (seen !== clearings) return read();
    set({ isRead: true, lists, songs: new Map(songs.map((song) => [song.id, song])) });
    parts.onFiles(songs.flatMap(({ urls }) => urls));
    if (!fetching) return;
    const list = listOf(fetching.list);
    const isWanted = list?.stopped === null && list.tracks.some(({ id }) => id === fetching?.track);
    if (!isWanted || store.get().songs.has(fetching.track)) fetching.abort.abort();
  }

  async function changed(): Promise<void> {
    await read();
    parts.onChanged();
  }

  async function putList(list: DownloadList): Promise<void> {
    await device.putList(list);
    await changed();
  }

  async function stop(id: ListId, stopped: Stop): Promise<void> {
    const list = listOf(id);
    if (list) await putList({ ...list, stopped });
  }

  /** Removes what no list wants. */
  async function sweep(): Promise<void> {
    const wanted = new Set(store.get().lists.flatMap(({ tracks }) => tracks.map(({ id }) => id)));
    const orphans = [...store.get().songs.values()].filter(({ id }) => !wanted.has(id));
    for (const song of orphans) {
      await removeFiles(song);
      await device.removeSong(song.id);
    }
    await changed();
  }

  /** Songs may share a cover. */
  async function removeFiles(song: DownloadedSong): Promise<void> {
    const others = new Set(songsHere().flatMap(({ id, urls }) => (id === song.id ? [] : urls)));
    await device.removeFiles(song.urls.filter((url) => !others.has(url)));
  }

  /** Lets a song go, or does without it, though its list stays. */
  async function drop(id: string): Promise<void> {
    const song = store.get().songs.get(id);
    if (song) await removeFiles(song);
    await device.putSong({ id, urls: [], bytes: 0, used_at: now() });
    await changed();
  }

  function nextSong(): { list: DownloadList; track: Track } | undefined {
    const { lists, songs } = store.get();
    for (const list of lists) {
      const track = list.stopped ? undefined : list.tracks.find(({ id }) => !songs.has(id));
      if (track) return { list, track };
    }
  }

  /** Fetches what is missing. One run at a time; what comes meanwhile is part of it. */
  function run(): Promise<void> {
    running ??= parts
      .inOneTab(async () => {
        await read();
        for (let next = nextSong(); next && !isClearing; next = nextSong())
          if (!(await fetchSong(next.list, next.track))) return;
      })
      .finally(() => {
        running = fetching = null;
        set({ active: null });
      });
    return running;
  }

  /** @returns whether to go on: not without a connection. */
  async function fetchSong(list: DownloadList, track: Track): Promise<boolean> {
    const abort = new AbortController();
    fetching = { list: list.id, track: track.id, abort };
    const backoff = createBackoff(RETRY.first, RETRY.max);
    for (let attempt = 1; !abort.signal.aborted; attempt++) {
      try {
        await keepFiles(list, track, abort.signal);
        return true;
      } catch (error) {
        if (abort.signal.aborted) return true;
        const failure = await failureOf(error, track);
        if (failure === 'lost') return false;
        if (failure === 'gone') await drop(track.id);
        else if (failure !== 'busy' || attempt === ATTEMPTS)
          await stop(list.id, failure === 'busy' ? 'failed' : failure);
        else await parts.wait(backoff.next());
        if (failure !== 'busy' || attempt === ATTEMPTS) return true;
      }
    }
    return true;
  }

  async function failureOf(error: unknown, { audio_url }: Track): Promise<Stop | 'lost' | 'gone' | 'busy'> {
    if (isFull(error)) return 'full';
    if (error instanceof AnswerProblem) {
      if (error.status === 404 || error.status === 410) return 'gone';
      return error.status === 429 || error.status >= 500 ? 'busy' : 'failed';
    }
    if (!(await parts.isReached())) return 'lost';
    return (await parts.isElsewhere(audio_url)) ? 'elsewhere' : 'busy';
  }

  /** Fetches the files of a song, and keeps them once all are here: a song without its sound is no song. */
  async function keepFiles(list: DownloadList, track: Track, signal: AbortSignal): Promise<void> {
    set({ active: { id: track.id, share: 0 } });
    const onProgress = (received: number, total: number) => {
      const share = total > 0 ? Math.floor((100 * received) / total) / 100 : 0;
      if (share !== store.get().active?.share) set({ active: { id: track.id, share } });
    };
    const files = new Map([[track.audio_url, await parts.fetchFile(track.audio_url, signal, onProgress)]]);
    for (const url of [track.cover_image_url, track.waveform_json_url]) {
      const file = url && (await parts.fetchFile(url, signal).catch(() => null));
      if (file) files.set(url, file);
    }
    signal.throwIfAborted();
    let bytes = 0;
    for (const file of files.values()) bytes += (await file.clone().blob()).size;
    await makeRoom(bytes, list);
    for (const [url, file] of files) await putFile(url, file, list);
    signal.throwIfAborted();
    await device.putSong({ id: track.id, urls: [...files.keys()], bytes, used_at: now() });
    await changed();
  }

  /** @throws DOMException `QuotaExceededError` once no other song can leave. */
  async function putFile(url: string, file: Response, list: DownloadList): Promise<void> {
    for (;;) {
      try {
        return await device.putFile(url, file.clone());
      } catch (error) {
        if (!isFull(error) || !(await dropOldest(list))) throw error;
      }
    }
  }

  async function makeRoom(bytes: number, list: DownloadList): Promise<void> {
    const { usage, quota } = await device.space();
    let missing = quota > 0 ? bytes + RESERVE - (quota - usage) : 0;
    while (missing > 0) {
      const freed = await dropOldest(list);
      if (!freed) throw new DOMException('No song can leave for another one.', 'QuotaExceededError');
      missing -= freed;
    }
  }

  /** Lets the song go that was played the longest ago, if it is not of the list that needs the space. @returns its bytes. */
  async function dropOldest(list: DownloadList): Promise<number> {
    const own = new Set(list.tracks.map(({ id }) => id));
    const [oldest] = songsHere()
      .filter(({ id }) => !own.has(id))
      .sort((a, b) => a.used_at - b.used_at);
    if (!oldest) return 0;
    const name = titleOf(store.get(), oldest.id) ?? '';
    await drop(oldest.id);
    parts.tell(
      t`Made room on this device`,
      t`“${name}” is no longer kept: it’s the song you haven’t played for the longest time.`,
    );
    return oldest.bytes;
  }

  /**
   * Fetches what is new in a kept list. What is gone from it, or from the catalogue, leaves the device.
   * @param content what is in it now, if that is known; otherwise the server is asked.
   */
  async function update(id: ListId, content?: ListContent): Promise<void> {
    const found = content ?? (await load(id));
    const list = listOf(id);
    if (!list) return;
    if (found) await device.putList({ ...list, ...found, checked_at: now() });
    else await device.removeList(id);
    await read();
    await sweep();
    await run();
  }

  return {
    get: store.get,
    subscribe: store.subscribe,
    read,
    assumeNothing: () => set({ isRead: true }),
    run,
    /** Keeps a list. Songs of it that left come back. @throws AnswerProblem if the server does not say what is in it. */
    async keep(id: ListId): Promise<void> {
      const content = await load(id);
      if (!content) throw new AnswerProblem(404, t`There is nothing to keep here anymore.`);
      for (const { id: song } of content.tracks)
        if (store.get().songs.get(song)?.urls.length === 0) await device.removeSong(song);
      await putList({ id, stopped: null, ...content, checked_at: now() });
      await run();
    },
    pause: (id: ListId) => stop(id, 'paused'),
    update,
    async remove(id: ListId): Promise<void> {
      await device.removeList(id);
      await read();
      await sweep();
    },
    /** Removes one song, also from a list that is kept. */
    async removeSong(id: string): Promise<void> {
      await device.removeList(`track:${id}`);
      await read();
      if (store.get().lists.some(({ tracks }) => tracks.some((track) => track.id === id))) await drop(id);
      await sweep();
    },
    /** Removes everything; what is being fetched does not come any more. */
    async clear(): Promise<void> {
      isClearing = true;
      fetching?.abort.abort();
      // Without a song, a run only waits for its turn, and will then find nothing.
      if (fetching) await running?.catch(() => {});
      await device.clear();
      clearings++;
      await changed();
      isClearing = false;
    },
    /** A song that is played leaves last. */
    async markPlayed(id: string): Promise<void> {
      const song = store.get().songs.get(id);
      if (!song?.urls.length) return;
      await device.putSong({ ...song, used_at: now() });
      await changed();
    },
    /** Asks the server about each list that it was not asked about for an hour, and goes on with what is missing. */
    async checkAll(): Promise<void> {
      for (const { id, checked_at } of store.get().lists)
        if (now() - checked_at >= CHECK_EVERY) await update(id);
      await run();
    },
  };
}

const isFull = (error: unknown) => (error as Partial<DOMException>).name === 'QuotaExceededError';

const titleOf = ({ lists }: DownloadState, id: string) =>
  lists.flatMap(({ tracks }) => tracks).find((track) => track.id === id)?.title;
