import type { StudioTake } from 'contract/extensions/studio.ts';
import type { Wish } from 'contract/features/song-requests.ts';
import { VOTE_GOAL } from 'contract/features/song-requests-constants.ts';
import { afterEach, describe, expect, it } from 'vitest';
import { call } from '../../testing/calls.ts';
import { member } from '../../testing/requests.ts';
import { signUp, type TestServer, testServer } from '../../testing/server.ts';
import { houseBand } from './generators/house-band.ts';
import { fakeGenerator } from './testing/fake-generator.ts';
import { type StudioWorld, studioWorld } from './testing/world.ts';

let s: TestServer | undefined;
let w: StudioWorld | undefined;
afterEach(async () => {
  await s?.close();
  await w?.close();
  s = w = undefined;
});

const read = async (body: object) => (await call(s!, 'POST /studio/wishes', { body })).body as Wish[];
const chips = (wishes: Wish[]) => wishes.map(({ chip, outcome }) => [chip, outcome]);

it('tells anyone what the house band understands, and what it cannot do and why', async () => {
  s = await testServer({ generators: [houseBand()] });
  const description = 'slow, no drums, strings lead in D minor, somebody sings, flumberous';
  const wishes = await read({ description, genre: 'jazz' });
  expect(chips(wishes)).toEqual(
    expect.arrayContaining([
      ['No drums', 'asked'],
      ['Strings lead', 'asked'],
      ['In D minor', 'asked'],
      ['Someone singing', 'asked'],
      ['“flumberous”: not understood', 'unknown'],
    ]),
  );
  expect(wishes.find(({ chip }) => chip.startsWith('Slow'))?.chip).toMatch(/^Slow, about \d+ bpm$/);
});

it('leaves words that it does not know to generators that read them, and says if one cannot sing', async () => {
  s = await testServer({ generators: [fakeGenerator()] });
  expect(await read({ description: 'flumberous, somebody sings' })).toMatchObject([
    { chip: 'flumberous', outcome: 'asked' },
    { chip: 'Someone singing', outcome: 'not possible', why: 'Fake fake doesn’t sing' },
  ]);
});

it('says how long a song can be', async () => {
  s = await testServer({ generators: [houseBand()] });
  expect(await read({ description: 'two minutes' })).toMatchObject([{ outcome: 'asked' }]);
  expect(await read({ description: 'ten minutes' })).toMatchObject([
    { chip: '10:00 long', outcome: 'not possible', why: 'A song can last 150 seconds at most' },
  ]);
});

it('refuses what is no description, and reads anything else', async () => {
  s = await testServer({ generators: [houseBand()] });
  expect((await call(s, 'POST /studio/wishes', { body: {} })).status).toBe(400);
  expect((await call(s, 'POST /studio/wishes', { body: { description: 'a'.repeat(501) } })).status).toBe(400);
  expect(await read({ description: '' })).toEqual([]);
  expect((await call(s, 'POST /studio/wishes', { body: { description: '🎷'.repeat(200) } })).status).toBe(
    200,
  );
  expect(await read({ description: 'no drums', genre: '__proto__' })).toMatchObject([{ chip: 'No drums' }]);
});

it('a request, its takes and the released song keep the list', async () => {
  w = await studioWorld();
  const id = await w.fund();
  await w.run();
  expect((await w.get(`/requests/${id}`)).wishes).toMatchObject([{ words: 'Rain' }, { words: 'Ilse' }]);
  const [hidden] = await w.takes(id);
  expect(hidden?.heard).toEqual([]);
  const [take] = await w.takes(id, w.ann);
  expect(take?.heard).toMatchObject([{ words: 'Rain', outcome: 'asked' }]);
  const { requests } = await w.get('/studio', w.admin);
  expect(requests[0].takes[0].heard).toEqual(take?.heard);
  await call(w.s, `POST /requests/${id}/release`, { token: w.admin.token, body: { take_id: take!.id } });
  const { track_id } = await w.get(`/requests/${id}`);
  expect((await w.get(`/track/${track_id}/provenance`)).heard).toEqual(take?.heard);
});

describe('lyrics', () => {
  it.each([
    ['[Verse]\nRain on the glass', [['Sing the lyrics', 'asked', 'By House band, with a synthetic voice']]],
    [
      'Der Regen fällt auf unser Haus und ich bin nicht allein',
      [['Sing the lyrics', 'not possible', 'The voice of the house band knows only English']],
    ],
    [
      'Rain on the glass\n'.repeat(40),
      [
        ['Sing the lyrics', 'asked', 'By House band, with a synthetic voice'],
        ['Sing all of the lyrics', 'not possible', 'About the first 16 lines fit into a song'],
      ],
    ],
    ['[Instrumental]', []],
  ])('are told before anything is paid, and on the request’s page: %j', async (lyrics, told) => {
    s = await testServer({ generators: [houseBand()] });
    const facts = (wishes: Wish[]) => wishes.map(({ chip, outcome, why }) => [chip, outcome, why]);
    expect(facts(await read({ description: '', lyrics }))).toEqual(told);
    const ann = await member(s, 1000, 'premium');
    const body = { title: 'Glass Harbor', artist: 'Ilse', genre: 'jazz', description: '', lyrics };
    const { id } = (await call(s, 'POST /requests', { token: ann.token, body })).body;
    expect(facts((await call(s, `GET /requests/${id}`)).body.wishes)).toEqual(told);
  });

  it('go to a generator that knows their language', async () => {
    s = await testServer({ generators: [houseBand(), fakeGenerator({ id: 'singer', lyrics: true })] });
    const lyrics = 'Der Regen fällt auf unser Haus und ich bin nicht allein';
    expect(await read({ description: '', lyrics })).toMatchObject([
      { outcome: 'asked', why: 'By Fake singer' },
    ]);
  });

  /** Orders of a funded request to two generators: the first plays, the second sings. */
  async function orderedOf(lyrics: string) {
    const generators = [fakeGenerator({ id: 'band' }), fakeGenerator({ id: 'singer', lyrics: true })];
    s = await testServer({ generators });
    const [ann, admin] = [await member(s, 1000, 'premium'), await signUp(s, { tier: 'admin' })];
    const body = { title: 'Glass Harbor', artist: 'Ilse', genre: 'jazz', description: '', lyrics };
    const { id } = (await call(s, 'POST /requests', { token: ann.token, body })).body;
    for (let i = 0; i < VOTE_GOAL; i++) await call(s, `POST /requests/${id}/votes`, { token: ann.token });
    const { body: studio } = await call(s, 'GET /studio', { token: admin.token });
    const { body: takes } = await call(s, `POST /requests/${id}/takes`, { token: admin.token, body: {} });
    const [take] = takes as StudioTake[];
    return { planned: studio.requests[0].estimate.generator, made: take!.generator };
  }

  it('are made by a generator that sings, although another comes first', async () => {
    expect(await orderedOf('[Verse]\nRain on the glass')).toEqual({ planned: 'singer', made: 'singer' });
  });

  it('that ask for an instrumental need nobody who sings', async () => {
    expect(await orderedOf('[Instrumental]')).toEqual({ planned: 'band', made: 'band' });
  });
});
