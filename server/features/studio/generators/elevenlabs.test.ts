import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { elevenLabs } from './elevenlabs.ts';
import { failureOf, json, type Respond, song, spec, startProvider, submission } from './testing/provider.ts';

async function open(respond: Respond) {
  const provider = await startProvider(respond);
  const generator = elevenLabs({
    url: provider.url,
    key: 'el-key',
    model: 'music_v2',
    centsPerMinute: 75,
    rights: 'As licensed.',
  });
  return { provider, generator };
}

it('orders a signed song, and writes it', async () => {
  const { provider, generator } = await open((_call, response) => response.end(song));
  const given = submission();
  const prompt = 'Synthwave. A night drive along the coast, 104 bpm, A minor';
  expect(await generator.submit(spec, 'take-1', given)).toEqual({
    facts: {
      model: 'ElevenLabs Music',
      version: 'music_v2',
      seed: null,
      reproducible: false,
      prompt,
      rights: 'As licensed.',
      source_type: 'trainedAlgorithmicMedia',
      closeness: null,
      account: null,
      bpm: null,
      musical_key: null,
    },
  });
  expect(readFileSync(given.target)).toEqual(song);
  expect(provider.calls).toHaveLength(1);
  expect(provider.calls[0]).toMatchObject({
    path: '/v1/music?output_format=mp3_44100_128',
    headers: { 'xi-api-key': 'el-key' },
    json: {
      prompt,
      model_id: 'music_v2',
      music_length_ms: 90_000,
      force_instrumental: false,
      sign_with_c2pa: true,
    },
  });
  // It refuses a seed beside a prompt.
  expect(provider.calls[0]!.json).not.toHaveProperty('seed');
});

it('does not sing when the request asks for an instrumental', async () => {
  const { provider, generator } = await open((_call, response) => response.end(song));
  await generator.submit({ ...spec, prompt: 'An instrumental for the road' }, 'take', submission());
  expect(provider.calls[0]!.json).toMatchObject({ force_instrumental: true });
});

it('sings lyrics as parts of a plan, with what must not be heard, as long as the song', async () => {
  const { provider, generator } = await open((_call, response) => response.end(song));
  const lyrics = '[Verse]\n[00:01.00]Night train\n\n[Chorus]\nTake me home\nTake me home';
  await generator.submit({ ...spec, prompt: 'Slow, no drums', lyrics }, 'take', submission());
  const { composition_plan, ...order } = provider.calls[0]!.json as {
    composition_plan: { chunks: object[] };
  };
  const style = { positive_styles: ['Synthwave. Slow, no drums', 'slow'], negative_styles: ['drums'] };
  expect(composition_plan.chunks).toEqual([
    { text: '[Verse]\nNight train', duration_ms: 36_600, ...style },
    { text: '[Chorus]\nTake me home\nTake me home', duration_ms: 53_400, ...style },
  ]);
  expect(order).toEqual({ model_id: 'music_v2', sign_with_c2pa: true });
});

const badPrompt = {
  detail: {
    status: 'bad_prompt',
    message: 'Your prompt mentions a protected work.',
    data: { prompt_suggestion: 'A retro electronic drive' },
  },
};

it.each([
  [
    400,
    badPrompt,
    'moderated',
    'ElevenLabs Music refuses this prompt: Your prompt mentions a protected work.',
  ],
  [
    400,
    { detail: { status: 'bad_prompt', message: 'Harmful.' } },
    'moderated',
    'ElevenLabs Music refuses this prompt: Harmful.',
  ],
  [
    401,
    { detail: { status: 'quota_exceeded', message: 'You have 3 credits left.' } },
    'quota',
    'The account at ElevenLabs Music is used up: You have 3 credits left.',
  ],
  [
    401,
    { detail: { status: 'invalid_api_key', message: 'Invalid API key' } },
    'invalid',
    'ElevenLabs Music refuses the key: Invalid API key.',
  ],
  [
    422,
    { detail: [{ loc: ['body', 'music_length_ms'], msg: 'too long' }] },
    'invalid',
    'ElevenLabs Music answered 422: too long.',
  ],
  [429, { detail: { message: 'Too many at once' } }, 'busy', 'ElevenLabs Music is busy: Too many at once.'],
  [500, 'oops', 'lost', 'ElevenLabs Music answered 500.'],
  [503, {}, 'lost', 'ElevenLabs Music answered 503.'],
])('an order answered with %i %j is %s', async (status, body, kind, message) => {
  const { provider, generator } = await open((_call, response) => json(response, status, body));
  const suggestion = body === badPrompt ? 'A retro electronic drive' : undefined;
  const given = submission();
  expect(await failureOf(generator.submit(spec, 'take', given))).toMatchObject({ kind, message, suggestion });
  expect(existsSync(given.target)).toBe(false);
  // A paid order is never repeated here.
  expect(provider.calls).toHaveLength(1);
});

it.each<[string, Respond, string, RegExp]>([
  ['no answer', (_call, response) => void response.destroy(), 'lost', /broke before it answered/],
  [
    'half a song',
    (_call, response) =>
      void response.writeHead(200, { 'content-length': 9000 }).write(song, () => response.destroy()),
    'lost',
    /broke off/,
  ],
  ['a web page', (_call, response) => response.end('<html>'), 'failed', /sent a web page instead of a song/],
])('an order answered with %s is not repeated', async (_what, respond, kind, message) => {
  const { provider, generator } = await open(respond);
  const given = submission();
  expect(await failureOf(generator.submit(spec, 'take', given))).toMatchObject({
    kind,
    message: expect.stringMatching(message),
  });
  expect(existsSync(given.target)).toBe(false);
  expect(provider.calls).toHaveLength(1);
});

it('costs by the minute', async () => {
  const { generator } = await open(() => {});
  expect(generator.quote({ seconds: 90 })).toEqual({ cents: 113, seconds: 75 });
});

it('says whether it can be used, without the key', async () => {
  const { provider, generator } = await open((_call, response) => json(response, 200, []));
  const { signal } = new AbortController();
  expect(await generator.check(signal)).toEqual({
    reachable: true,
    message: 'ElevenLabs Music is reachable.',
  });
  provider.respond = (_call, response) => json(response, 401, { detail: { message: 'Invalid API key' } });
  expect(await generator.check(signal)).toEqual({
    reachable: false,
    message: 'ElevenLabs Music refuses the key: Invalid API key.',
  });
});
