import { existsSync, readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { isPublic } from '../../../platform/http/connections/public-addresses.ts';
import { fetchAudio } from './fetch-audio.ts';
import { failureOf, song, startProvider, workFile } from './testing/provider.ts';

const LIMITS = { maxBytes: 100_000, timeout: 2000 };
const own = (url: string) => ({ name: 'The generator', hosts: [], ownOrigin: url });

/** Fetches from the operator's own server, which answers as `respond` says. */
async function fetched(respond: (response: ServerResponse, path: string) => void) {
  const provider = await startProvider((call, response) => respond(response, call.path));
  const file = workFile();
  const outcome = await fetchAudio(own(provider.url), `${provider.url}/song`, file, undefined, LIMITS).then(
    () => undefined,
    (error: unknown) => error,
  );
  return { file, outcome, provider };
}

it.each([
  ['MP3', song],
  ['MP3 with a tag', Buffer.concat([Buffer.from('ID3\x04\0\0\0\0\0\x0a'), Buffer.alloc(10), song])],
  ['WAV', Buffer.from('RIFF\0\0\0\0WAVEfmt ')],
])('copies %s', async (_what, data) => {
  const { file, outcome } = await fetched((response) => response.end(data));
  expect(outcome).toBeUndefined();
  expect(readFileSync(file)).toEqual(data);
});

it.each<[string, (response: ServerResponse) => void, string, string]>([
  [
    'a web page',
    (r) => r.end('\n<!DOCTYPE html><title>Sorry</title>'),
    'failed',
    'a web page instead of a song',
  ],
  ['JSON', (r) => r.end('{"error":"gone"}'), 'failed', 'something that is not audio instead of a song'],
  ['a zip archive', (r) => r.end('PK\x03\x04'), 'failed', 'something that is not audio instead of a song'],
  ['nothing', (r) => r.end(), 'failed', 'something that is not audio instead of a song'],
  [
    'a gzip bomb',
    (r) => r.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(1_000_000))),
    'failed',
    'compressed again',
  ],
  ['10 GB', (r) => r.writeHead(200, { 'content-length': 1e10 }).write(song), 'failed', 'more than 0.1 MB'],
  ['without end', (r) => void setInterval(() => r.write(song), 1).unref(), 'failed', 'more than 0.1 MB'],
  ['nothing for too long', (r) => r.writeHead(200).write(song), 'transient', 'broke off'],
  ['no answer', (r) => void r.destroy(), 'transient', 'broke before it answered'],
  [
    'half of it',
    (r) => r.writeHead(200, { 'content-length': 9000 }).write(song, () => r.destroy()),
    'transient',
    'broke off',
  ],
  ['404, an hour later', (r) => r.writeHead(404).end(), 'failed', 'deleted the song before it was copied'],
  ['500', (r) => r.writeHead(500).end(), 'transient', 'answered 500 when asked for the song'],
  ['403', (r) => r.writeHead(403).end(), 'failed', 'answered 403 when asked for the song'],
  [
    'a redirect in circles',
    (r) => r.writeHead(302, { location: '/song' }).end(),
    'failed',
    'redirects in circles',
  ],
  ...[
    'http://127.0.0.1:1/',
    'http://169.254.169.254/latest/meta-data',
    'https://10.0.0.1/',
    'https://elsewhere.example/',
    'file:///etc/passwd',
  ].map((location): [string, (response: ServerResponse) => void, string, string] => [
    `a redirect to ${location}`,
    (r) => r.writeHead(302, { location }).end(),
    'failed',
    'an address that is not allowed',
  ]),
])('%s fails with a sentence, and leaves no file', async (_what, respond, kind, sentence) => {
  const { file, outcome } = await fetched(respond);
  expect(outcome).toMatchObject({ kind, message: expect.stringContaining(sentence) });
  expect(existsSync(file)).toBe(false);
});

it('follows redirects that stay with the generator', async () => {
  const { outcome } = await fetched((response, path) =>
    path === '/song' ? response.writeHead(302, { location: '/there' }).end() : response.end(song),
  );
  expect(outcome).toBeUndefined();
});

it('ends when the take is cancelled', async () => {
  const provider = await startProvider((_call, response) => void response.writeHead(200).write(song));
  const abort = new AbortController();
  const file = workFile();
  const outcome = failureOf(fetchAudio(own(provider.url), `${provider.url}/song`, file, abort.signal));
  await expect.poll(() => provider.calls.length).toBe(1);
  abort.abort(new Error('cancelled'));
  expect(await outcome).toEqual(new Error('cancelled'));
  expect(existsSync(file)).toBe(false);
});

it.each([
  'http://replicate.delivery/a.mp3',
  'https://replicate.delivery:8443/a.mp3',
  'https://replicate.delivery.evil.example/a.mp3',
  'https://evilreplicate.delivery/a.mp3',
  'https://replicate.delivery@evil.example/a.mp3',
  'https://93.184.216.34/a.mp3',
  'not an address',
])('%s is not one of the hosts', async (url) => {
  const source = { name: 'Replicate', hosts: ['replicate.delivery', '.replicate.delivery'] };
  expect(await failureOf(fetchAudio(source, url, workFile()))).toMatchObject({
    kind: 'failed',
    message: 'Replicate offers the song at an address that is not allowed.',
  });
});

it('does not connect to a listed host that resolves to a private address', async () => {
  const source = { name: 'The generator', hosts: ['localhost'] };
  expect(await failureOf(fetchAudio(source, 'https://localhost/a.mp3', workFile()))).toMatchObject({
    kind: 'transient',
    message: 'The generator cannot be reached (localhost leads to a private address).',
  });
});

it.each([
  ['1.1.1.1', true],
  ['172.32.0.1', true],
  ['2606:4700::1111', true],
  ['10.1.2.3', false],
  ['100.64.0.1', false],
  ['127.0.0.1', false],
  ['169.254.169.254', false],
  ['172.31.255.255', false],
  ['192.168.1.1', false],
  ['255.255.255.255', false],
  ['::1', false],
  ['::ffff:10.0.0.1', false],
  ['64:ff9b::a00:1', false],
  ['2002:7f00:1::', false],
  ['fd00::1', false],
  ['fe80::1', false],
  ['localhost', false],
])('%s is public: %s', (address, verdict) => expect(isPublic(address)).toBe(verdict));
