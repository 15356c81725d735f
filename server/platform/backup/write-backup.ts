import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { type Pack, pack } from 'tar-stream';
import { type MediaStore, syncFolder } from '../media/store.ts';
import { BackupError, END, MANIFEST, type Manifest } from './format.ts';
import type { Snapshot } from './snapshot.ts';

const compress = promisify(gzip);

/** Counts of a backup's contents. */
export interface Contents {
  rows: number;
  files: number;
}

/**
 * Writes a backup, durably and readable by its owner only: it contains password hashes. Until it is complete it is
 * named `….part`; if it fails, nothing stays.
 * @throws BackupError if the file exists.
 */
export async function writeBackup(
  to: string,
  snapshot: Snapshot,
  media: MediaStore,
  now: number,
): Promise<Contents> {
  const part = `${to}.part`;
  if (existsSync(to)) throw new BackupError(`${to} exists already. Choose another name, or delete it first.`);
  const output = await createPart(part);
  const archive = pack();
  const written = pipeline(archive, output.createWriteStream({ flush: true }));
  try {
    const [, contents] = await Promise.all([written, writeEntries(archive, snapshot, media, now)]);
    await rename(part, to);
    await syncFolder(path.dirname(to));
    return contents;
  } catch (error) {
    archive.destroy();
    await rm(part, { force: true });
    throw error;
  }
}

/** @throws BackupError if the file exists, which must stay: another process may be writing it. */
async function createPart(part: string): Promise<FileHandle> {
  try {
    return await open(part, 'wx', 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    throw new BackupError(`A backup is being written to ${part}. Delete that file if it was left behind.`);
  }
}

async function writeEntries(
  archive: Pack,
  snapshot: Snapshot,
  media: MediaStore,
  now: number,
): Promise<Contents> {
  const contents: Contents = { rows: 0, files: 0 };
  const writer = entryWriter(archive, new Date(now));
  const { engine, migrations } = snapshot;
  const manifest: Manifest = {
    ovation: 'backup',
    format: 1,
    created_at: new Date(now).toISOString(),
    engine,
    migrations,
  };
  await writer.buffer(MANIFEST, Buffer.from(JSON.stringify(manifest)));
  for (const table of snapshot.tables) {
    let part = 0;
    for await (const rows of snapshot.rows(table)) {
      const lines = rows.map((row) => JSON.stringify(row)).join('\n');
      await writer.buffer(`tables/${table}/${++part}.ndjson.gz`, await compress(lines));
      contents.rows += rows.length;
    }
  }
  // After the rows: every file they refer to was stored before.
  for await (const { mediaPath } of media.list()) {
    const copy = await media.localCopy(mediaPath);
    // Deleted since it was listed.
    if (!copy) continue;
    try {
      const { size } = await stat(copy.file);
      await writer.stream(`media/${path.posix.basename(mediaPath)}`, size, createReadStream(copy.file));
    } finally {
      await copy.release();
    }
    contents.files++;
  }
  await writer.end();
  return contents;
}

/** Adds entries one after another, and hashes them. */
function entryWriter(archive: Pack, mtime: Date) {
  const sum = createHash('sha256');
  let entries = 0;
  const stream = async (name: string, size: number, content: Readable) => {
    const hash = createHash('sha256');
    const hashing = async function* (source: AsyncIterable<Buffer>) {
      for await (const chunk of source) {
        hash.update(chunk);
        yield chunk;
      }
    };
    await pipeline(content, hashing, archive.entry({ name, size, mtime, mode: 0o600 }));
    sum.update(`${name} ${hash.digest('hex')}\n`);
    entries++;
  };
  const buffer = (name: string, content: Buffer) => stream(name, content.length, Readable.from([content]));
  return {
    stream,
    buffer,
    end: async () => {
      await buffer(END, Buffer.from(JSON.stringify({ entries, sha256: sum.copy().digest('hex') })));
      archive.finalize();
    },
  };
}
