import { fileCaches, openDatabase, storageSpace } from '../../lib/browser.ts';
import { hasShape } from '../../lib/storage/stored.ts';
import type { DownloadList, ListId } from './download-lists.ts';
import { DOWNLOADS_CACHE } from './download-response.ts';

/** A song that is here, or that had to leave or was removed by itself while its list stays. */
export interface DownloadedSong {
  id: string;
  /** The URLs of its files; none if it is not here. */
  urls: string[];
  bytes: number;
  /** Time of the download or the last play, epoch ms. */
  used_at: number;
}

/** Storage of the device: lists and songs in a database, files in the cache that the worker answers from. */
export interface Device {
  read: () => Promise<{ lists: DownloadList[]; songs: DownloadedSong[] }>;
  putList: (list: DownloadList) => Promise<void>;
  removeList: (id: ListId) => Promise<void>;
  putSong: (song: DownloadedSong) => Promise<void>;
  removeSong: (id: string) => Promise<void>;
  /** @throws DOMException `QuotaExceededError` */
  putFile: (url: string, file: Response) => Promise<void>;
  removeFiles: (urls: string[]) => Promise<void>;
  clear: () => Promise<void>;
  /** Storage used by the site and its quota, bytes. */
  space: () => Promise<{ usage: number; quota: number }>;
}

const NAME = 'ovation-kept';
const LISTS = 'lists';
const SONGS = 'songs';
/** Rows of another version of the page may be different. */
const LIST = { id: 'string', name: 'string', tracks: 'array', checked_at: 'number' };
const SONG = { id: 'string', urls: 'array', bytes: 'number', used_at: 'number' };

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** This browser's own. */
export function browserDevice(): Device {
  let opened: Promise<IDBDatabase> | undefined;
  const use = async <T>(name: string, run: (rows: IDBObjectStore) => IDBRequest<T>): Promise<T> => {
    opened ??= openDatabase(NAME, [LISTS, SONGS]);
    return settled(run((await opened).transaction(name, 'readwrite').objectStore(name)));
  };
  const put = async (name: string, row: unknown) => void (await use(name, (rows) => rows.put(row)));
  const cache = async () => (await fileCaches()).open(DOWNLOADS_CACHE);
  return {
    async read() {
      const lists = await use(LISTS, (rows) => rows.getAll());
      // A worker that was taken back has removed the files.
      const hasFiles = await (await fileCaches()).has(DOWNLOADS_CACHE);
      const songs = hasFiles ? await use(SONGS, (rows) => rows.getAll()) : [];
      return {
        lists: lists.filter((list) => hasShape(list, LIST)),
        songs: songs.filter((song) => hasShape(song, SONG)),
      };
    },
    putList: (list) => put(LISTS, list),
    removeList: (id) => use(LISTS, (rows) => rows.delete(id)),
    putSong: (song) => put(SONGS, song),
    removeSong: (id) => use(SONGS, (rows) => rows.delete(id)),
    putFile: async (url, file) => (await cache()).put(url, file),
    removeFiles: async (urls) => {
      const files = await cache();
      await Promise.all(urls.map((url) => files.delete(url)));
    },
    clear: async () => {
      await (await fileCaches()).delete(DOWNLOADS_CACHE);
      for (const name of [LISTS, SONGS]) await use(name, (rows) => rows.clear());
    },
    space: storageSpace,
  };
}
