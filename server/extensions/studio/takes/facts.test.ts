import { randomLyrics } from 'contract/testing/random-lyrics.ts';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { call } from '../../../testing/calls.ts';
import { provenanceTags } from '../choosing/released-file.ts';
import { GeneratorError, type TakeFacts } from '../generator.ts';
import { fakeFacts, fakeGenerator } from '../testing/fake-generator.ts';
import { type StudioWorld, studioWorld } from '../testing/world.ts';
import { cleanFacts, factsFor } from './facts.ts';

let w: StudioWorld;
beforeEach(async () => {
  w = await studioWorld({ takesPerRequest: 1 });
});
afterEach(() => w.close());

const spec = { title: '', genre: 'jazz', prompt: '', seconds: 2, seed: 7, number: 1 };
/** Values PostgreSQL cannot store: NUL and a number beyond 64 bits. */
const strange: TakeFacts = {
  ...fakeFacts(spec),
  ...{
    model: 'Fa\0ke',
    version: '1\u0001',
    seed: 1e300,
    prompt: 'Rain\0and\nsnow \ud800',
    rights: 'No\0body’s.',
  },
  ...{
    closeness: Number.NaN,
    account: 'How\0',
    bpm: 1e9,
    musical_key: 'A\0minor',
    lyrics: 'Rain\0\non the glass',
  },
};

/** The song of a request, as its page has it. */
async function released() {
  const id = await w.fund();
  await w.run();
  const closed = await call(w.s, `POST /requests/${id}/choice/close`, { token: w.admin.token });
  expect(closed.status).toBe(201);
  const track = await w.get(`/track/${closed.body.id}`);
  return { track, provenance: await w.get(`/track/${track.id}/provenance`) };
}

describe('a take about which its generator says strange things is released', () => {
  const expected = {
    track: {
      ...{ prompt_text: 'Rain and snow', seed: null, rights_status: 'No body’s.', bpm: null },
      ...{ musical_key: 'A minor', lyrics: 'Rain\non the glass' },
    },
    provenance: { model: 'Fa ke', version: '1', seed: null, reproducible: false, closeness: null },
  };

  it('and can be edited with what it has', async () => {
    const write = w.fake.onSubmit;
    const rights = 'All rights are with who ordered it. '.repeat(20);
    w.fake.onSubmit = async (...order) => {
      await write(...order);
      return { facts: { ...strange, rights } };
    };
    const { id, prompt_text, musical_key, rights_status } = (await released()).track;
    const body = { prompt_text, musical_key, rights_status };
    expect(await call(w.s, `PATCH /track/${id}`, { token: w.admin.token, body })).toMatchObject({
      status: 200,
      body: { rights_status: rights.trim() },
    });
  });

  it('when it comes with the order', async () => {
    const write = w.fake.onSubmit;
    w.fake.onSubmit = async (...order) => {
      await write(...order);
      return { facts: strange };
    };
    expect(await released()).toMatchObject(expected);
  });

  it('when it is fetched from an address', async () => {
    w.fake.onSubmit = async () => ({ providerId: 'job' });
    w.fake.onPoll = async () => ({ state: 'succeeded', audioUrl: 'https://x/\0y', facts: strange });
    expect(await released()).toMatchObject(expected);
  });
});

it('a take is released with any lyrics that its generator sings', async () => {
  const write = w.fake.onSubmit;
  // What is left of a request's `[00:<00:01>01.00]`.
  const lyrics = '[00:01.00]\nHello';
  w.fake.onSubmit = async (...order) => {
    await write(...order);
    return { facts: { ...fakeFacts(spec), lyrics } };
  };
  expect((await released()).track).toMatchObject({ lyrics: 'Hello', timed_lyrics: lyrics });
  fc.assert(
    fc.property(randomLyrics, (lyrics) => {
      const facts = cleanFacts({ ...fakeFacts(spec), lyrics });
      const tags = provenanceTags({ title: '', display_artist: '', facts, made_at: 0, page: undefined });
      expect(tags.lyrics === undefined).toBe(facts.lyrics === undefined);
    }),
  );
});

it('a generator that refuses in strange words is understood', async () => {
  w.fake.onSubmit = async () => {
    throw new GeneratorError('moderated', 'No\0such prompt.', 'Try\0this');
  };
  await w.fund();
  await w.run();
  expect(await w.s.c.db.selectFrom('take').select(['state', 'failure', 'suggestion']).execute()).toEqual([
    { state: 'failed', failure: 'No such prompt.', suggestion: 'Try this' },
  ]);
});

it('facts that make sense stay as they are', () => {
  const facts = {
    ...fakeFacts(spec),
    seed: -3,
    bpm: 104,
    musical_key: 'F# minor',
    account: 'Two bars of brushes.',
  };
  expect(cleanFacts(facts)).toEqual(facts);
});

it.each([
  ['says that it sang them', true, 'Rain on the glass', 'done', null],
  ['sang other words', true, 'Sun on the sea', 'not possible', 'Fake fake sang other words'],
  ['does not say what it sang', true, undefined, 'asked', null],
  ['does not sing', false, undefined, 'not possible', 'Fake fake plays, it doesn’t sing'],
])('a take tells what became of its lyrics when its generator %s', (_what, sings, sung, outcome, why) => {
  const generator = fakeGenerator({ lyrics: sings });
  const asked = { ...spec, lyrics: '[00:01.00]Rain on the glass' };
  const { heard } = factsFor({ ...fakeFacts(spec), lyrics: sung }, asked, generator);
  expect(heard).toEqual([{ chip: 'Sing the lyrics', words: '', outcome, why }]);
});
