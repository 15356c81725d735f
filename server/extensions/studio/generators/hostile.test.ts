import { existsSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { aceStep } from './ace-step.ts';
import { replicate } from './replicate.ts';
import { failureOf, type Respond, song, startProvider, workFile } from './testing/provider.ts';

/** Download of a song by an adapter. */
type Receive = (url: string, target: string, signal: AbortSignal) => Promise<unknown>;

const rights = 'As licensed.';
const fields = { prompt: '$prompt' };
const replicateSettings = {
  key: 'k',
  model: 'a/b',
  fields,
  cents: 1,
  maxSeconds: 60,
  maxPrompt: 300,
  rights,
};

const adapters: [string, Receive][] = [
  [
    'ACE-Step',
    (url, target, signal) =>
      aceStep({ url, key: 'k', model: undefined, cents: 0, rights }).fetch(`${url}/v1/audio`, target, signal),
  ],
  [
    'Replicate',
    (url, target, signal) =>
      replicate({ ...replicateSettings, url, webhookSecret: undefined }).fetch(`${url}/a`, target, signal),
  ],
];

const answers: [string, (response: ServerResponse) => void, RegExp][] = [
  ['a web page', (r) => r.end('<!doctype html><title>Sorry'), /sent a web page instead of a song\.$/],
  ['JSON', (r) => r.end('{"error":"quota"}'), /sent something that is not audio instead of a song\.$/],
  ['nothing', (r) => r.end(), /sent something that is not audio/],
  ['a zip archive', (r) => r.end('PK\x03\x04'), /sent something that is not audio/],
  [
    'a gzip bomb',
    (r) => r.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(5_000_000))),
    /sent something that is not audio|sent the song compressed again/,
  ],
  ['10 GB', (r) => void r.writeHead(200, { 'content-length': 1e10 }).write(song), /sent more than \d+ MB\.$/],
  [
    'half a song',
    (r) => void r.writeHead(200, { 'content-length': 9000 }).write(song, () => r.destroy()),
    /broke off/,
  ],
  [
    'a redirect to a private address',
    (r) => r.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data' }).end(),
    /at an address that is not allowed\.$|answered 302\.$/,
  ],
];

describe.each(adapters)('%s', (name, receive) => {
  it.each(answers)(
    'that sends %s fails with a sentence, at once and without a file',
    async (_what, send, sentence) => {
      const respond: Respond = (_call, response) => send(response);
      const provider = await startProvider(respond);
      const target = workFile();
      const failure = (await failureOf(receive(provider.url, target, new AbortController().signal))) as Error;
      expect(failure.name).toBe('GeneratorError');
      expect(failure.message).toMatch(sentence);
      expect(failure.message).toContain(name);
      expect(existsSync(target)).toBe(false);
      expect(provider.calls).toHaveLength(1);
    },
  );

  it('that hangs is left when the take is cancelled or late', async () => {
    for (const respond of [
      () => {},
      (_call, response) => void response.writeHead(200).write(song),
    ] as Respond[]) {
      const provider = await startProvider(respond);
      const target = workFile();
      const stop = new AbortController();
      const failure = failureOf(receive(provider.url, target, stop.signal));
      await expect.poll(() => provider.calls.length).toBe(1);
      stop.abort(new Error('late'));
      await failure;
      expect(existsSync(target)).toBe(false);
    }
  });
});
