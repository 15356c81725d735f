import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { stat, truncate, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { openDatabase } from './platform/db/database.ts';
import { startFailure } from './start-failure.ts';
import { folderOfFile } from './testing/folders.ts';

const folder = folderOfFile();

/** Starts a server that cannot start. @returns what it says. */
async function failedStart(env: Record<string, string>): Promise<string> {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'main.ts')], {
    env: { ...process.env, PORT: '0', DATABASE_URL: '', DEMO: '0', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  expect(code).toBe(1);
  return said.trimEnd();
}

/** Listens where the settings say, which fails. @returns what a server would say about it. */
async function failedListen(settings: Record<string, string>): Promise<string | undefined> {
  const config = readConfig(settings);
  const listening = once(createServer().listen(config.port, config.host), 'listening');
  const error = await listening.catch((reason) => reason);
  return startFailure(error, config);
}

it('names a port that is in use', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  expect(await failedListen({ PORT: String(port) })).toBe(
    `Ovation cannot start: port ${port} is in use. Stop the program that uses it, or set PORT to another one.`,
  );
  other.close();
});

it('names an address that this machine does not have', async () => {
  // TEST-NET-1, which no machine has.
  expect(await failedListen({ HOST: '192.0.2.1' })).toBe(
    'Ovation cannot start: this machine has no address 192.0.2.1. Correct HOST.',
  );
});

it('names a data folder that is a file', async () => {
  const file = path.join(folder, 'a-file');
  await writeFile(file, '');
  expect(await failedStart({ DATA_DIR: file })).toBe(
    `Ovation cannot start: ${file} is not a folder. Correct DATA_DIR.`,
  );
});

it('names a data folder that it cannot write to', async () => {
  // A folder in which even root cannot create anything.
  expect(await failedStart({ DATA_DIR: '/sys/ovation' })).toBe(
    'Ovation cannot start: it cannot write to the folder /sys/ovation. Give its user the right to, or correct DATA_DIR.',
  );
});

it('says that the database is damaged', async () => {
  const garbage = path.join(folder, 'garbage');
  await openDatabase({ dataDir: garbage, databaseUrl: undefined }).then(({ close }) => close());
  const file = path.join(garbage, 'ovation.db');
  await truncate(file, Math.floor((await stat(file)).size / 8192) * 4096);
  const damaged = `Ovation cannot start: the database ${file} is damaged. Restore it from a backup.`;
  expect(await failedStart({ DATA_DIR: garbage })).toBe(`${damaged} (database disk image is malformed)`);
  await writeFile(file, 'not a database '.repeat(1000));
  expect(await failedStart({ DATA_DIR: garbage })).toBe(`${damaged} (file is not a database)`);
});

it('says that the disk is full', () => {
  const database = new DatabaseSync(':memory:');
  database.exec('create table row (text); pragma max_page_count = 2');
  let full: unknown;
  try {
    for (;;) database.exec(`insert into row values ('${'x'.repeat(1000)}')`);
  } catch (error) {
    full = error;
  }
  expect(startFailure(full, readConfig({ DATA_DIR: '/data' }))).toBe(
    'Ovation cannot start: the disk with the folder /data is full. Free some space.',
  );
});

it('does not hide an error that nobody foresaw', () => {
  expect(startFailure(new TypeError('x is not a function'), readConfig({}))).toBeUndefined();
});

it('says that PostgreSQL does not answer', async () => {
  expect(await failedStart({ DATABASE_URL: 'postgres://ann@127.0.0.1:1/music' })).toBe(
    'Ovation cannot start: PostgreSQL does not answer at 127.0.0.1:1. Start it, or correct DATABASE_URL. (ECONNREFUSED)',
  );
});

// Defined rather than skipped only with PostgreSQL.
if (process.env.TEST_DATABASE_URL) {
  it('names a missing database of PostgreSQL', async () => {
    const url = new URL(process.env.TEST_DATABASE_URL!);
    url.pathname = '/nowhere';
    expect(await failedStart({ DATABASE_URL: url.href })).toBe(
      `Ovation cannot start: PostgreSQL has no database nowhere on ${url.host}. Create it, or correct DATABASE_URL.` +
        ' It says: database "nowhere" does not exist',
    );
  });
}
