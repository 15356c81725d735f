import { VOTE_GOAL } from 'contract/features/song-requests-constants.ts';
import { beforeEach, expect, it } from 'vitest';
import { call } from '../../testing/calls.ts';
import { serverPerTest } from '../../testing/hooks.ts';
import { runEvents } from '../../testing/jobs.ts';
import { createOpenRequest, member } from '../../testing/requests.ts';
import { type Person, signUp } from '../../testing/server.ts';

const s = serverPerTest();
let ann: Person;
let bob: Person;
let cem: Person;
let admin: Person;
beforeEach(async () => {
  [ann, bob, cem] = [await member(s, 1000), await member(s, 1000), await member(s, 1000)];
  admin = await signUp(s, { tier: 'admin' });
});

const request = (person: Person, title = 'Rain on Tin', votes = 0) =>
  createOpenRequest(s.c, person.id, { title, artist: 'Ilse', votes });
async function vote(person: Person, id: string, times = 1): Promise<void> {
  for (let i = 0; i < times; i++) {
    s.time.now += 1;
    expect((await call(s, `POST /requests/${id}/votes`, { token: person.token })).status).toBe(200);
  }
}
const asAdmin = (call_: string, body?: object) => call(s, call_ as 'POST /', { token: admin.token, body });
async function received({ token }: Person) {
  await runEvents(s.c);
  const { notifications, unread } = (await call(s, 'GET /notifications', { token })).body;
  return { list: notifications as { id: string; kind: string }[], unread: unread as number };
}
const kinds = async (person: Person) => (await received(person)).list.map(({ kind }) => kind).sort();

it('a released request notifies its requester and voters, who read their own', async () => {
  const id = await request(ann, undefined, VOTE_GOAL - 1);
  await vote(bob, id);
  await received(bob);
  const track = {
    ...{ title: 'Rain on Tin', display_artist: 'Ilse', genre: 'jazz', duration_seconds: 61 },
    audio_url: 'https://elsewhere.example/b.mp3',
    request_id: id,
  };
  s.time.now += 1000;
  const { status, body } = await asAdmin('POST /track', track);
  expect(status).toBe(201);
  for (const [person, role] of [
    [ann, 'requester'],
    [bob, 'voter'],
  ] as const) {
    const { list, unread } = await received(person);
    expect(unread).toBe(2);
    const released = { kind: 'request_released', title: 'Rain on Tin', track_id: body.id, read: false };
    expect(list[0]).toMatchObject({ ...released, role });
  }
  expect(await received(cem)).toEqual({ list: [], unread: 0 });
  const ids = (await received(bob)).list.map((one) => one.id);
  const read = ({ token }: Person) => call(s, 'POST /notifications/read', { token, body: { ids } });
  await read(ann);
  expect((await received(bob)).unread).toBe(2);
  expect((await read(bob)).body).toEqual({ unread: 0 });
});

it('a declined request notifies its requester with the reason', async () => {
  const id = await request(ann);
  expect((await asAdmin(`DELETE /requests/${id}?reason=Too%20long`)).status).toBe(200);
  const declined = { kind: 'request_declined', reason: 'Too long', track_id: null };
  expect((await received(ann)).list[0]).toMatchObject(declined);
});

it('a request that waits for review notifies the admins', async () => {
  const body = { title: 'Rain on Tin', artist: 'Ilse', genre: 'jazz', description: 'this fucking song' };
  const rich = await member(s, 500, 'premium');
  expect((await call(s, 'POST /requests', { token: rich.token, body })).body.status).toBe('in_review');
  const inReview = { kind: 'request_in_review', role: 'admin', title: 'Rain on Tin' };
  expect((await received(admin)).list).toMatchObject([inReview]);
});

it('a merged request notifies those whose it was, and all backers when the votes reach the goal', async () => {
  const first = await request(ann, 'Neon Rain', VOTE_GOAL - 3);
  const [second, third] = [await request(bob, 'Rain of neon'), await request(bob, 'Neon and rain')];
  await vote(cem, second, 2);
  await vote(bob, third);
  await asAdmin(`POST /requests/${second}/merge`, { into: first });
  const merged = { kind: 'request_merged', request_id: second, reason: 'Neon Rain by Ilse' };
  expect((await received(bob)).list).toMatchObject([{ ...merged, role: 'requester' }]);
  expect((await received(cem)).list).toMatchObject([{ ...merged, role: 'voter' }]);
  expect((await received(ann)).list).toEqual([]);

  await asAdmin(`POST /requests/${third}/merge`, { into: first });
  expect(await kinds(ann)).toEqual(['request_queued']);
  expect(await kinds(cem)).toEqual(['request_merged', 'request_queued']);
  const fourth = await request(bob, 'Neon, rain');
  await vote(cem, fourth);
  await asAdmin(`POST /requests/${fourth}/merge`, { into: first });
  expect(await kinds(ann)).toEqual(['request_queued']);
});
