import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Explore, Track } from 'contract/features/tracks.ts';
import { startServer } from './start-server.ts';

const root = path.join(import.meta.dirname, '../../..');

/**
 * A data folder with the complete demo catalogue, which each server starts with a copy of. Recording takes a minute
 * of CPU time, so the folder is cached until the sources change.
 */
export const recordedFolder = path.join(root, 'node_modules/.cache/ovation-journeys', fingerprint());

/** Playwright's global setup: records the catalogue with a first server. */
export default async function record(): Promise<void> {
  if (existsSync(recordedFolder)) return;
  const cache = path.dirname(recordedFolder);
  await rm(cache, { recursive: true, force: true });
  await mkdir(cache, { recursive: true });
  const dataDir = await mkdtemp(path.join(cache, 'being-recorded-'));
  const { url, stop } = await startServer({ DATA_DIR: dataDir });
  await recorded(url);
  // The last of the songs that were requested.
  while (!(await (await fetch(`${url}/explore/asked`)).json()).heard[3]) await sleep(500);
  await stop();
  await rename(dataDir, recordedFolder);
}

/** Waits until the whole demo catalogue is recorded. @returns its tracks, most popular first. */
export async function recorded(url: string): Promise<Track[]> {
  for (;;) {
    const explore: Explore = await (await fetch(`${url}/explore`)).json();
    if (explore.mostPopular.length > 0 && !explore.recording)
      return await (await fetch(`${url}/track`)).json();
    await sleep(500);
  }
}

function fingerprint(): string {
  const hash = createHash('sha256');
  const sources = globSync('{contract,music,server}/**/*.ts', {
    cwd: root,
    exclude: ['**/node_modules/**', '**/*.test.ts'],
  });
  for (const source of sources.sort()) hash.update(source).update(readFileSync(path.join(root, source)));
  return hash.digest('hex').slice(0, 16);
}
