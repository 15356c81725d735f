import type { Take } from 'contract/extensions/studio.ts';
import { QUEUED_MS_MIN } from 'contract/features/song-requests-constants.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { call } from '../../testing/calls.ts';
import { expectCleanLedger } from '../../testing/ledger.ts';
import { member } from '../../testing/requests.ts';
import { findRow } from '../../testing/rows.ts';
import { type Person, type TestServer, testServer } from '../../testing/server.ts';
import { startWaiting } from './takes/jobs.ts';
import { type FakeGenerator, fakeGenerator } from './testing/fake-generator.ts';
import { runStudio, stepStudio } from './testing/run-studio.ts';

let s: TestServer;
let fake: FakeGenerator;
let ann: Person;
let bob: Person;

beforeEach(async () => {
  fake = fakeGenerator();
  s = await testServer({ generators: [fake] });
  ann = await member(s, 2000, 'premium');
  bob = await member(s, 1000, 'plus');
});
afterEach(async () => {
  await expectCleanLedger(s.c);
  await s.close();
});

const get = async (path: string, who?: Person) =>
  (await call(s, `GET ${path}` as 'GET /', who ? { token: who.token } : {})).body;

/** Requests a song and lights every lamp: 20 by bob, the last 10 by ann. */
async function fund(title = 'Glass Harbor'): Promise<string> {
  const body = { title, artist: 'Ilse', genre: 'jazz', description: 'Rain, as Ilse plays it' };
  const { body: request } = await call(s, 'POST /requests', { token: ann.token, body });
  for (let i = 0; i < 30; i++) {
    const voted = await call(s, `POST /requests/${request.id}/votes`, { token: (i < 20 ? bob : ann).token });
    expect(voted.status).toBe(200);
  }
  return request.id;
}

const choose = (id: string, who: Person, take_id: string) =>
  call(s, `PUT /requests/${id}/choice`, { token: who.token, body: { take_id } });

it('makes the song of a request that reached its goal', async () => {
  const id = await fund();
  expect(await get(`/requests/${id}`)).toMatchObject({ status: 'queued', queued_at: s.time.now });
  await runStudio(s.c, s.time);
  expect(await get(`/requests/${id}`)).toMatchObject({
    status: 'choosing',
    choosing_ends_at: s.time.now + 86_400_000,
    may_listen: false,
    may_choose: false,
  });
  expect(fake.submitted).toHaveLength(3);
  expect(fake.specs[0]).toMatchObject({
    title: 'Glass Harbor',
    genre: 'jazz',
    prompt: 'Rain, as plays it',
    number: 1,
  });

  const hidden: Take[] = await get(`/requests/${id}/takes`);
  expect(hidden.map(({ label, state, audio_url, choices }) => [label, state, audio_url, choices])).toEqual([
    ['A', 'ready', null, null],
    ['B', 'ready', null, null],
    ['C', 'ready', null, null],
  ]);
  const takes: Take[] = await get(`/requests/${id}/takes`, ann);
  for (const { audio_url, waveform_json_url } of takes) {
    expect((await s.app.inject(new URL(audio_url!).pathname)).statusCode).toBe(200);
    expect((await s.app.inject(new URL(waveform_json_url!).pathname)).statusCode).toBe(200);
  }

  expect((await choose(id, bob, takes[1]!.id)).body).toEqual({ take_id: takes[1]!.id, closed: false });
  expect((await choose(id, ann, takes[0]!.id)).body.closed).toBe(true);
  // Two people chose different takes: bob cast more votes.
  await runStudio(s.c, s.time);
  const request = await get(`/requests/${id}`, ann);
  expect(request).toMatchObject({ status: 'released', released: true, choosing_ends_at: null });
  expect(await get(`/track/${request.track_id}`)).toMatchObject({
    title: 'Glass Harbor',
    display_artist: 'Ilse',
    genre: 'jazz',
    requested_by: ann.username,
    backers: 2,
    waveform_json_url: takes[1]!.waveform_json_url,
    lyrics: 'Rain on the glass',
  });
  const { number } = await findRow(s.c, 'take', { id: takes[1]!.id });
  const page = await get(`/track/${request.track_id}/page`);
  expect(page.story).toMatchObject({
    request_id: id,
    asked_by: ann.username,
    voters: 2,
    seats: request.seats,
  });
  expect(page.story.seats).toHaveLength(30);
  expect(page.provenance).toEqual(await get(`/track/${request.track_id}/provenance`));
  expect(page.provenance).toMatchObject({
    request_id: id,
    ...{ takes: 3, take: number, chosen_by: 1 },
    generator: 'Fake fake',
    reproducible: true,
    source_type: 'algorithmicMedia',
  });
  expect(await get(`/requests/${id}/takes`, ann)).toMatchObject([
    { released: false, choices: 1, chosen_by_caller: true },
    { released: true, choices: 1, chosen_by_caller: false },
    { released: false, choices: 0, chosen_by_caller: false },
  ]);
  const timeline = await get(`/requests/${id}/timeline`);
  expect(timeline.map(({ kind, count }: { kind: string; count: number }) => [kind, count])).toEqual([
    ['requested', null],
    ...[5, 10, 15, 20, 25, 30].map((lamps) => ['lamps', lamps]),
    ['queued', null],
    ['in_studio', 3],
    ['choosing', 3],
    ['released', null],
  ]);
  const { notifications } = await get('/notifications', bob);
  expect(notifications.map(({ kind }: { kind: string }) => kind).sort()).toEqual([
    'request_choosing',
    'request_queued',
    'request_released',
  ]);
});

