import path from 'node:path';
import { takeTurns } from './lib/load.ts';
import { freePort, nginx } from './lib/nginx.ts';
import { ovation, temporaryFolder } from './lib/programs.ts';
import { compared, type Line } from './lib/table.ts';

const calls: [what: string, call: string, aim: number][] = [
  ['Explore', '/explore', 3],
  ['a search', '/search?q=amber', 3],
  ['the page of Explore', '/', 1.5],
];

/** Measures what visitors see of 100,000 tracks: through nginx as a cache, and from the server alone. */
export async function cache(catalogue: string): Promise<Line[]> {
  const PORT = String(await freePort());
  const origin = await ovation(catalogue, '', { PORT, PUBLIC_URL: `http://127.0.0.1:${PORT}` });
  const cached = await nginx(
    `location / {
       proxy_pass ${origin.url}; proxy_cache all; proxy_cache_use_stale updating; proxy_cache_background_update on;
     }`,
    `proxy_cache_path ${path.join(temporaryFolder(), 'kept')} keys_zone=all:10m;`,
  );
  if (!cached)
    throw new Error(
      'This compares with nginx, which is not installed (Debian: apt-get install nginx-light).',
    );
  const lines: Line[] = [];
  for (const [what, call, aim] of calls) {
    const sides = [cached, origin].map(({ url, pid }) => ({ url: url + call, pid }));
    lines.push(compared(`${what}, kept by nginx`, await takeTurns(sides), 'without', aim));
  }
  await cached.stop();
  await origin.stop();
  return lines;
}
