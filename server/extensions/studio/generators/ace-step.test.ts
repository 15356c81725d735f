import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { aceStep } from './ace-step.ts';
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

const signal = new AbortController().signal;

async function open(respond: Respond) {
  const provider = await startProvider(respond);
  const settings = { url: provider.url, key: 'ace-key', model: undefined, cents: 0, rights: 'Free.' };
  return { provider, generator: aceStep(settings) };
}

const envelope = (data: unknown, code = 200, error: unknown = null) => ({
  data,
  code,
  error,
  timestamp: 1,
  extra: null,
});
const result = (task_id: string, status: number, items: unknown) =>
  envelope([{ task_id, status, result: JSON.stringify(items), progress_text: "another user's song" }]);

it('orders one song with the seed it was given, and no name', async () => {
  const { provider, generator } = await open((_call, response) =>
    json(response, 200, envelope({ task_id: 'task-1', status: 'queued', queue_position: 1 })),
  );
  expect(await generator.submit(spec, 'take-1', submission())).toEqual({ providerId: 'task-1' });
  const [call] = provider.calls;
  expect(call).toMatchObject({
    method: 'POST',
    path: '/release_task',
    headers: { authorization: 'Bearer ace-key' },
  });
  expect(call!.json).toEqual({
    task_type: 'text2music',
    prompt: 'Synthwave. A night drive along the coast, 104 bpm, A minor',
    lyrics: '[instrumental]',
    bpm: 104,
    key_scale: 'A minor',
    audio_duration: 90,
    audio_format: 'mp3',
    seed: 1234,
    use_random_seed: false,
    batch_size: 1,
    use_cot_caption: false,
    use_cot_language: false,
  });
});

it('sings the words of a request without their times, unless an instrumental is asked for', async () => {
  const { provider, generator } = await open((_call, response) =>
    json(response, 200, envelope({ task_id: 'task-1' })),
  );
  const lyrics = '[Verse]\n[00:12.40]Night <00:13.10>train\n[00:14.00]Take me home';
  await generator.submit({ ...spec, lyrics }, 'take-1', submission());
  expect(provider.calls[0]!.json).toMatchObject({ lyrics: '[Verse]\nNight train\nTake me home' });
  await generator.submit({ ...spec, prompt: 'Instrumental', lyrics }, 'take-2', submission());
  expect(provider.calls[1]!.json).toMatchObject({ lyrics: '[instrumental]' });
});

it.each([
  [
    429,
    { detail: 'Server is busy: queue is full' },
    'busy',
    'ACE-Step is busy: Server is busy: queue is full.',
  ],
  [503, { detail: 'No API key is set' }, 'busy', 'ACE-Step is busy: No API key is set.'],
  [401, { detail: 'Invalid API key' }, 'invalid', 'ACE-Step refuses the key: Invalid API key.'],
  [400, { detail: 'bpm out of range' }, 'invalid', 'ACE-Step answered 400: bpm out of range.'],
  [500, { detail: 'boom' }, 'lost', 'ACE-Step answered 500: boom.'],
  [200, envelope(null, 500, 'model not loaded'), 'invalid', 'ACE-Step answered 500: model not loaded.'],
  [
    200,
    envelope({ status: 'queued' }),
    'lost',
    'ACE-Step accepted the order without saying under which number.',
  ],
  [200, '<html>', 'lost', 'ACE-Step answered something unexpected.'],
])('an order answered with %i %j is %s', async (status, body, kind, message) => {
  const { generator } = await open((_call, response) => json(response, status, body));
  expect(await failureOf(generator.submit(spec, 'take', submission()))).toMatchObject({ kind, message });
});

it('an order is not repeated when the connection breaks, because it may have arrived', async () => {
  const { provider, generator } = await open((_call, response) => void response.destroy());
  expect(await failureOf(generator.submit(spec, 'take', submission()))).toMatchObject({ kind: 'lost' });
  expect(provider.calls).toHaveLength(1);
});

