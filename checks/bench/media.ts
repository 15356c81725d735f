import { createHash, randomBytes } from 'node:crypto';
import path from 'node:path';
import { openMediaFolder } from '../../server/platform/media/store.ts';
import { downloadOften } from './lib/download.ts';
import { takeTurns } from './lib/load.ts';
import { nginx } from './lib/nginx.ts';
import { bare, ovation, temporaryFolder } from './lib/programs.ts';
import { compared, type Line } from './lib/table.ts';

const FILE = 5 * 1024 * 1024;

const calls: [what: string, range: string | undefined, aim: number][] = [
  ['256 KB range of a 5 MB file', `bytes=1048576-${1048576 + 262143}`, 0.7],
  ['full 5 MB file', undefined, 0.8],
];

/** Media downloads, compared with one nginx process, or with a bare `fs.read` loop without nginx. */
export async function media(): Promise<Line[]> {
  const folder = temporaryFolder();
  const store = await openMediaFolder(path.join(folder, 'media'));
  const mediaPath = await store.put(randomBytes(FILE), 'mp3');
  const ours = await ovation(folder);
  const files = await nginx(`root ${folder};`, `sendfile on; tcp_nopush on; default_type audio/mpeg;`);
  const name = files ? 'nginx' : 'bare fs.read loop';
  const theirs = files ?? (await bare('files', path.join(folder, 'media')));
  const [we, they] = [ours.url + mediaPath, theirs.url + mediaPath];
  for (const range of [undefined, ...(name === 'nginx' ? ranges() : [calls[0]![1]])])
    if ((await answer(we, range)) !== (await answer(they, range)))
      throw new Error(`${name} answers ${range ?? 'a call without a range'} differently.`);
  const lines: Line[] = [];
  for (const [what, range, aim] of calls) {
    const headers: Record<string, string> = range ? { range } : {};
    const sides = [ours, theirs].map(({ url, pid }) => ({ url: url + mediaPath, headers, pid }));
    lines.push(compared(what, await takeTurns(sides, downloadOften), name, aim));
  }
  await ours.stop();
  await theirs.stop();
  return lines;
}

/** Random ranges, open ones, one from the end, one that ends and one that begins beyond the file. */
function ranges(): string[] {
  const random = () => Math.floor(Math.random() * FILE);
  const pairs = Array.from({ length: 50 }, () => [random(), random()].sort((a, b) => a - b));
  return [
    ...pairs.map(([from, to]) => `bytes=${from}-${to}`),
    ...['bytes=0-0', `bytes=${random()}-`, `bytes=-${1 + random()}`, `bytes=9-${FILE * 2}`, `bytes=${FILE}-`],
  ];
}

async function answer(url: string, range: string | undefined): Promise<string> {
  const response = await fetch(url, { headers: range ? { range } : {} });
  const body = Buffer.from(await response.arrayBuffer());
  // The words about a range that cannot be had are each server's own.
  const digest = response.ok ? createHash('sha256').update(body).digest('hex') : '';
  return [response.status, response.headers.get('content-range'), digest].join(' ');
}
