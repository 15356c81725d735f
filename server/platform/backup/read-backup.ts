import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline, type Readable } from 'node:stream';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { type Extract, extract } from 'tar-stream';
import {
  BackupError,
  END,
  end,
  MANIFEST,
  type Manifest,
  MEDIA_ENTRY,
  manifest,
  TABLE_ENTRY,
} from './format.ts';
import type { Row } from './snapshot.ts';

const decompress = promisify(gunzip);

/** More than a batch of the longest rows takes, bytes; a part of a table is held in memory. */
const MAX_PART_BYTES = 64 * 1024 * 1024;

/** Handlers of the contents after the manifest, in the order in which they come. */
export interface Reader {
  onRows: (table: string, rows: Row[]) => Promise<void>;
  /** Must read the content to its end. */
  onMedia: (name: string, content: AsyncIterable<Buffer>) => Promise<void>;
}

/** Reads the manifest at the beginning of a backup. @throws BackupError if it is none. */
export function readManifest(file: string): Promise<Manifest> {
  return readArchive(file, async (archive) => {
    // Leaving the loop closes the archive, so the entry is read first.
    for await (const entry of archive) return await manifestOf(file, entry.header.name, entry);
    throw noBackup(file);
  });
}

/**
 * Reads a backup from start to end.
 * @throws BackupError if it is no backup, or if anything in it is missing or changed, which is certain only at the end.
 */
export function readBackup(file: string, reader: Reader): Promise<void> {
  return readArchive(file, async (archive) => {
    const sum = createHash('sha256');
    let entries = 0;
    let ended = false;
    for await (const entry of archive) {
      const { name } = entry.header;
      if (ended) throw new BackupError('This backup goes on after its end: somebody has changed it.');
      const hash = createHash('sha256');
      if (entries === 0) await manifestOf(file, name, hashing(entry, hash));
      else if (name !== END) await readEntry(name, hashing(entry, hash), reader);
      else {
        checkEnd(await parsed(entry), entries, sum.digest('hex'));
        ended = true;
        continue;
      }
      sum.update(`${name} ${hash.digest('hex')}\n`);
      entries++;
    }
    if (!ended) throw new BackupError('This backup is cut off: its end is missing.');
  });
}

/** Opens an archive for `read`. @throws BackupError if the file is missing or damaged. */
async function readArchive<T>(file: string, read: (archive: Extract) => Promise<T>): Promise<T> {
  const archive = extract();
  // Ends the archive with the error of the file, and closes the file with the archive.
  pipeline(createReadStream(file), archive, () => {});
  try {
    return await read(archive);
  } catch (error) {
    const { code, path } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' && path === file) throw new BackupError(`There is no file ${file}.`);
    throw isDamage(error) ? new BackupError(`${file} is no backup of Ovation, or it is damaged.`) : error;
  }
}

const noBackup = (file: string) => new BackupError(`${file} is no backup of Ovation.`);

async function manifestOf(file: string, name: string, content: AsyncIterable<Buffer>): Promise<Manifest> {
  if (name !== MANIFEST) throw noBackup(file);
  const result = manifest.safeParse(await parsed(content));
  if (!result.success) throw new BackupError('This backup has a format that this version cannot read.');
  return result.data;
}

async function readEntry(name: string, content: AsyncIterable<Buffer>, reader: Reader): Promise<void> {
  const table = TABLE_ENTRY.exec(name)?.[1];
  if (table) {
    const lines = await decompress(await bufferOf(content), { maxOutputLength: 4 * MAX_PART_BYTES });
    return reader.onRows(table, rowsOf(String(lines)));
  }
  const media = MEDIA_ENTRY.exec(name)?.[1];
  if (!media) throw new BackupError(`This backup contains "${name}", which no backup has.`);
  await reader.onMedia(media, content);
}

/** @throws SyntaxError if these are no rows of one table. */
function rowsOf(lines: string): Row[] {
  const rows: Row[] = lines.split('\n').map((line) => JSON.parse(line) ?? {});
  const columns = Object.keys(rows[0]!);
  const isRow = (row: Row) =>
    Object.keys(row).length === columns.length && columns.every((column) => isValue(row[column]));
  if (columns.length === 0 || !rows.every(isRow)) throw new SyntaxError('These are no rows.');
  return rows;
}

/** Tells whether a column can have this value. */
const isValue = (value: unknown) => value === null || typeof value === 'string' || typeof value === 'number';

function checkEnd(content: unknown, entries: number, sha256: string): void {
  const found = end.safeParse(content);
  if (found.data?.entries !== entries || found.data.sha256 !== sha256)
    throw new BackupError('This backup was damaged or changed: its checksum is not that of its contents.');
}

async function* hashing(content: Readable, hash: ReturnType<typeof createHash>): AsyncGenerator<Buffer> {
  for await (const chunk of content as AsyncIterable<Buffer>) {
    hash.update(chunk);
    yield chunk;
  }
}

async function bufferOf(content: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of content) {
    bytes += chunk.length;
    if (bytes > MAX_PART_BYTES) throw new BackupError('This backup is damaged: a part of it is too large.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const parsed = async (content: AsyncIterable<Buffer>): Promise<unknown> =>
  JSON.parse(String(await bufferOf(content)));

/** Tells whether an error says that the bytes are not what a backup consists of. */
function isDamage(error: unknown): boolean {
  if (error instanceof SyntaxError) return true;
  const { message, code = '' } = error as NodeJS.ErrnoException;
  return (
    code.startsWith('Z_') ||
    code === 'ERR_BUFFER_TOO_LARGE' ||
    /tar header|Unexpected end of data/.test(message)
  );
}
