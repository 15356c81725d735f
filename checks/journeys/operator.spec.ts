import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test as base, type Page } from '@playwright/test';
import { placeFirstRelease } from '../../server/platform/db/testing/first-release.ts';
import { wav } from '../../server/testing/sounds.ts';
import { expect } from './lib/fixtures.ts';
import { expectPlaying } from './lib/sound.ts';
import { startServer } from './lib/start-server.ts';

const PASSWORD = 'a long evening by the sea';
const EMAIL = 'harbour@label.example';
const SONGS = 30;

/** A folder that is gone after the journey. */
const test = base.extend<{ folder: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants a pattern.
  folder: async ({}, use) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'ovation-operator-'));
    await use(folder);
    await rm(folder, { recursive: true, force: true });
  },
});

test('a stranger upgrades, makes an admin, names the site, imports 30 songs, backs up and restores elsewhere', async ({
  page,
  folder,
}) => {
  const home = path.join(folder, 'home');
  const [music, tar] = [path.join(folder, 'music'), path.join(folder, 'ovation.tar')];
  for (const one of [home, music]) await mkdir(one);
  for (let n = 1; n <= SONGS; n++) await writeFile(path.join(music, `${n}.wav`), taggedSong(n));
  // A folder of the version before: the first start is the upgrade.
  await placeFirstRelease({ dataDir: home, databaseUrl: undefined });
  const settings = { NODE_ENV: 'production', RATE_LIMIT: 'on', SITE_NAME: 'Pier Records' };
  const server = await startServer({ ...settings, DATA_DIR: home });
  try {
    const cli = (...args: string[]) => command({ ...settings, DATA_DIR: home }, ...args);
    await cli('user', 'create', EMAIL, '--name', 'Harbour', '--tier', 'admin', '--password-stdin');
    const lines = (await cli('doctor')).trim().split('\n');
    expect(lines.filter((line) => !line.startsWith('ok '))).toEqual([]);
    expect(await cli('import', music, '--genre', 'jazz')).toContain(`Published ${SONGS}.`);
    expect(await cli('import', music, '--genre', 'jazz')).toContain(`Published 0. Already here: ${SONGS}.`);
    await looksAround(page, server.url);
    await logsIn(page, server.url);
    await cli('backup', tar);
    expect(await cli('ledger', 'check')).toContain('ok');
  } finally {
    await server.stop();
  }

  const elsewhere = path.join(folder, 'elsewhere');
  await command({ ...settings, DATA_DIR: elsewhere }, 'restore', tar);
  const second = await startServer({ ...settings, DATA_DIR: elsewhere });
  try {
    await looksAround(page, second.url);
    await logsIn(page, second.url);
  } finally {
    await second.stop();
  }
});

/** A visitor finds the site under its name, with the songs of the label and of the version before, and plays one. */
async function looksAround(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await expect(page).toHaveTitle(/Pier Records/);
  await page.goto(`${url}/?section=new`);
  await expect(page.getByRole('article', { name: 'Tide 30' })).toBeVisible();
  const play = page.getByRole('button', { name: 'Play Tide 30' });
  await play.focus();
  await play.press('Enter');
  await expectPlaying(page);
  await page.goto(`${url}/?q=glass+harbor`);
  await expect(page.getByText('Glass Harbor').first()).toBeVisible();
}

/** The admin logs in with the password that the command line took. */
async function logsIn(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/login`);
  await page.getByLabel('Email').fill(EMAIL);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: 'Create', exact: true }).first()).toBeVisible();
}

/** A song whose tags name an artist and a title. */
function taggedSong(n: number): Buffer {
  const sound = wav(2, { sampleRate: 8000, channels: 1, hz: 200 + 10 * n });
  const text = (id: string, value: string) => {
    const bytes = Buffer.from(`${value}\0`.padEnd(value.length + 1 + ((value.length + 1) % 2), '\0'));
    const head = Buffer.from(`${id}\0\0\0\0`, 'latin1');
    head.writeUInt32LE(bytes.length, 4);
    return Buffer.concat([head, bytes]);
  };
  const info = Buffer.concat([
    Buffer.from('INFO'),
    text('INAM', `Tide ${n}`),
    text('IART', 'The Pier Ensemble'),
  ]);
  const head = Buffer.from('LIST\0\0\0\0', 'latin1');
  head.writeUInt32LE(info.length, 4);
  const file = Buffer.concat([sound, head, info]);
  file.writeUInt32LE(file.length - 8, 4);
  return file;
}

/** Runs the command line of the build. @returns what it printed. @throws Error with what it complained about. */
function command(settings: Record<string, string>, ...args: string[]): Promise<string> {
  const script = path.join(import.meta.dirname, '../../server/dist/cli.js');
  return new Promise((resolve, reject) => {
    const child = execFile(
      process.execPath,
      [script, ...args],
      { env: { ...process.env, ...settings } },
      (error, out, complaint) => (error ? reject(new Error(complaint || error.message)) : resolve(out)),
    );
    child.stdin!.end(`${PASSWORD}\n`);
  });
}
