import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
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
  /** Takes the file at such a path away, if it is there. For whoever knows that nothing else shows it. */
  remove: (address: string) => Promise<void>;
  /** Where a file of that name lies, or undefined when no file can have it. */
  locate: (name: string) => { file: string; hash: string; type: string } | undefined;
}

/** A file still being written after this long belongs to a server that is gone; ms. */
const ABANDONED_MS = 3_600_000;

/** A store in a local folder, which several servers may share. Leftovers of an interrupted `put` are cleared away. */
export async function openMediaFolder(folder: string): Promise<MediaStore> {
  await mkdir(folder, { recursive: true });
  await clearLeftovers(folder);

  const hashOf = (data: Uint8Array) => createHash('sha256').update(data).digest('hex').slice(0, 32);
  const write = async (data: Uint8Array, name: string): Promise<string> => {
    const part = path.join(folder, `${randomUUID()}.part`);
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
    remove: async (address) => {
      const name = path.posix.basename(address);
      if (NAME.test(name)) await rm(path.join(folder, name), { force: true });
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

async function clearLeftovers(folder: string): Promise<void> {
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
