import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { stability } from './stability.ts';
import { failureOf, json, type Respond, song, spec, startProvider, submission } from './testing/provider.ts';

async function open(respond: Respond) {
  const provider = await startProvider(respond);
  return {
    provider,
    generator: stability({ url: provider.url, key: 'st-key', cents: 20, rights: 'As licensed.' }),
  };
}

it('orders a song as a form, and writes it', async () => {
  const { provider, generator } = await open((_call, response) => response.end(song));
  const given = submission();
  const answer = await generator.submit({ ...spec, seconds: 300 }, 'take-1', given);
  expect(answer).toMatchObject({
    facts: { model: 'Stable Audio', version: '2.5', seed: 1234, reproducible: false },
  });
  expect(readFileSync(given.target)).toEqual(song);
  const [call] = provider.calls;
  expect(call).toMatchObject({
    path: '/v2beta/audio/stable-audio-2/text-to-audio',
    headers: { authorization: 'Bearer st-key', accept: 'audio/*' },
  });
  const form = await new Response(call!.text, {
    headers: { 'content-type': call!.headers['content-type']! },
  }).formData();
  expect(Object.fromEntries(form)).toEqual({
    prompt: 'Synthwave. A night drive along the coast, 104 bpm, A minor',
    model: 'stable-audio-2.5',
    duration: '190',
    seed: '1234',
    output_format: 'mp3',
  });
});

it('a prompt cannot add fields to the form', async () => {
  const { provider, generator } = await open((_call, response) => response.end(song));
  const prompt = 'calm\r\n--x\r\ncontent-disposition: form-data; name="model"\r\n\r\nother';
  await generator.submit({ ...spec, prompt }, 'take', submission());
  expect(provider.calls[0]!.text.match(/\r\n\r\n/g)).toHaveLength(5);
});

it.each([
  [
    403,
    { id: 'x', name: 'content_moderation', errors: ['Your request was flagged.'] },
    'moderated',
    'Stable Audio refuses this prompt: Your request was flagged.',
  ],
  [401, { name: 'unauthorized', errors: ['bad key'] }, 'invalid', 'Stable Audio refuses the key: bad key.'],
  [
    402,
    { name: 'payment_required', errors: ['You lack sufficient credits.'] },
    'quota',
    'The account at Stable Audio is used up: You lack sufficient credits.',
  ],
  [400, { errors: ['duration: too long'] }, 'invalid', 'Stable Audio answered 400: duration: too long.'],
  [429, { errors: [] }, 'busy', 'Stable Audio is busy.'],
  [500, {}, 'lost', 'Stable Audio answered 500.'],
])('an order answered with %i %j is %s', async (status, body, kind, message) => {
  const { provider, generator } = await open((_call, response) => json(response, status, body));
  expect(await failureOf(generator.submit(spec, 'take', submission()))).toMatchObject({ kind, message });
  expect(provider.calls).toHaveLength(1);
});

it('says how much is left', async () => {
  const { generator } = await open((_call, response) => json(response, 200, { credits: 812.4 }));
  expect(await generator.check(new AbortController().signal)).toEqual({
    reachable: true,
    message: 'Stable Audio is reachable. Its account holds 812 credits.',
  });
});
