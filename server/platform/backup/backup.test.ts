import { existsSync } from 'node:fs';
import {
  appendFile,
  cp,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rm,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { pack } from 'tar-stream';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase } from '../../testing/databases/fresh-database.ts';
import { openDatabase } from '../db/database.ts';
import { FINGERPRINT } from '../db/migrate.ts';
import { migrationNames } from '../db/migrations/all.ts';
import { nextMigrations } from '../db/testing/next-migration.ts';
import { insertExampleRows } from '../db/testing/rows.ts';
import { openBucket } from '../media/bucket.ts';
import { openMediaBucket } from '../media/bucket-store.ts';
import { type MediaStore, openMediaFolder } from '../media/store.ts';
import { s3StandIn } from '../media/testing/s3.ts';
import { restoreBackup } from './restore-backup.ts';
import { openRestoreTarget } from './restore-target.ts';
import { openSnapshot, type Row, type Snapshot } from './snapshot.ts';
import { writeBackup } from './write-backup.ts';

type Settings = { databaseUrl: string | undefined; dataDir: string };

const NOW = Date.UTC(2026, 5, 1);
const SERVER = process.env.TEST_DATABASE_URL;

let folder: string;
const cleanUps: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'ovation-backup-'));
});
afterAll(async () => {
  for (const cleanUp of cleanUps) await cleanUp();
  await rm(folder, { recursive: true });
});

// On Linux, which lists what a process has open.
afterEach(() => expect.poll(openFiles).toEqual([]));
async function openFiles(): Promise<string[]> {
  const numbers = await readdir('/proc/self/fd').catch(() => []);
  const files = await Promise.all(numbers.map((one) => readlink(`/proc/self/fd/${one}`).catch(() => '')));
  return files.filter((file) => file.startsWith(folder));
}

let folders = 0;
const nextFolder = () => path.join(folder, String(folders++));
const nextFile = () => `${nextFolder()}.tar`;

/** A new, empty database of the engine that the tests run on. */
async function emptySettings(): Promise<Settings> {
  if (!SERVER) return { databaseUrl: undefined, dataDir: nextFolder() };
  const { url, drop } = await freshDatabase(SERVER);
  cleanUps.push(drop);
  return { databaseUrl: url, dataDir: nextFolder() };
}

/** A database with rows in every table. */
async function filledSettings(): Promise<Settings> {
  const settings = await emptySettings();
  const { db, close } = await openDatabase(settings, { exclusive: false });
  await insertExampleRows(db).finally(close);
  return settings;
}

async function mediaWith(...contents: string[]): Promise<MediaStore> {
  const media = await openMediaFolder(path.join(nextFolder(), 'media'));
  for (const content of contents) await media.put(Buffer.from(content), 'mp3');
  return media;
}

/** A picture as far as its header says. */
function picture(width: number): Buffer {
  const data = Buffer.alloc(width, width);
  data.write('RIFF', 'latin1');
  data.writeUInt32LE(width - 8, 4);
  return data;
}

async function backUp(settings: Settings, media: MediaStore): Promise<string> {
  const file = nextFile();
  await write(file, settings, media);
  return file;
}

async function write(file: string, settings: Settings, media: MediaStore) {
  const snapshot = await openSnapshot(settings);
  return writeBackup(file, snapshot, media, NOW).finally(snapshot.close);
}

async function restore(file: string, settings: Settings, media: MediaStore, options = {}) {
  const target = await openRestoreTarget(settings, { overwrite: false, now: NOW, ...options });
  return restoreBackup(file, target, media, async () => {}).finally(target.close);
}

/** All rows of all tables, in an order that does not depend on the engine. */
async function contentsOf(settings: Settings): Promise<Record<string, Row[]>> {
  const snapshot = await openSnapshot(settings);
  const tables: Record<string, Row[]> = {};
  for (const table of snapshot.tables.toSorted()) tables[table] = await rowsOf(snapshot, table);
  await snapshot.close();
  return tables;
}

async function rowsOf(snapshot: Snapshot, table: string): Promise<Row[]> {
  const rows: Row[] = [];
  // The fingerprint tells of the database rather than of what is in it.
  for await (const batch of snapshot.rows(table))
    rows.push(...batch.filter(({ name }) => name !== FINGERPRINT).map((row) => ({ ...row })));
  const key = (row: Row) => JSON.stringify(Object.entries(row).toSorted());
  return rows.toSorted((a, b) => (key(a) < key(b) ? -1 : 1));
}

async function migrated(settings: Settings): Promise<Settings> {
  await (await openDatabase(settings, { exclusive: false })).close();
  return settings;
}

