import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, opendir, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Kinds of file that are stored and served, by ending. */
export const mediaTypes = {
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  flac: 'audio/flac',
  ogg: 'audio/ogg',
  wav: 'audio/wav',
  webp: 'image/webp',
  json: 'application/json; charset=utf-8',
} as const;

export type MediaEnding = keyof typeof mediaTypes;

const NAME = new RegExp(`^([0-9a-f]{32})(?:-\\d{1,4})?\\.(${Object.keys(mediaTypes).join('|')})$`);

/** Files by their content: an address never changes what it means, and the same file is kept once. */
export interface MediaStore {
  /** Keeps one file, on disk before it returns. Its path on our origin comes back. */
  put: (data: Uint8Array, ending: MediaEnding) => Promise<string>;
  /** Keeps one picture in several widths under one hash: `/media/<hash>-<width>.webp`; tells the path of `main`. */
  putWidths: (pictures: { width: number; data: Uint8Array }[], main: number) => Promise<string>;
  /** Takes over a file of `workFile`; with its hash, where that is known. Its path on our origin comes back. */
  take: (file: string, ending: MediaEnding, hash?: string) => Promise<string>;
  /** A new place for a file that is still being written; what is left there is cleared away in time. */
  workFile: (name?: string) => string;
  /** Where the file at such a path can be read on this machine, until `done`; undefined when it is gone. */
  borrow: (address: string) => Promise<{ file: string; done: () => Promise<void> } | undefined>;
  /** Every file that is kept, and when it was put there last; epoch milliseconds. */
  list: () => AsyncIterable<{ address: string; put_at: number }>;
  /**
   * Removes the file at such a path, which nothing may refer to any more.
   * @param putBefore epoch ms; a file that was put again since then is kept.
   */
  remove: (address: string, putBefore?: number) => Promise<void>;
  /** Clears away what was left half-written. */
  clearLeftovers: () => Promise<void>;
  /** Where a file of that name lies, or undefined when no file can have it. */
  locate: (name: string) => { file: string; hash: string; type: string } | undefined;
  /** Where else a browser finds the file of that name, for so many seconds; undefined where this server sends it. */
  elsewhere?: (name: string) => Promise<{ url: string; seconds: number } | undefined>;
  /** The origin that `elsewhere` leads to, which a page's policy must allow. */
  origin?: string;
}

/** Whether a path on our origin is one that a store gives. */
export function isMediaAddress(address: string): boolean {
  return address.startsWith('/media/') && NAME.test(address.slice('/media/'.length));
}

export const hashOf = (data: Uint8Array) => createHash('sha256').update(data).digest('hex').slice(0, 32);

/** The hash of a file's content, as names of files are made of it. */
export async function hashOfFile(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of createReadStream(file)) hash.update(piece);
  return hash.digest('hex').slice(0, 32);
}

/** A file still being written after this long belongs to a server that is gone; ms. */
const ABANDONED_MS = 3_600_000;

/** A store in a local folder, which several servers may share. Leftovers of an interrupted `put` are cleared away. */
export async function openMediaFolder(folder: string): Promise<MediaStore> {
  await mkdir(folder, { recursive: true });
  await clearLeftovers(folder);

  const workFile = (name: string = randomUUID()) => path.join(folder, `${name}.part`);
  const write = async (data: Uint8Array, name: string): Promise<string> => {
    const part = workFile();
    await writeFile(part, data, { flush: true });
    await rename(part, path.join(folder, name));
    await syncNames(folder);
    return `/media/${name}`;
  };

  return {
    put: (data, ending) => write(data, `${hashOf(data)}.${ending}`),
    putWidths: async (pictures, main) => {
      const hash = hashOf(pictures.at(-1)!.data);
      await Promise.all(pictures.map(({ width, data }) => write(data, `${hash}-${width}.webp`)));
      return `/media/${hash}-${main}.webp`;
    },
    take: async (file, ending, hash) => {
      const name = `${hash ?? (await hashOfFile(file))}.${ending}`;
      // When it was put here counts, not when it was written.
      const now = new Date();
      await utimes(file, now, now);
      await rename(file, path.join(folder, name));
      await syncNames(folder);
      return `/media/${name}`;
    },
    workFile,
    borrow: async (address) => {
      const file = path.join(folder, path.posix.basename(address));
      const there = isMediaAddress(address) && (await stat(file).catch(() => undefined))?.isFile();
      return there ? { file, done: async () => {} } : undefined;
    },
    list: async function* () {
      for await (const { name } of await opendir(folder)) {
        if (!NAME.test(name)) continue;
        const kept = await stat(path.join(folder, name)).catch(() => undefined);
        if (kept?.isFile()) yield { address: `/media/${name}`, put_at: kept.mtimeMs };
      }
    },
    clearLeftovers: () => clearLeftovers(folder),
    remove: async (address, putBefore = Number.POSITIVE_INFINITY) => {
      const name = path.posix.basename(address);
      if (!NAME.test(name)) return;
      const file = path.join(folder, name);
      const moved = workFile();
      try {
        // Moved first: a file that is put meanwhile takes its own place.
        await rename(file, moved);
        if ((await stat(moved)).mtimeMs < putBefore) await rm(moved);
        else await rename(moved, file);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      }
    },
    locate: (name) => {
      const [, hash, ending] = NAME.exec(name) ?? [];
      if (!hash || !ending) return undefined;
      return {
        file: path.join(folder, name),
        hash: name.replace(/\..*$/, ''),
        type: mediaTypes[ending as MediaEnding],
      };
    },
  };
}

/** Removes what was left half-written in a folder, and long ago. */
export async function clearLeftovers(folder: string): Promise<void> {
  const before = Date.now() - ABANDONED_MS;
  for (const name of await readdir(folder)) {
    if (!name.endsWith('.part')) continue;
    const part = path.join(folder, name);
    const written = await stat(part).catch(() => undefined);
    if (written && written.mtimeMs < before) await rm(part, { force: true });
  }
}

/** A renamed file is safe only when its folder is on disk as well. Windows does that by itself and refuses the call. */
async function syncNames(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const names = await open(folder, 'r');
  try {
    await names.sync();
  } finally {
    await names.close();
  }
}
