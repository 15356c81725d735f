import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { call } from '../../testing/calls.ts';
import { expectCleanLedger } from '../../testing/ledger.ts';
import { balanceOf, member } from '../../testing/requests.ts';
import { type Person, signUp, type TestServer, testServer } from '../../testing/server.ts';

let s: TestServer;
let ann: Person;
let bob: Person;
let admin: Person;
beforeEach(async () => {
  s = await testServer();
  ann = await member(s, 500, 'premium');
  bob = await member(s, 500, 'plus');
  admin = await signUp(s, { tier: 'admin' });
});
afterEach(async () => {
  await expectCleanLedger(s.c);
  await s.close();
});

const submit = (description: string) =>
  call(s, 'POST /requests', {
    token: ann.token,
    body: { title: 'Rain on Tin', artist: 'Ilse', genre: 'jazz', description },
  });
const board = async () => (await call(s, 'GET /requests/board')).body;

it('a request with such words is hidden until an admin approves it', async () => {
  const { status, body: request } = await submit('this fucking song');
  expect(status).toBe(201);
  expect(request.status).toBe('in_review');
  expect(await board()).toMatchObject({ requests: [], counts: { requests: 0 } });
  expect((await call(s, 'GET /requests')).body).toEqual([]);
  expect((await call(s, 'GET /requests/similar?title=rain%20on%20tin')).body).toEqual([]);
  for (const path of ['', '/timeline', '/takes']) {
    expect((await call(s, `GET /requests/${request.id}${path}`)).status).toBe(404);
    expect((await call(s, `GET /requests/${request.id}${path}`, { token: bob.token })).status).toBe(404);
    expect((await call(s, `GET /requests/${request.id}${path}`, { token: ann.token })).status).toBe(200);
  }
  expect((await call(s, `POST /requests/${request.id}/votes`, { token: bob.token })).status).toBe(404);
  const { notifications } = (await call(s, 'GET /notifications', { token: admin.token })).body;
  expect(notifications).toMatchObject([{ kind: 'request_in_review', role: 'admin', title: 'Rain on Tin' }]);
  const waiting = await call(s, 'GET /requests/review', { token: admin.token });
  expect(waiting.body).toMatchObject([{ id: request.id, description: 'this fucking song' }]);

  const approve = () => call(s, `POST /requests/${request.id}/approve`, { token: admin.token });
  expect((await approve()).body).toMatchObject({ id: request.id, status: 'open' });
  expect((await approve()).status).toBe(409);
  expect(await board()).toMatchObject({ requests: [{ id: request.id }], counts: { requests: 1 } });
  expect((await call(s, `POST /requests/${request.id}/votes`, { token: bob.token })).status).toBe(200);
  expect((await call(s, 'GET /requests/review', { token: admin.token })).body).toEqual([]);
});

it('nobody has paid for a request that is refused', async () => {
  const { body: request } = await submit('this fucking song');
  expect(await balanceOf(s.c, ann.id)).toBe(300);
  const refused = await call(s, `DELETE /requests/${request.id}?reason=Please%20be%20kind`, {
    token: admin.token,
  });
  expect(refused.status).toBe(200);
  expect(await balanceOf(s.c, ann.id)).toBe(500);
  expect((await board()).counts).toEqual({ requests: 0, votes: 0, queued: 0 });
  // In kind words, the same song can be requested again.
  expect((await submit('this lovely song')).body.status).toBe('open');
});

it('members report requests to the admins, once each', async () => {
  const { body: request } = await submit('this lovely song');
  const report = (reason: unknown, who = bob, id = request.id) =>
    call(s, `POST /requests/${id}/report`, { token: who.token, body: { reason } });
  expect((await report('Rude')).status).toBe(201);
  expect((await report('Very rude')).status).toBe(201);
  expect((await report('   ')).status).toBe(400);
  expect((await report('Rude', bob, randomUUID())).status).toBe(404);
  const list = async (state: string) =>
    (await call(s, `GET /requests/reports?state=${state}`, { token: admin.token })).body;
  const open = await list('open');
  expect(open).toMatchObject([
    { request_id: request.id, reason: 'Very rude', reported_by: bob.username, title: 'Rain on Tin' },
  ]);
  const resolve = (id: string) => call(s, `POST /requests/reports/${id}/resolve`, { token: admin.token });
  expect((await resolve(open[0].id)).status).toBe(200);
  expect((await resolve(randomUUID())).status).toBe(404);
  expect(await list('open')).toEqual([]);
  expect(await list('resolved')).toHaveLength(1);
});