it('an order to a server that is not there can be repeated', async () => {
  const generator = aceStep({ url: 'http://127.0.0.1:9', key: 'k', model: undefined, cents: 0, rights: '' });
  expect(await failureOf(generator.submit(spec, 'take', submission()))).toMatchObject({
    kind: 'transient',
    message: 'ACE-Step cannot be reached (ECONNREFUSED).',
  });
});

it.each([
  ['queued', result('t', 0, [{ status: 0, progress: 0 }]), { state: 'queued' }],
  [
    'running',
    result('t', 0, [{ status: 0, progress: 0.4, stage: 'dit' }]),
    { state: 'running', progress: 0.4 },
  ],
  ['forgotten after a restart', result('t', 0, []), { state: 'unknown' }],
  ['missing from the answer', envelope([]), { state: 'unknown' }],
  ["another task's", result('other', 1, [{ file: '/v1/audio?path=x' }]), { state: 'unknown' }],
  [
    'failed',
    result('t', 2, [{ error: 'CUDA out of memory' }]),
    {
      state: 'failed',
      error: { kind: 'failed', message: 'ACE-Step could not make the song: CUDA out of memory.' },
    },
  ],
  [
    'done without a file',
    result('t', 1, [{ file: '' }]),
    { state: 'failed', error: { kind: 'failed', message: 'ACE-Step finished without a song.' } },
  ],
])('a task that is %s', async (_what, body, poll) => {
  const { generator } = await open((_call, response) => json(response, 200, body));
  expect(await generator.poll('t', signal)).toEqual(poll);
});

it('delivers the song with its facts, and fetches it with the key from that server only', async () => {
  const item = {
    file: '/v1/audio?path=%2Ftmp%2Fa.mp3',
    seed_value: '1234,99',
    prompt: 'Synthwave, rewritten',
    dit_model: 'acestep-v15-turbo',
    metas: { lyrics: '[Instrumental]' },
  };
  const { provider, generator } = await open((call, response) =>
    call.path === '/query_result' ? json(response, 200, result('t', 1, [item])) : response.end(song),
  );
  const poll = await generator.poll('t', signal);
  const audioUrl = `${provider.url}/v1/audio?path=%2Ftmp%2Fa.mp3`;
  expect(poll).toEqual({
    state: 'succeeded',
    audioUrl,
    facts: {
      model: 'ACE-Step 1.5',
      version: 'acestep-v15-turbo',
      seed: 1234,
      reproducible: false,
      prompt: 'Synthwave, rewritten',
      rights: 'Free.',
      source_type: 'trainedAlgorithmicMedia',
      closeness: null,
      account: null,
      bpm: null,
      musical_key: null,
    },
  });
  const target = workFile();
  await generator.fetch(audioUrl, target, signal);
  expect(readFileSync(target)).toEqual(song);
  expect(provider.calls.at(-1)!.headers.authorization).toBe('Bearer ace-key');
  expect(await failureOf(generator.fetch('http://127.0.0.1:1/v1/audio', target, signal))).toMatchObject({
    message: 'ACE-Step offers the song at an address that is not allowed.',
  });
});

it.each<[string, Respond]>([
  ['breaks the connection', (_call, response) => void response.destroy()],
  ['fails', (_call, response) => json(response, 500, {})],
  ['sends a web page', (_call, response) => response.end('<html>')],
  ['refuses the key', (_call, response) => json(response, 401, { detail: 'Invalid API key' })],
])('a poll that the server %s is only repeated later', async (_what, respond) => {
  const { generator } = await open(respond);
  expect(await failureOf(generator.poll('t', signal))).toMatchObject({ kind: 'transient' });
});

it('says whether it can be used', async () => {
  const { provider, generator } = await open((_call, response) =>
    json(response, 200, envelope({ models: [] })),
  );
  expect(await generator.check(signal)).toEqual({ reachable: true, message: 'ACE-Step is reachable.' });
  expect(provider.calls[0]).toMatchObject({
    path: '/v1/models',
    headers: { authorization: 'Bearer ace-key' },
  });
  provider.respond = (_call, response) => json(response, 401, { detail: 'Invalid API key' });
  expect(await generator.check(signal)).toEqual({
    reachable: false,
    message: 'ACE-Step refuses the key: Invalid API key.',
  });
});
