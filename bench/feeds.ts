import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { takeTurns } from './load.ts';
import { bare, ovation } from './programs.ts';
import { compared, type Line } from './table.ts';

const FEED = '/feeds/new.xml';

/** A feed of 100 tracks of 100,000, compared with a minimal handler with the same query and the same text. */
export async function feeds(folder: string): Promise<Line[]> {
  const ours = await ovation(folder);
  await writeFiles(folder, ours.url);
  const theirs = await bare('data', folder);
  const sides = [ours, theirs].map(({ url, pid }) => ({ url: url + FEED, pid }));
  await mustAgree(sides.map(({ url }) => url));
  await mustKnow(ours.url + FEED);
  const line = compared('feed of 100, of 100,000', await takeTurns(sides), 'node:http + node:sqlite', 0.7);
  await ours.stop();
  await theirs.stop();
  return [line];
}

/** The catalogue has no files; a feed names their true lengths. */
async function writeFiles(folder: string, url: string): Promise<void> {
  const tracks: { audio_url: string }[] = await (await fetch(`${url}/track?sort=newest&limit=100`)).json();
  await mkdir(path.join(folder, 'media'), { recursive: true });
  for (const { audio_url } of tracks)
    await writeFile(path.join(folder, new URL(audio_url).pathname), Buffer.alloc(1000));
}

/** @throws Error if the feeds differ in more than their origins. */
async function mustAgree(urls: string[]): Promise<void> {
  const [we, they] = await Promise.all(
    urls.map(async (url) => (await (await fetch(url)).text()).replaceAll(new URL(url).origin, '')),
  );
  if (!we!.includes('<enclosure') || we !== they)
    throw new Error(`The feeds differ:\n${we!.slice(0, 1500)}\n${they!.slice(0, 1500)}`);
}

/** @throws Error unless a reader that has the feed gets 304. */
async function mustKnow(url: string): Promise<void> {
  const etag = (await fetch(url)).headers.get('etag')!;
  const { status } = await fetch(url, { headers: { 'if-none-match': etag } });
  if (status !== 304) throw new Error(`${url} answers ${status} to its own ETag.`);
}
