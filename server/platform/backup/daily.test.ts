import { readdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { freshDatabase } from '../../testing/databases/fresh-database.ts';
import { folderOfTest } from '../../testing/folders.ts';
import { serverOfFile } from '../../testing/hooks.ts';
import { openDatabase } from '../db/database.ts';
import { backUpDaily, readBackupState } from './daily.ts';
import { readManifest } from './read-backup.ts';

const s = serverOfFile();
let folder: string;
beforeEach(async () => {
  await s.c.db.deleteFrom('setting').where('name', '=', 'backup_at').execute();
  folder = folderOfTest();
});

const write = async (file: string): Promise<string | undefined> => {
  await writeFile(file, 'a backup');
  return undefined;
};
const daily = (how = write) => backUpDaily(s.c, { folder, keep: 3 }, how);

it('writes one each day, keeps the newest, and removes what a killed server left', async () => {
  await writeFile(path.join(folder, 'my-own.tar'), 'kept');
  await writeFile(path.join(folder, 'ovation-2026-05-01T000000Z.tar.part'), 'unfinished');
  for (let day = 0; day < 5; day++) {
    expect(await daily()).toBeDefined();
    s.time.now += 3_600_000;
    expect(await daily()).toBeUndefined();
    s.time.now += 23 * 3_600_000;
  }
  const names = (await readdir(folder)).sort();
  expect(names).toEqual([
    'my-own.tar',
    ...Array(3).fill(expect.stringMatching(/^ovation-2026-06-\d\dT\d{6}Z\.tar$/)),
  ]);
  expect(names.at(-1)).toContain(new Date(s.time.now - 86_400_000).toISOString().slice(0, 10));
});

it('is written by one of several servers', async () => {
  const files = await Promise.all(Array.from({ length: 5 }, () => daily()));
  expect(files.filter(Boolean)).toHaveLength(1);
});

it('is tried again after a failure, which deletes no older one', async () => {
  await daily();
  s.time.now += 86_400_000;
  const full = () => Promise.reject(new Error('no space left on device'));
  await expect(daily(full)).rejects.toThrow('no space');
  expect(await readdir(folder)).toHaveLength(1);
  expect(await daily()).toBeDefined();
  expect(await readdir(folder)).toHaveLength(2);
});

it('that is written with findings stays, is not written again, and admins read what was found', async () => {
  const findings = async (file: string) => {
    await write(file);
    return 'The ledger does not add up.';
  };
  await expect(daily(findings)).rejects.toThrow('The ledger does not add up.');
  expect(await daily()).toBeUndefined();
  const [file] = await readdir(folder);
  const state = await readBackupState(s.c.db, s.time.now);
  expect(state).toMatchObject({ last: { file }, failure: { text: 'The ledger does not add up.' } });
});

it('is written by a process of its own, and says why it failed', async () => {
  const data = folderOfTest();
  const server = process.env.TEST_DATABASE_URL;
  const postgres = server ? await freshDatabase(server) : undefined;
  vi.stubEnv('NODE_ENV', 'development');
  vi.stubEnv('DATA_DIR', data);
  vi.stubEnv('DATABASE_URL', postgres?.url ?? '');
  const { db, close } = await openDatabase(
    { databaseUrl: postgres?.url, dataDir: data },
    { exclusive: false },
  );
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    await close();
    await postgres?.drop();
  });
  const c = { db, clock: s.c.clock };
  const file = (await backUpDaily(c, { folder, keep: 2 }))!;
  const { size, mode } = await stat(file);
  expect(mode & 0o777).toBe(0o600);
  expect(await readManifest(file)).toMatchObject({ ovation: 'backup', engine: s.c.engine.kind });
  const last = { at: s.time.now, file: path.basename(file), bytes: size };
  expect(await readBackupState(db, s.time.now)).toMatchObject({ last, failure: null });

  s.time.now += 86_400_000;
  vi.stubEnv('DATA_DIR', file);
  vi.stubEnv('DATABASE_URL', postgres && `${postgres.url}_that_is_gone`);
  await expect(backUpDaily(c, { folder, keep: 2 })).rejects.toThrow(/\S/);
  const state = await readBackupState(db, s.time.now);
  expect(state).toMatchObject({ last, next_at: s.time.now, failure: { at: s.time.now } });
  expect(state.failure!.text).toMatch(/\S/);
  expect(await readdir(folder)).toEqual([path.basename(file)]);
});
