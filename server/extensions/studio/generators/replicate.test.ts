import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { replicate, verifyReplicateWebhook } from './replicate.ts';
import {
  failureOf,
  json,
  type Respond,
  song,
  spec,
  startProvider,
  submission,
  workFile,
} from './testing/provider.ts';

const { signal } = new AbortController();
const SECRET = `whsec_${Buffer.from('the signing key').toString('base64')}`;
const VERSION = '0123456789abcdef'.repeat(4);

async function open(respond: Respond, changes: Partial<Parameters<typeof replicate>[0]> = {}) {
  const provider = await startProvider(respond);
  const settings = {
    url: provider.url,
    key: 'r8-key',
    model: 'minimax/music-1.5',
    fields: { prompt: '$prompt', duration: '$seconds', seed: '$seed', bitrate: 256_000 },
    cents: 15,
    maxSeconds: 60,
    maxPrompt: 40,
    webhookSecret: SECRET,
    rights: 'As licensed.',
    ...changes,
  };
  return { provider, generator: replicate(settings, 'https://ovation.example/hook') };
}

it('maps the order onto the fields of the model', async () => {
  const { provider, generator } = await open((_call, response) =>
    json(response, 201, { id: 'p1', status: 'starting' }),
  );
  expect(await generator.submit(spec, 'take-1', submission())).toEqual({ providerId: 'p1' });
  expect(provider.calls[0]).toMatchObject({
    method: 'POST',
    path: '/v1/models/minimax/music-1.5/predictions',
    headers: { authorization: 'Bearer r8-key' },
    json: {
      input: {
        prompt: 'Synthwave. A night drive along the',
        duration: 60,
        seed: 1234,
        bitrate: 256_000,
      },
      webhook: 'https://ovation.example/hook',
      webhook_events_filter: ['completed'],
    },
  });
});

it('fills the fields that the model has for words, tags, tempo and key, and leaves out what nobody asked for', async () => {
  const { provider, generator } = await open((_call, response) => json(response, 201, { id: 'p1' }), {
    fields: {
      prompt: '$prompt',
      lyrics: '$lyrics',
      tags: '$tags',
      negative_prompt: '$negative',
      bpm: '$tempo',
      key: '$key',
      instrumental: '$instrumental',
    },
    maxPrompt: 300,
  });
  expect(generator.capabilities.lyrics).toBe(true);
  const wanted = { ...spec, prompt: 'Slow, 70 bpm, no drums', lyrics: '[00:01.00]Night train' };
  await generator.submit(wanted, 'take', submission());
  expect(provider.calls[0]!.json).toMatchObject({
    input: { lyrics: 'Night train', tags: 'slow', negative_prompt: 'drums', bpm: 70 },
  });
  const { input } = provider.calls[0]!.json as { input: object };
  expect(Object.keys(input)).toEqual(['prompt', 'lyrics', 'tags', 'negative_prompt', 'bpm']);
});

it('orders a pinned version', async () => {
  const model = `minimax/music-1.5:${VERSION}`;
  const { provider, generator } = await open((_call, response) => json(response, 201, { id: 'p1' }), {
    model,
    webhookSecret: undefined,
  });
  await generator.submit(spec, 'take', submission());
  expect(provider.calls[0]).toMatchObject({ path: '/v1/predictions', json: { version: VERSION } });
  expect(provider.calls[0]!.json).not.toHaveProperty('webhook');
  expect(generator.verifyWebhook).toBeUndefined();
  expect(generator.verifyWebhook).toBeUndefined();
});

it.each([
  [
    402,
    { detail: 'Insufficient credit' },
    'quota',
    'The account at Replicate is used up: Insufficient credit.',
  ],
  [401, { detail: 'Unauthenticated' }, 'invalid', 'Replicate refuses the key: Unauthenticated.'],
  [
    422,
    { detail: 'input: prompt is too long' },
    'invalid',
    'Replicate answered 422: input: prompt is too long.',
  ],
  [429, { detail: 'Throttled' }, 'busy', 'Replicate is busy: Throttled.'],
  [502, {}, 'lost', 'Replicate answered 502.'],
  [201, { status: 'starting' }, 'lost', 'Replicate accepted the order without saying under which number.'],
  [201, { id: '../account' }, 'lost', 'Replicate accepted the order without saying under which number.'],
])('an order answered with %i %j is %s', async (status, body, kind, message) => {
  const { provider, generator } = await open((_call, response) => json(response, status, body));
  expect(await failureOf(generator.submit(spec, 'take', submission()))).toMatchObject({ kind, message });
  expect(provider.calls).toHaveLength(1);
});

const failed = (message: string) => ({ state: 'failed', error: { kind: 'failed', message } });

