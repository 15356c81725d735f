import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { pack } from 'tar-stream';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Config, readConfig } from '../config.ts';
import { BackupError } from '../platform/backup/format.ts';
import { openDatabase } from '../platform/db/database.ts';
import { migrationNames } from '../platform/db/migrations/all.ts';
import { openMediaFolder } from '../platform/media/store.ts';
import { bundled } from '../testing/bundles.ts';
import { freshDatabase } from '../testing/databases/fresh-database.ts';
import { folderOfFile, folderOfTest } from '../testing/folders.ts';
import { backUp, restore } from './backup.ts';

/** Shell prefix that keeps a command's files from becoming larger than 4 MB. */
const LITTLE_ROOM = `trap '' XFSZ; ulimit -f 8192; exec "$@"`;

describe.skipIf(process.platform === 'win32')('without room on the disk', () => {
  const folder = folderOfFile();
  let data: string;
  beforeAll(async () => {
    data = path.join(folder, 'data');
    const media = await openMediaFolder(path.join(data, 'media'));
    await media.put(randomBytes(5_000_000), 'mp3');
    await (await openDatabase({ dataDir: data, databaseUrl: undefined }, { exclusive: false })).close();
  });

  async function cli(dataDir: string, ...args: string[]) {
    const env = { ...process.env, NODE_ENV: 'development', DATA_DIR: dataDir, DATABASE_URL: '' };
    const words = ['-c', LITTLE_ROOM, 'sh', process.execPath, await bundled('cli.ts'), ...args];
    return new Promise<{ code: unknown; err: string }>((resolve) =>
      execFile('sh', words, { env }, (error, _out, err) => resolve({ code: error?.code ?? 0, err })),
    );
  }

  it('a backup says so and leaves nothing behind', async () => {
    const target = path.join(folder, 'backups');
    const file = path.join(target, 'a.tar');
    const missing = `No backup was written: there is no folder ${target}.`;
    await expect(backUp(readConfig({ DATA_DIR: data }), file)).rejects.toThrow(missing);
    await mkdir(target);
    expect(await cli(data, 'backup', file)).toEqual({
      code: 1,
      err: 'No backup was written: there is no room left on the disk.\n',
    });
    expect(await readdir(target)).toEqual([]);
  });

  it('a restore says so and leaves the database as it was', async () => {
    const file = path.join(folder, 'whole.tar');
    await backUp(readConfig({ DATA_DIR: data }), file);
    const other = path.join(folder, 'other');
    await (await openDatabase({ dataDir: other, databaseUrl: undefined }, { exclusive: false })).close();
    const before = await readFile(path.join(other, 'ovation.db'));
    expect(await cli(other, 'restore', file)).toEqual({
      code: 1,
      err: 'The database was not restored: there is no room left on the disk.\n',
    });
    expect((await readFile(path.join(other, 'ovation.db'))).equals(before)).toBe(true);
    expect((await readdir(other)).filter((name) => name.startsWith('restore-'))).toEqual([]);
    expect(await readdir(path.join(other, 'media'))).toEqual([]);
  });
});

const cleanUps: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp();
});

/** An installation without content, on the engine that the tests run on. */
async function installation(): Promise<Config> {
  const folder = folderOfTest();
  const server = process.env.TEST_DATABASE_URL;
  const postgres = server ? await freshDatabase(server) : undefined;
  if (postgres) cleanUps.push(postgres.drop);
  const config = readConfig({ DATA_DIR: path.join(folder, 'data'), DATABASE_URL: postgres?.url });
  await (await openDatabase(config, { exclusive: false })).close();
  return config;
}

const strict = { overwrite: true, despiteFindings: false };

describe('a ledger that does not add up', () => {
  /** An installation with a balance that no entry explains. */
  async function broken(): Promise<Config> {
    const config = await installation();
    const { db, close } = await openDatabase(config, { exclusive: false });
    const user = { id: 'ann', username: 'Ann', username_key: 'ann', name: 'Ann', created_at: 1 };
    await db.insertInto('user').values(user).execute();
    await db.insertInto('credits').values({ id: 'c', user_id: 'ann', credits: 5, created_at: 1 }).execute();
    await close();
    return config;
  }

  it('is backed up with a warning, and restored only in spite of what is found', async () => {
    const [config, other] = [await broken(), await installation()];
    const file = path.join(config.dataDir, '../a.tar');
    const finding = expect.stringContaining('Not true: every balance is the sum of its entries.');
    expect(await backUp(config, file)).toEqual({ text: expect.stringContaining('Wrote'), warning: finding });
    const refused = await restore(other, file, strict).catch((error: Error) => error.message);
    expect(refused).toEqual(finding);
    expect(refused).toContain('pass --despite-findings');
    expect(await balances(other)).toEqual([]);
    expect(await restore(other, file, { ...strict, despiteFindings: true })).toEqual({
      text: expect.not.stringContaining('The ledger is clean.'),
      warning: finding,
    });
    expect(await balances(other)).toEqual([{ credits: 5 }]);
  });

  async function balances(config: Config) {
    const { db, close } = await openDatabase(config, { exclusive: false });
    return db.selectFrom('credits').select('credits').execute().finally(close);
  }
});

describe('an archive that somebody made up', () => {
  const rows = (...lines: string[]) => gzipSync(lines.join('\n'));
  it.each<[string, string, Buffer, RegExp]>([
    ['rows of another kind', 'setting', rows('null', '7'), /damaged/],
    ['a row without columns', 'setting', rows('{}'), /damaged/],
    ['values of another kind', 'setting', rows('{"name":{"a":1},"value":["b"]}'), /damaged/],
    ['rows that differ', 'setting', rows('{"name":"a","value":"b"}', '{"name":"c"}'), /damaged/],
    ['an unknown column', 'setting', rows('{"evil":1}'), /not restored: .*evil/],
    ['a row that refers to nothing', 'credits', rows('{"id":"c","user_id":"x","credits":1}'), /not restored/],
    ['no rows but an endless text', 'setting', gzipSync(Buffer.alloc(300_000_000, ' ')), /damaged/],
    ['a table of the system', 'sqlite_master', rows('{"name":"a"}'), /which Ovation does not have/],
  ])('with %s is refused in one sentence', async (_what, table, content, sentence) => {
    const config = await installation();
    const file = path.join(config.dataDir, '../made-up.tar');
    const archive = pack();
    const manifest = { ovation: 'backup', format: 1, created_at: '2026', engine: 'sqlite' };
    archive.entry({ name: 'manifest.json' }, JSON.stringify({ ...manifest, migrations: migrationNames }));
    archive.entry({ name: `tables/${table}/1.ndjson.gz` }, content);
    archive.finalize();
    await writeFile(file, archive);
    const error: Error = await restore(config, file, strict).then(
      () => new Error('restored'),
      (reason) => reason,
    );
    expect(error).toBeInstanceOf(BackupError);
    expect(error.message).toMatch(sentence);
    expect(error.message).toMatch(/^[^\n]+\.$/);
  });
});
