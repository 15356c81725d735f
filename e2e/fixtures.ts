import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { test as base } from '@playwright/test';
import type { Explore, Track } from 'contract/tracks.ts';

/** A server of its own that a file of journeys runs against. */
export interface RunningServer {
  url: string;
  dataDir: string;
  /** The process, for journeys that pause, kill or restart it. */
  pid: number;
}

interface Options {
  /** Settings of the server beside PORT and DATA_DIR: `test.use({ settings: { DEMO: '0' } })`, at the top of a file. */
  settings: Record<string, string>;
}

/** Playwright's `test`, where `page.goto('/')` opens a real server with an empty data folder. */
export const test = base.extend<object, Options & { server: RunningServer; tracks: Track[] }>({
  settings: [{}, { scope: 'worker', option: true }],
  server: [
    async ({ settings }, use) => {
      const dataDir = await mkdtemp(path.join(tmpdir(), 'ovation-e2e-'));
      const { url, pid, stop } = await startServer({ ...settings, DATA_DIR: dataDir });
      await use({ url, pid, dataDir });
      await stop();
      await rm(dataDir, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  /** The demo's tracks, most popular first: there are none missing any more, so that no page moves later. */
  tracks: [async ({ server }, use) => use(await recorded(server.url)), { scope: 'worker', timeout: 600_000 }],
  baseURL: async ({ server }, use) => use(server.url),
});

export { expect } from '@playwright/test';

/** Waits until the house band has recorded its whole catalogue. */
export async function recorded(url: string): Promise<Track[]> {
  for (;;) {
    const explore: Explore = await (await fetch(`${url}/explore`)).json();
    if (explore.mostPopular.length > 0 && !explore.recording)
      return await (await fetch(`${url}/track`)).json();
    await sleep(500);
  }
}

/** Starts `server/main.ts` on a free port and waits until it prints its address. */
export async function startServer(settings: Record<string, string>) {
  const main = path.join(import.meta.dirname, '../server/main.ts');
  const child = spawn(process.execPath, [main], {
    env: { ...process.env, NODE_ENV: 'development', PORT: '0', ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const [, address] = /^Ovation is open at (\S+)/.exec(line) ?? [];
      if (address) resolve(address);
    });
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`The server ended with ${code} before it was open.`)));
  });
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
    const late = setTimeout(() => child.kill('SIGKILL'), 15_000);
    await ended;
    clearTimeout(late);
  };
  return { url, pid: child.pid!, stop };
}
