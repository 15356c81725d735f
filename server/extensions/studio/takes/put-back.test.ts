import { afterEach, beforeEach, expect, it } from 'vitest';
import { call } from '../../../testing/calls.ts';
import { balanceOf } from '../../../testing/requests.ts';
import { type StudioWorld, studioWorld } from '../testing/world.ts';
import { reviewRequests } from './jobs.ts';

const RETURN_DAYS = 5;
let w: StudioWorld;
/** A request that the studio released, and its track. */
let id: string;
let track_id: string;
beforeEach(async () => {
  w = await studioWorld({ returnDays: RETURN_DAYS });
  id = await w.fund();
  await w.run();
  expect((await admin(`POST /requests/${id}/choice/close`)).status).toBe(201);
  track_id = (await w.get(`/requests/${id}`)).track_id;
});
// Checks the ledger: no song that is heard belongs to a request whose credits were returned.
afterEach(() => w.close());

const admin = (address: string, body?: object) =>
  call(w.s, address as 'POST /', { token: w.admin.token, ...(body && { body }) });
const putBack = () => admin(`PATCH /requests/${id}`, { released: false });
const withdraw = () => admin(`DELETE /track/${track_id}`);
const restore = () => admin(`PATCH /track/${track_id}`, { is_deleted: false });
const liveTracks = async () => (await w.get('/track')).map((track: { id: string }) => track.id);

it('a request is not put back while its song can be heard', async () => {
  expect(await putBack()).toMatchObject({
    status: 409,
    body: {
      code: 'song_live',
      message: 'The song of this request is live. Withdraw the track first, then put the request back.',
    },
  });
  await w.run();
  expect(await w.get(`/requests/${id}`)).toMatchObject({ status: 'released', track_id });
  expect(await liveTracks()).toEqual([track_id]);
});

it('with its song withdrawn it is put back, and declining it returns every credit', async () => {
  await withdraw();
  expect((await putBack()).body).toMatchObject({ status: 'queued', released: false, track_id: null });
  expect((await admin(`DELETE /requests/${id}?reason=No`)).status).toBe(200);
  for (const { id: person } of [w.ann, w.bob]) expect(await balanceOf(w.s.c, person)).toBe(5000);
  expect(await restore()).toMatchObject({ status: 409, body: { code: 'song_put_back' } });
  expect(await liveTracks()).toEqual([]);
});

it('with its song withdrawn it is put back, and another song is made: the first cannot return', async () => {
  await withdraw();
  await putBack();
  await w.run();
  expect((await admin(`POST /requests/${id}/choice/close`)).status).toBe(201);
  const { track_id: second } = await w.get(`/requests/${id}`);
  expect(second).not.toBe(track_id);
  expect((await restore()).body.code).toBe('song_put_back');
  expect(await liveTracks()).toEqual([second]);
});

it('put back after its time was over, it has as long as any other to become a song', async () => {
  const days = (RETURN_DAYS + 1) * 86_400_000;
  w.s.time.now += days;
  await withdraw();
  await putBack();
  const fail = (error: unknown) => {
    throw error;
  };
  await reviewRequests(w.s.c, fail);
  expect(await w.get(`/requests/${id}`)).toMatchObject({ status: 'queued' });
  w.s.time.now += days;
  await reviewRequests(w.s.c, fail);
  expect(await w.get(`/requests/${id}`)).toMatchObject({ status: 'returned' });
});

it('the take of a withdrawn song can be released again', async () => {
  const take = (await w.takes(id, w.ann)).find(({ released }) => released)!;
  await withdraw();
  await putBack();
  const { status, body } = await admin(`POST /requests/${id}/release`, { take_id: take.id });
  expect([status, await liveTracks()]).toEqual([201, [body.id]]);
  expect(await w.get(`/track/${body.id}/provenance`)).toMatchObject({ request_id: id });
});

it('a withdrawn song returns while its request is released', async () => {
  await withdraw();
  expect((await restore()).status).toBe(200);
  expect(await liveTracks()).toEqual([track_id]);
});

it('only a song releases a request', async () => {
  await withdraw();
  await putBack();
  expect(await admin(`PATCH /requests/${id}`, { released: true })).toMatchObject({
    status: 409,
    body: {
      code: 'song_missing',
      message:
        'Only a song releases a request. Publish a track with its request_id, or release one of its takes.',
    },
  });
  expect((await w.get(`/requests/${id}`)).status).toBe('queued');
});
