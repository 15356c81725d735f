import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../config.ts';
import { openDatabase } from '../platform/db/database.ts';
import { openMediaFolder } from '../platform/media/store.ts';
import { bundled } from '../testing/bundles.ts';
import { backUp } from './backup.ts';

/** What a shell does before a command so that no file may become larger than 4 MB. */
const LITTLE_ROOM = `trap '' XFSZ; ulimit -f 8192; exec "$@"`;

describe.skipIf(process.platform === 'win32')('without room on the disk', () => {
  let folder: string;
  let data: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'ovation-room-'));
    data = path.join(folder, 'data');
    const media = await openMediaFolder(path.join(data, 'media'));
    await media.put(randomBytes(5_000_000), 'mp3');
    await (await openDatabase({ dataDir: data, databaseUrl: undefined }, { exclusive: false })).close();
  });
  afterAll(() => rm(folder, { recursive: true }));

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