it('a restored database has every row and every file', async () => {
  const old = await filledSettings();
  const media = await mediaWith('a song', 'another song');
  const [settings, restored] = [await emptySettings(), await mediaWith()];
  const file = nextFile();
  const list: MediaStore['list'] = async function* () {
    yield { mediaPath: `/media/${'0'.repeat(32)}.mp3`, bytes: 1, put_at: NOW };
    yield* media.list();
  };
  // The first one is deleted meanwhile.
  const written = await write(file, old, { ...media, list });
  const { rows, files } = await restore(file, settings, restored);
  expect(written).toEqual({ rows, files });
  const contents = await contentsOf(settings);
  expect(contents).toEqual(await contentsOf(old));
  // And the fingerprint.
  expect(rows).toBe(Object.values(contents).flat().length + 1);
  expect(contents.track!.length).toBeGreaterThan(0);
  expect(files).toBe(2);
  for await (const { mediaPath } of media.list())
    expect(await readFile((await restored.localCopy(mediaPath))!.file)).toEqual(
      await readFile((await media.localCopy(mediaPath))!.file),
    );
});

it('moves from a folder to a bucket and back, with every width of a picture', async () => {
  const s3 = await s3StandIn();
  const work = nextFolder();
  const bucket = await openMediaBucket(openBucket(s3.settings), work);
  const media = await mediaWith('a song');
  const widths = [96, 640].map((width) => ({ width, data: picture(width) }));
  await media.putWidths(widths, 640);
  const there = await backUp(await migrated(await emptySettings()), media);
  const settings = await emptySettings();
  await restore(there, settings, bucket);
  const names = async (store: MediaStore) => {
    const found: string[] = [];
    for await (const { mediaPath } of store.list()) found.push(mediaPath);
    return found.sort();
  };
  expect(await names(bucket)).toEqual(await names(media));
  const back = await mediaWith();
  await restore(await backUp(settings, bucket), settings, back, { overwrite: true });
  expect(await names(back)).toEqual(await names(media));
  expect(await readdir(work)).toEqual([]);
  for (const mediaPath of await names(media))
    expect(await readFile((await back.localCopy(mediaPath))!.file)).toEqual(
      await readFile((await media.localCopy(mediaPath))!.file),
    );
  await s3.close();
});

it('a backup of an older version becomes what its database would have become', async () => {
  const old = await filledSettings();
  const file = await backUp(old, await mediaWith());
  const settings = await emptySettings();
  await restore(file, settings, await mediaWith(), { migrations: nextMigrations });
  const upgraded = await openDatabase(old, { exclusive: false, migrations: nextMigrations });
  await upgraded.close();
  const contents = await contentsOf(settings);
  expect(contents.mood_count).toEqual([{ mood: 'calm', tracks: 1 }]);
  expect(contents).toEqual(await contentsOf(old));
});

it('goes on after a restore: searches find songs, and new rows get new numbers', async () => {
  const file = await backUp(await filledSettings(), await mediaWith());
  const settings = await emptySettings();
  await restore(file, settings, await mediaWith());
  const { db, engine, close } = await openDatabase(settings, { exclusive: false });
  const tracks = await db.selectFrom('track').select(['seq', 'search_text']).execute();
  const { seq, search_text } = tracks.find((track) => track.search_text.length > 4)!;
  const found = async (term: string) =>
    (
      await sql<{
        seq: number;
      }>`select seq from ${engine.tracksContaining([[[term]]], 100)} as found`.execute(db)
    ).rows.map((row) => row.seq);
  expect(await found(search_text.split('\n')[0]!.slice(0, 4))).toContain(seq);
  const entry = await db
    .selectFrom('credit_entry')
    .selectAll()
    .orderBy('seq', 'desc')
    .executeTakeFirstOrThrow();
  const { seq: last, ...values } = entry;
  await db
    .insertInto('credit_entry')
    .values({ ...values, id: 'new', key: 'new' })
    .execute();
  const added = await db
    .selectFrom('credit_entry')
    .where('id', '=', 'new')
    .select('seq')
    .executeTakeFirstOrThrow();
  expect(added.seq).toBeGreaterThan(last);
  await db.updateTable('track').set({ search_text: 'zzyzx road\n' }).where('seq', '=', seq).execute();
  expect(await found('zzyzx')).toEqual([seq]);
  await close();
});

