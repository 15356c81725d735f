import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test as base } from '@playwright/test';
import type { Track } from 'contract/features/tracks.ts';
import { recorded, recordedFolder } from './recorded.ts';
import { startServer } from './start-server.ts';

/** The server that a file of journeys runs against; no other file uses it, so their order does not matter. */
export interface RunningServer {
  url: string;
  dataDir: string;
  /** The process id, for journeys that pause, kill or restart the server. */
  pid: number;
}

interface Options {
  /** Settings besides PORT and DATA_DIR: `test.use({ settings: { DEMO: '0' } })` at the top of a file. */
  settings: Record<string, string>;
  /** Starts the server of a file of journeys, and stops the one of the file before. */
  serverOf: (file: string) => Promise<RunningServer>;
}

/** Playwright's `test` with a real server, which `page.goto('/')` opens. */
export const test = base.extend<{ server: RunningServer; tracks: Track[] }, Options>({
  settings: [{}, { scope: 'worker', option: true }],
  serverOf: [
    async ({ settings }, use) => {
      let current = { file: '', server: { url: '', dataDir: '', pid: 0 }, end: async () => {} };
      await use(async (file) => {
        if (file !== current.file) {
          await current.end();
          const dataDir = await mkdtemp(path.join(tmpdir(), 'ovation-e2e-'));
          if (settings.DEMO !== '0') await cp(recordedFolder, dataDir, { recursive: true });
          const { url, pid, stop } = await startServer({ ...settings, DATA_DIR: dataDir });
          const end = async () => {
            await stop();
            await rm(dataDir, { recursive: true, force: true });
          };
          current = { file, server: { url, dataDir, pid }, end };
        }
        return current.server;
      });
      await current.end();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  server: async ({ serverOf }, use, { file }) => use(await serverOf(file)),
  /** The demo's tracks, most popular first. */
  tracks: async ({ server }, use) => use(await recorded(server.url)),
  baseURL: async ({ server }, use) => use(server.url),
});

export { expect } from '@playwright/test';
