import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import {
  access,
  constants,
  mkdir,
  open,
  opendir,
  readdir,
  rename,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises';
import path from 'node:path';

/** The stored file types by extension. */
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

/** Files named by their content: what is at a path never changes, and equal files are stored once. */
export interface MediaStore {
  /** Stores a file durably. @returns its path on this server. */
  put: (data: Uint8Array, ending: MediaEnding) => Promise<string>;
  /** Stores a picture in several widths under one hash: `/media/<hash>-<width>.webp`. @returns the path of `main`. */
  putWidths: (pictures: { width: number; data: Uint8Array }[], main: number) => Promise<string>;
  /** Moves a file of `workFile` into the store. @param name without ending, by default its hash. @returns its path. */
  moveIn: (file: string, ending: MediaEnding, name?: string) => Promise<string>;
  /** A path for a file that is being written. Abandoned ones are deleted later. */
  workFile: (name?: string) => string;
  /** A local copy of the file at such a path, until `release` is called; undefined if it does not exist. */
  localCopy: (mediaPath: string) => Promise<{ file: string; release: () => Promise<void> } | undefined>;
  /** The bytes of the file at such a path; undefined if it does not exist. */
  sizeOf: (mediaPath: string) => Promise<number | undefined>;
  /** Every stored file, its size, and when it was last written, epoch milliseconds. */
  list: () => AsyncIterable<{ mediaPath: string; bytes: number; put_at: number }>;
  /**
   * Deletes a file that nothing refers to anymore.
   * @param putBefore epoch ms; a file written again since then is kept.
   */
  remove: (mediaPath: string, putBefore?: number) => Promise<void>;
  /** Looks whether files can be stored and read at all. @throws if not. */
  check: () => Promise<void>;
  /** Deletes abandoned work files. */
  clearLeftovers: () => Promise<void>;
  /** The local path of a file; undefined for an invalid name. */
  locate: (name: string) => { file: string; hash: string; type: string } | undefined;
  /**
   * The URL of a file in the bucket and how long it may be cached; undefined if this server sends the file.
   * @param disposition the Content-Disposition that the bucket is to send.
   */
  redirectUrl?: (name: string, disposition?: string) => Promise<{ url: string; seconds: number } | undefined>;
  /** The origin of the URLs of `redirectUrl`, which the page's policy must allow. */
  origin?: string;
}

/** Tells whether a path has the form of a stored file's path. */
export function isMediaPath(mediaPath: string): boolean {
  return mediaPath.startsWith('/media/') && NAME.test(mediaPath.slice('/media/'.length));
}

export const hashOf = (data: Uint8Array) => createHash('sha256').update(data).digest('hex').slice(0, 32);

/** The hash of a file's content, which becomes its name. */
async function hashOfFile(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk);
  return hash.digest('hex').slice(0, 32);
}

/** Tells whether a file has the content that its name promises. */
export async function isIntact(name: string, file: string): Promise<boolean> {
  if ((await hashOfFile(file)) === name.slice(0, 32)) return true;
  // The widths of a picture are named after the largest one; of the others, the header tells the length.
  return /-\d+\.webp$/.test(name) && (await hasWholeRiff(file));
}

async function hasWholeRiff(file: string): Promise<boolean> {
  const handle = await open(file);
  try {
    const head = Buffer.alloc(8);
    await handle.read(head, 0, 8, 0);
    const { size } = await handle.stat();
    return head.toString('latin1', 0, 4) === 'RIFF' && head.readUInt32LE(4) + 8 === size;
  } finally {
    await handle.close();
  }
}

/** A work file older than this was abandoned by a server that is gone, ms. */
const ABANDONED_MS = 3_600_000;

/** Opens a store in a local folder, which several servers may share. Deletes abandoned work files. */
export async function openMediaFolder(folder: string): Promise<MediaStore> {
  await mkdir(folder, { recursive: true });
  await clearLeftovers(folder);

  const workFile = (name: string = randomUUID()) => path.join(folder, `${name}.part`);
  const write = async (data: Uint8Array, name: string): Promise<string> => {
    const part = workFile();
    await writeFile(part, data, { flush: true });
    await rename(part, path.join(folder, name));
    await syncFolder(folder);
    return `/media/${name}`;
  };

  return {
    put: (data, ending) => write(data, `${hashOf(data)}.${ending}`),
    putWidths: async (pictures, main) => {
      const hash = hashOf(pictures.at(-1)!.data);
      await Promise.all(pictures.map(({ width, data }) => write(data, `${hash}-${width}.webp`)));
      return `/media/${hash}-${main}.webp`;
    },
    moveIn: async (file, ending, hash) => {
      const name = `${hash ?? (await hashOfFile(file))}.${ending}`;
      // The time it was stored counts, not the time it was written.
      const now = new Date();
      await utimes(file, now, now);
      await rename(file, path.join(folder, name));
      await syncFolder(folder);
      return `/media/${name}`;
    },
    workFile,
    localCopy: async (mediaPath) => {
      const file = path.join(folder, path.posix.basename(mediaPath));
      const exists = isMediaPath(mediaPath) && (await stat(file).catch(() => undefined))?.isFile();
      return exists ? { file, release: async () => {} } : undefined;
    },
    sizeOf: async (mediaPath) => {
      if (!isMediaPath(mediaPath)) return undefined;
      const stats = await stat(path.join(folder, path.posix.basename(mediaPath))).catch(() => undefined);
      return stats?.isFile() ? stats.size : undefined;
    },
    list: async function* () {
      for await (const { name } of await opendir(folder)) {
        if (!NAME.test(name)) continue;
        const stats = await stat(path.join(folder, name)).catch(() => undefined);
        if (stats?.isFile()) yield { mediaPath: `/media/${name}`, bytes: stats.size, put_at: stats.mtimeMs };
      }
    },
    check: () => access(folder, constants.R_OK | constants.W_OK),
    clearLeftovers: () => clearLeftovers(folder),
    remove: async (mediaPath, putBefore = Number.POSITIVE_INFINITY) => {
      const name = path.posix.basename(mediaPath);
      if (!NAME.test(name)) return;
      const file = path.join(folder, name);
      const moved = workFile();
      try {
        // Move it first, so that a file stored in the meantime is not deleted.
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

/** Deletes old work files in a folder. */
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
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const names = await open(folder, 'r');
  try {
    await names.sync();
  } finally {
    await names.close();
  }
}