it('a backup shows one moment: what is written meanwhile is not in it', async () => {
  const settings = await filledSettings();
  const before = await contentsOf(settings);
  const snapshot = await openSnapshot(settings);
  const { db, close } = await openDatabase(settings, { exclusive: false });
  await db.insertInto('setting').values({ name: 'late', value: '1' }).execute();
  await sql`delete from report`.execute(db);
  await close();
  const tables: Record<string, Row[]> = {};
  for (const table of snapshot.tables.toSorted()) tables[table] = await rowsOf(snapshot, table);
  await snapshot.close();
  expect(tables).toEqual(before);
});

// Only the suite on PostgreSQL has both engines.
if (SERVER)
  it('rows stay the same from one engine to the other', async () => {
    const postgres = await filledSettings();
    const sqlite = { databaseUrl: undefined, dataDir: nextFolder() };
    await restore(await backUp(postgres, await mediaWith()), sqlite, await mediaWith());
    expect(await contentsOf(sqlite)).toEqual(await contentsOf(postgres));
    const back = await emptySettings();
    await restore(await backUp(sqlite, await mediaWith()), back, await mediaWith());
    expect(await contentsOf(back)).toEqual(await contentsOf(postgres));
  });

describe('a song that plays', () => {
  /** An installation whose song is the same as in a backup, which is damaged. */
  async function damagedBackup(damage: (file: Buffer) => Buffer) {
    const settings = await filledSettings();
    const media = await mediaWith('a song that plays');
    const bytes = await readFile(await backUp(settings, media));
    const file = nextFile();
    await writeFile(file, damage(bytes));
    return { settings, media, file };
  }
  async function heard(media: MediaStore): Promise<string[]> {
    const contents: string[] = [];
    for await (const { mediaPath } of media.list())
      contents.push(await readFile((await media.localCopy(mediaPath))!.file, 'latin1'));
    return contents.sort();
  }

  it('still plays after a damaged archive was refused', async () => {
    const { settings, media, file } = await damagedBackup((bytes) => {
      bytes.write('a dong', bytes.indexOf('a song that plays'));
      return bytes;
    });
    await expect(restore(file, settings, media, { overwrite: true })).rejects.toThrow('damaged or changed');
    expect(await heard(media)).toEqual(['a song that plays']);
  });

  it('is repaired from a backup, which replaces nothing that is intact', async () => {
    const settings = await filledSettings();
    const media = await mediaWith('a song that plays');
    const widths = [96, 640].map((width) => ({ width, data: picture(width) }));
    await media.putWidths(widths, 640);
    const before = await heard(media);
    const bytes = await readFile(await backUp(settings, media));
    bytes.write('changed', bytes.indexOf(widths[0]!.data) + 50);
    const file = nextFile();
    await writeFile(file, bytes);
    for await (const { mediaPath } of media.list())
      if (mediaPath.endsWith('.mp3')) await writeFile((await media.localCopy(mediaPath))!.file, 'a dong');
    await expect(restore(file, settings, media, { overwrite: true })).rejects.toThrow('damaged or changed');
    expect(await heard(media)).toEqual(before);
    const names = await readdir(path.dirname(media.workFile()));
    expect(names.filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  it('still plays after a restore of a backup in which it was damaged already, which says so', async () => {
    const settings = await filledSettings();
    const [media, ill] = [await mediaWith('a song that plays'), await mediaWith('a song that plays')];
    for await (const { mediaPath } of ill.list())
      await writeFile((await ill.localCopy(mediaPath))!.file, 'a dong');
    const { files, damaged } = await restore(await backUp(settings, ill), settings, media, {
      overwrite: true,
    });
    expect({ files, damaged }).toEqual({ files: 0, damaged: [expect.stringMatching(/^[0-9a-f]{32}\.mp3$/)] });
    expect(await heard(media)).toEqual(['a song that plays']);
    const nothing = await mediaWith();
    await restore(await backUp(settings, ill), await emptySettings(), nothing);
    expect(await heard(nothing)).toEqual([]);
  });
});

describe('a backup that cannot be trusted changes nothing', () => {
  let good: string;
  let bytes: Buffer;
  beforeAll(async () => {
    good = await backUp(await filledSettings(), await mediaWith('a song'));
    bytes = await readFile(good);
  });

  async function refusal(file: string): Promise<string> {
    const settings = await emptySettings();
    const message = await restore(file, settings, await mediaWith()).then(
      () => 'restored',
      (error: Error) => error.message,
    );
    const left = await contentsOf(settings).catch(() => ({}));
    for (const table of ['track', 'user', 'credit_entry'])
      expect((left as Record<string, Row[]>)[table] ?? []).toEqual([]);
    return message;
  }

  it.each([0.1, 0.5, 0.9, 0.999])('cut off after %f of its length', async (share) => {
    const file = nextFile();
    await writeFile(file, bytes);
    // A tar archive ends in at least 1,024 zeros, which prove nothing.
    await truncate(file, Math.floor((bytes.length - 1024) * share));
    expect(await refusal(file)).toMatch(/cut off|damaged/);
  });

  it.each([0.2, 0.4, 0.6, 0.8])('changed in one bit after %f of its length', async (share) => {
    const changed = Buffer.from(bytes);
    let at = Math.floor(bytes.length * share);
    // Padding between entries has no meaning.
    while (changed[at] === 0) at++;
    changed[at]! ^= 1;
    const file = nextFile();
    await writeFile(file, changed);
    expect(await refusal(file)).toMatch(/damaged|no backup|cannot|which (no backup|Ovation)/);
  });

  it.each([
    [/\d(?=,"sha256")/, (digit: string) => String(9 - Number(digit))],
    [/"entries"/, () => '"entriez"'],
  ])('whose end was changed at %s', async (where, change) => {
    const file = nextFile();
    await writeFile(file, bytes.toString('latin1').replace(where, change), 'latin1');
    expect(await refusal(file)).toMatch(/damaged or changed/);
  });

  it('another file', async () => {
    const file = path.join(folder, 'notes.txt');
    await writeFile(file, 'no backup at all');
    expect(await refusal(file)).toMatch(/no backup of Ovation/);
    await writeFile(file, '');
    expect(await refusal(file)).toMatch(/no backup of Ovation/);
    expect(await refusal(path.join(folder, 'missing.tar'))).toMatch(/no file/);
    await writeFile(file, bytes.subarray(bytes.indexOf('tables/')));
    expect(await refusal(file)).toMatch(/no backup of Ovation/);
  });

  it('one with a file that leaves the media folder', async () => {
    const file = nextFile();
    await writeFile(file, await archive({ 'media/../../evil.mp3': 'x' }));
    expect(await refusal(file)).toMatch(/contains "media/);
    await writeFile(file, await archive({ 'media/evil.mp3': 'x' }));
    expect(await refusal(file)).toMatch(/contains a file "evil.mp3"/);
    expect(existsSync(path.join(folder, '..', 'evil.mp3'))).toBe(false);
  });

  it('one of a newer version', async () => {
    const file = nextFile();
    await writeFile(file, await archive({}, [...migrationNames, '9999-the-future']));
    expect(await refusal(file)).toBe('This backup is from a newer version of Ovation. Update Ovation first.');
    await writeFile(file, (await archive({})).toString().replace('"format":1', '"format":2'));
    expect(await refusal(file)).toBe('This backup has a format that this version cannot read.');
  });

  const SETTINGS = 'tables/setting/1.ndjson.gz';
  const setting = { name: 'a', value: 'b' };
  const many = Array.from({ length: 45_000 }, (_, i) => ({ ...setting, name: `${i}` }));
  const rows = (...all: unknown[]) => gzipSync(all.map((row) => JSON.stringify(row)).join('\n'));
  it.each<[string, string, Buffer, RegExp]>([
    ['a second manifest', 'manifest.json', Buffer.from('{}'), /contains "manifest.json"/],
    ['a part that is too large', SETTINGS, Buffer.alloc(64 * 1024 * 1024 + 1), /too large/],
    ['a row that is null', SETTINGS, rows(setting, null), /damaged/],
    ['a row with another column', SETTINGS, rows(setting, { ...setting, name: 'c', key: 1 }), /damaged/],
    ['a value of another kind', SETTINGS, rows(setting, { ...setting, value: {} }), /damaged/],
    ['more rows than a statement inserts, and no end', SETTINGS, rows(...many), /cut off/],
  ])('one with %s', async (_what, name, content, message) => {
    const file = nextFile();
    await writeFile(file, await archive({ [name]: content }));
    expect(await refusal(file)).toMatch(message);
  });

  it('one that goes on after its end', async () => {
    const file = nextFile();
    await writeFile(file, bytes.subarray(0, bytes.length - 1024));
    await appendFile(file, await archive({}));
    expect(await refusal(file)).toMatch(/goes on after its end/);
  });
});

it('does not replace a database in use, unless told; then the old one is kept', async () => {
  const settings = await filledSettings();
  const before = await contentsOf(settings);
  const file = await backUp(settings, await mediaWith());
  await expect(restore(file, settings, await mediaWith())).rejects.toThrow('--overwrite');
  expect(await contentsOf(settings)).toEqual(before);
  const { db, close } = await openDatabase(settings, { exclusive: false });
  await db.insertInto('setting').values({ name: 'late', value: '1' }).execute();
  await close();
  const { kept } = await restore(file, settings, await mediaWith(), { overwrite: true });
  expect(await contentsOf(settings)).toEqual(before);
  if (settings.databaseUrl) return;
  expect(path.basename(kept!)).toBe('ovation.db.before-2026-06-01T00-00-00.000Z');
  const old = new DatabaseSync(kept!);
  expect(old.prepare(`select value from setting where name = 'late'`).get()).toEqual({ value: '1' });
  old.close();
});

it('replaces a database without users and tracks without being told', async () => {
  const file = await backUp(await filledSettings(), await mediaWith());
  const settings = await migrated(await emptySettings());
  expect((await restore(file, settings, await mediaWith())).kept).toBeUndefined();
  if (settings.databaseUrl) return;
  const dataDir = nextFolder();
  await openMediaFolder(dataDir);
  await writeFile(path.join(dataDir, 'ovation.db'), '');
  expect((await restore(file, { ...settings, dataDir }, await mediaWith())).kept).toBeUndefined();
});

if (!SERVER)
  it('takes the place of a database that is gone, without the log that it left', async () => {
    const settings = await filledSettings();
    const file = await backUp(settings, await mediaWith());
    const before = await contentsOf(settings);
    const { db, close } = await openDatabase(settings);
    await db.insertInto('setting').values({ name: 'late', value: '1' }).execute();
    const killed = { ...settings, dataDir: nextFolder() };
    await cp(settings.dataDir, killed.dataDir, { recursive: true });
    await close();
    await rm(path.join(killed.dataDir, 'ovation.db'));
    await expect(openDatabase(killed)).rejects.toThrow('is missing or empty');
    await restore(file, killed, await mediaWith());
    expect(await contentsOf(killed)).toEqual(before);
    await (await openDatabase(killed)).close();
  });

it('replaces neither what is no database of Ovation nor one that another program has open', async () => {
  const settings = await filledSettings();
  const file = await backUp(settings, await mediaWith());
  const failure = async () =>
    restore(file, settings, await mediaWith(), { overwrite: true }).catch((error: Error) => error.message);
  const { db, close } = await openDatabase(settings, { exclusive: false });
  if (SERVER) await sql`drop table kysely_migration`.execute(db);
  expect(await failure()).toMatch(SERVER ? 'another program' : 'locked');
  await db.insertInto('setting').values({ name: 'late', value: '1' }).execute();
  await close();
  if (SERVER) return;
  const current = path.join(settings.dataDir, 'ovation.db');
  await writeFile(current, 'no database'.repeat(100));
  expect(await failure()).toMatch('not a database');
  expect(await readFile(current, 'utf8')).toMatch(/^no database/);
});

it('does not replace a file, and leaves nothing behind if it fails', async () => {
  const settings = await filledSettings();
  const file = await backUp(settings, await mediaWith());
  const snapshot = await openSnapshot(settings);
  await expect(writeBackup(file, snapshot, await mediaWith(), NOW)).rejects.toThrow('exists already');
  const lost = { ...(await mediaWith('a song')) };
  lost.localCopy = async () => ({ file: path.join(folder, 'gone'), release: async () => {} });
  const target = path.join(nextFolder(), 'b.tar');
  await openMediaFolder(path.dirname(target));
  await expect(writeBackup(target, snapshot, lost, NOW)).rejects.toThrow('ENOENT');
  expect(await readdir(path.dirname(target))).toEqual([]);
  const nowhere = path.join(nextFolder(), 'b.tar');
  await expect(writeBackup(nowhere, snapshot, await mediaWith(), NOW)).rejects.toThrow('ENOENT');
  await writeFile(`${target}.part`, 'of another process');
  await expect(writeBackup(target, snapshot, await mediaWith(), NOW)).rejects.toThrow('is being written');
  expect(await readdir(path.dirname(target))).toEqual(['b.tar.part']);
  await snapshot.close();
});

/** An archive that begins like a backup. */
async function archive(
  entries: Record<string, string | Buffer>,
  migrations = migrationNames,
): Promise<Buffer> {
  const one = pack();
  one.entry(
    { name: 'manifest.json' },
    JSON.stringify({ ovation: 'backup', format: 1, created_at: '2026', engine: 'sqlite', migrations }),
  );
  for (const [name, content] of Object.entries(entries)) one.entry({ name }, content);
  one.finalize();
  const chunks: Buffer[] = [];
  for await (const chunk of one) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