const start = () =>
  startWaiting(s.c, (error) => {
    throw error;
  });

it('shows a request as queued for ten seconds before it enters the studio', async () => {
  s.c.studio.queuedMs = QUEUED_MS_MIN;
  const id = await fund();
  s.time.now += 9_999;
  await start();
  expect((await get(`/requests/${id}`)).status).toBe('queued');
  s.time.now += 1;
  await start();
  expect((await get(`/requests/${id}`)).status).toBe('in_studio');
});

/** Reaches the goal long ago, as the demo's own requests do. */
async function fundEarlier(title: string, minutes: number): Promise<string> {
  const id = await fund(title);
  const queued_at = s.time.now - minutes * 60_000;
  await s.c.db.updateTable('song_request').set({ queued_at }).where('id', '=', id).execute();
  return id;
}

it('makes first what people wait for: who waits longer gives way between two takes', async () => {
  const earlier = [];
  for (const title of ['One', 'Two', 'Three']) earlier.push(await fundEarlier(title, 45));
  await start();
  // Two requests fill the studio; the third waits for room.
  const statuses = await Promise.all(earlier.map(async (id) => (await get(`/requests/${id}`)).status));
  expect(statuses.sort()).toEqual(['in_studio', 'in_studio', 'queued']);
  await stepStudio(s.c);
  s.time.now += 1000;
  const watched = await fund('Somebody waits');
  await start();
  expect((await get(`/requests/${watched}`)).status).toBe('in_studio');
  const before = fake.specs.length;
  await runStudio(s.c, s.time);
  const titles = fake.specs.map(({ title }) => title).slice(before);
  // A take may have been given out already, and of two that are made at once either may come first.
  expect(titles.slice(0, 6).filter((title) => title === 'Somebody waits')).toHaveLength(3);
  expect(titles).toHaveLength(12 - before);
});

it('makes only what people wait for while the server is busy', async () => {
  let isBusy = true;
  s.c.isBusy = () => isBusy;
  const [watched, earlier] = [await fund('Somebody waits'), await fundEarlier('Demo', 45)];
  const status = async (id: string) => (await get(`/requests/${id}`)).status;
  await runStudio(s.c, s.time);
  expect([await status(watched), await status(earlier)]).toEqual(['choosing', 'queued']);
  isBusy = false;
  await runStudio(s.c, s.time);
  expect([await status(watched), await status(earlier)]).toEqual(['choosing', 'choosing']);
});

it('orders the takes of a request once, although two servers start it at the same moment', async () => {
  const id = await fund();
  await Promise.all([start(), start()]);
  expect(await get(`/requests/${id}/takes`)).toHaveLength(3);
});