it.each([
  [{ status: 'starting' }, { state: 'queued' }],
  [{ status: 'processing' }, { state: 'running' }],
  [{ status: 'failed', error: 'NSFW' }, failed('Replicate could not make the song: NSFW.')],
  [{ status: 'canceled' }, failed('The order at Replicate was canceled.')],
  [{ status: 'aborted' }, failed('The order at Replicate was canceled.')],
  [{ status: 'succeeded', output: null }, failed('Replicate deleted the song before it was copied.')],
])('a prediction %j', async (body, poll) => {
  const { generator } = await open((_call, response) => json(response, 200, { id: 'p1', ...body }));
  expect(await generator.poll('p1', signal)).toEqual(poll);
});

it.each<[string, Respond]>([
  ['breaks the connection', (_call, response) => void response.destroy()],
  ['fails', (_call, response) => json(response, 502, {})],
  ['sends something else', (_call, response) => json(response, 200, { status: 'dreaming' })],
])('a poll that Replicate %s is only repeated later', async (_what, respond) => {
  const { generator } = await open(respond);
  expect(await failureOf(generator.poll('p1', signal))).toMatchObject({ kind: 'transient' });
});

it('a prediction that is forgotten', async () => {
  const { generator } = await open((_call, response) => json(response, 404, { detail: 'Not found' }));
  expect(await generator.poll('p1', signal)).toEqual({ state: 'unknown' });
});

it.each([
  ['an address', (url: string) => url],
  ['a list', (url: string) => [url]],
  ['an object', (url: string) => ({ midi: null, audio: url })],
])('delivers the song of a model whose output is %s', async (_what, output) => {
  const { provider, generator } = await open((call, response) =>
    call.path === '/song.mp3'
      ? response.end(song)
      : json(response, 200, {
          status: 'succeeded',
          version: VERSION,
          input: { prompt: 'Synthwave', seed: 1234, lyrics: '[Verse]\r\nNight drive' },
          output: output(`${provider.url}/song.mp3`),
        }),
  );
  const poll = await generator.poll('p1', signal);
  expect(poll).toMatchObject({
    state: 'succeeded',
    facts: {
      model: 'minimax/music-1.5',
      version: '0123456789ab',
      seed: 1234,
      prompt: 'Synthwave',
      source_type: 'trainedAlgorithmicMedia',
      lyrics: '[Verse]\nNight drive',
    },
  });
  const target = workFile();
  if (poll.state === 'succeeded') await generator.fetch(poll.audioUrl, target, signal);
  expect(readFileSync(target)).toEqual(song);
  // The key stays with the API.
  expect(provider.calls.at(-1)!.headers.authorization).toBeUndefined();
});

it('cancels, also what is over', async () => {
  const { provider, generator } = await open((_call, response) =>
    json(response, 200, { status: 'canceled' }),
  );
  await generator.cancel!('p1', signal);
  expect(provider.calls[0]).toMatchObject({ method: 'POST', path: '/v1/predictions/p1/cancel' });
  provider.respond = (_call, response) => json(response, 404, {});
  await generator.cancel!('p1', signal);
});

const NOW = 1_790_000_000_000;
const BODY = Buffer.from('{"id":"p1","status":"succeeded"}');
const verify = verifyReplicateWebhook(SECRET, () => NOW);

function signed(body: Buffer, { sentAt = NOW / 1000, key = 'the signing key' } = {}) {
  const signature = createHmac('sha256', key).update(`msg_1.${sentAt}.`).update(body).digest('base64');
  return {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(sentAt),
    'webhook-signature': `v1,${signature}`,
  };
}

it('knows a genuine message, every time it comes', () => {
  expect(verify(signed(BODY), BODY)).toBe('p1');
  expect(verify(signed(BODY), BODY)).toBe('p1');
  const { 'webhook-signature': signature } = signed(BODY);
  expect(verify({ ...signed(BODY), 'webhook-signature': `v1,b2xk ${signature}` }, BODY)).toBe('p1');
});

it.each([
  ['without headers', {}, BODY],
  ['with another body', signed(BODY), Buffer.from('{"id":"p2"}')],
  ['signed with another key', signed(BODY, { key: 'guess' }), BODY],
  ['that is too old', signed(BODY, { sentAt: NOW / 1000 - 301 }), BODY],
  ['from the future', signed(BODY, { sentAt: NOW / 1000 + 301 }), BODY],
  ['with an empty signature', { ...signed(BODY), 'webhook-signature': 'v1,' }, BODY],
  ['with a time that is no number', { ...signed(BODY), 'webhook-timestamp': 'now' }, BODY],
  ['that is not JSON', signed(Buffer.from('x')), Buffer.from('x')],
  ['about nothing', signed(Buffer.from('[]')), Buffer.from('[]')],
])('refuses a message %s', (_what, headers, body) => expect(verify(headers, body)).toBeUndefined());
