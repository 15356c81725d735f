import { readFileSync } from 'node:fs';
import path from 'node:path';
import { environment } from 'server/config.ts';
import { expect, it } from 'vitest';

const read = (name: string) => readFileSync(path.join(import.meta.dirname, '..', name), 'utf8');
/** The server's settings, and those of the C library. */
const settings = new Set([...Object.keys(environment.shape), 'MALLOC_ARENA_MAX']);

it('the image runs without rights, says whether it is healthy, and has no build tools', () => {
  const lines = read('Dockerfile')
    .replace(/\\\n\s*/g, '')
    .split('\n');
  const bases = lines.filter((line) => line.startsWith('FROM '));
  expect(bases).toHaveLength(2);
  for (const base of bases) expect(base).toMatch(/^FROM [\w/]+:\d[\w.-]+( AS build)?$/);
  const final = lines.slice(lines.indexOf(bases[1]!));
  expect(final.filter((line) => line.startsWith('USER '))).toEqual(['USER node']);
  expect(final.join('\n')).toMatch(/^HEALTHCHECK .*\/healthz/m);
  // In the form of a list, so that signals reach the server and not a shell.
  expect(final.at(-2)).toMatch(/^CMD \["node"/);
  expect(final.join('\n')).not.toMatch(/COPY \. |npm (ci|install)|\bADD /);
  for (const line of final.filter((one) => one.includes('apt-get install')))
    expect(line).toMatch(/--no-install-recommends.*rm -rf \/var\/lib\/apt\/lists/);
  const start = JSON.parse(read('package.json')).scripts.start as string;
  expect(JSON.parse(final.at(-2)!.slice('CMD '.length)).join(' ')).toBe(start);
});

it.each(['compose.yaml', 'compose.small.yaml', 'Dockerfile', 'deploy/ovation.service'])(
  '%s names only settings that exist',
  (file) => {
    const text = read(file).replace(/#.*$/gm, '');
    const block = file.startsWith('compose')
      ? /environment:[^\n]*\n((?: +[A-Z].*\n)+)/.exec(text)![1]!
      : text;
    const names = file.startsWith('compose')
      ? [...block.matchAll(/^ +(\w+):/gm)]
      : [...block.matchAll(/\b([A-Z][A-Z_]+)=/g)];
    expect(names.length).toBeGreaterThan(1);
    expect(names.map(([, name]) => name!).filter((name) => !settings.has(name))).toEqual([]);
  },
);

it.each(['compose.yaml', 'compose.small.yaml'])('every setting of .env reaches the servers of %s', (file) => {
  const text = read(file);
  expect(text).toMatch(/env_file:\n +- path: \.env\n +required: false\n/);
  // A value that is empty unless a variable is set would hide the one of .env.
  const servers = text.slice(0, text.indexOf('\n  caddy:'));
  expect(servers.match(/^ {4,6}(?!ACE|AWS)\w+: \$\{\w+:-\}/gm)).toBeNull();
  const version = JSON.parse(read('package.json')).version as string;
  expect(text).toContain(`/ovation:\${OVATION_VERSION:-${version}}`);
});

it('what a stop takes fits into the time that compose and systemd give it', () => {
  const seconds = (text: string, pattern: RegExp) => Number(pattern.exec(text)![1]);
  const compose = read('compose.yaml');
  const delay = seconds(compose, /STOP_DELAY: "(\d+)"/);
  expect(seconds(compose, /stop_grace_period: (\d+)s/)).toBeGreaterThanOrEqual(delay + 15);
  // Caddy has seen that a server is not ready before it stops accepting calls.
  expect(delay).toBeGreaterThan(seconds(read('deploy/Caddyfile'), /health_interval (\d+)s/));
});
