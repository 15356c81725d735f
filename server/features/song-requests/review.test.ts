import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { call } from '../../testing/calls.ts';
import { readEvents } from '../../testing/events.ts';
import { serverPerTest } from '../../testing/hooks.ts';
import { expectCleanLedger } from '../../testing/ledger.ts';
import { balanceOf, member } from '../../testing/requests.ts';
import { type Person, signUp } from '../../testing/server.ts';

const s = serverPerTest();
let ann: Person;
let bob: Person;
let admin: Person;
beforeEach(async () => {
  ann = await member(s, 500, 'premium');
  bob = await member(s, 500, 'plus');
  admin = await signUp(s, { tier: 'admin' });
});
afterEach(() => expectCleanLedger(s.c));

const submit = (description: string) =>
  call(s, 'POST /requests', {
    token: ann.token,
    body: { title: 'Rain on Tin', artist: 'Ilse', genre: 'jazz', description },
  });
/** The words of the request that `submit` hides. */
const HIDDEN = 'this fucking song';
const board = async () => (await call(s, 'GET /requests/board')).body;

it('a request with such words is hidden until an admin approves it', async () => {
  const { status, body: request } = await submit(HIDDEN);
  expect(status).toBe(201);
  expect(request.status).toBe('in_review');
  expect(await board()).toMatchObject({ requests: [], counts: { requests: 0 } });
  expect((await call(s, 'GET /requests')).body).toEqual([]);
  expect((await call(s, 'GET /requests/similar?title=rain%20on%20tin')).body).toEqual([]);
  for (const path of ['', '/timeline']) {
    expect((await call(s, `GET /requests/${request.id}${path}`)).status).toBe(404);
    expect((await call(s, `GET /requests/${request.id}${path}`, { token: bob.token })).status).toBe(404);
    expect((await call(s, `GET /requests/${request.id}${path}`, { token: ann.token })).status).toBe(200);
  }
  expect((await call(s, `POST /requests/${request.id}/votes`, { token: bob.token })).status).toBe(404);
  const waiting = await call(s, 'GET /requests/review', { token: admin.token });
  expect(waiting.body).toMatchObject([{ id: request.id, description: HIDDEN }]);

  const approve = () => call(s, `POST /requests/${request.id}/approve`, { token: admin.token });
  expect((await approve()).body).toMatchObject({ id: request.id, status: 'open' });
  expect((await approve()).status).toBe(409);
  expect(await board()).toMatchObject({ requests: [{ id: request.id }], counts: { requests: 1 } });
  expect((await call(s, `POST /requests/${request.id}/votes`, { token: bob.token })).status).toBe(200);
  expect((await call(s, 'GET /requests/review', { token: admin.token })).body).toEqual([]);
});

const decline = (id: string) =>
  call(s, `DELETE /requests/${id}?reason=Please%20be%20kind`, { token: admin.token });

/** Every call by which somebody might read a request, or find out that there is one. */
const reads = [
  ['GET', ''],
  ['GET', '/timeline'],
  ['PATCH', '', {}],
  ['PATCH', '', { title: 'Mine', released: true }],
  ['PATCH', '', { votes: 1 }],
  ['POST', '/votes'],
  ['POST', '/report', { reason: 'Rude' }],
] as const;

/** Nothing tells Bob or a visitor that there is a request with this id. */
async function expectHidden(id: string) {
  for (const [method, path, body] of reads) {
    const answer = await call(s, `${method} /requests/${id}${path}`, { token: bob.token, body });
    expect([method, path, body, answer.status]).toEqual([method, path, body, 404]);
    expect((await call(s, `${method} /requests/${id}${path}`, { body })).status).toBeOneOf([401, 404]);
  }
  for (const path of [
    '/requests',
    '/requests/board',
    '/requests/nearest',
    '/requests/similar?title=rain%20on%20tin&artist=ilse',
    '/requests/own?as=voted',
  ] as const) {
    const { body, status } = await call(s, `GET ${path}`, { token: bob.token });
    expect([path, status]).toEqual([path, 200]);
    for (const secret of [id, 'Rain on Tin']) expect(JSON.stringify(body)).not.toContain(secret);
  }
}

it('a request in review is told by no call to anyone but its requester and the admins', async () => {
  const { body: request } = await submit(HIDDEN);
  await expectHidden(request.id);
  for (const { token } of [ann, admin])
    expect((await call(s, `PATCH /requests/${request.id}`, { token, body: {} })).body.id).toBe(request.id);
});

it('the name of a request in review is taken, but not told by whom', async () => {
  const { body: request } = await submit(HIDDEN);
  const again = (token: string) =>
    call(s, 'POST /requests', { token, body: { title: 'rain on tin', artist: 'ILSE', genre: 'pop' } });
  const carl = await member(s, 500, 'premium');
  const { status, body } = await again(carl.token);
  expect([status, body]).toEqual([
    409,
    {
      code: 'duplicate_request',
      message: 'This song has already been requested and is being looked at. Please try again later.',
    },
  ]);
  expect(await balanceOf(s.c, carl.id)).toBe(500);
  expect((await again(ann.token)).body.request_id).toBe(request.id);
});

it('suggested spellings do not tell the words of a request in review', async () => {
  const words = async (word: string) =>
    (await s.c.db.selectFrom('spelling').where('word', '=', word).select('key').execute()).length;
  const { body: request } = await call(s, 'POST /requests', {
    token: ann.token,
    body: { title: 'Umbrella', artist: 'Ilse', genre: 'jazz', description: HIDDEN },
  });
  expect(await words('umbrella')).toBe(0);
  await call(s, `PATCH /requests/${request.id}`, { token: admin.token, body: { artist: 'Elsa' } });
  expect(await words('umbrella')).toBe(0);
  await call(s, `POST /requests/${request.id}/approve`, { token: admin.token });
  expect(await words('umbrella')).toBeGreaterThan(0);
});

it('a request that is declined or merged from review stays hidden, and no open board hears of it', async () => {
  const { body: other } = await call(s, 'POST /requests', {
    token: bob.token,
    body: { title: 'Another song', artist: 'Otto', genre: 'pop' },
  });
  await s.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = s.app.server.address() as AddressInfo;
  const reader = await readEvents(`http://127.0.0.1:${port}/requests/events`);
  const { body: first } = await submit(HIDDEN);
  await decline(first.id);
  const { body: second } = await submit(HIDDEN);
  await call(s, `POST /requests/${second.id}/merge`, { token: admin.token, body: { into: other.id } });
  await call(s, `POST /requests/${other.id}/votes`, { token: bob.token });
  while ((await reader.next()).data.request.votes === 0);
  reader.stop();
  expect(reader.text()).toContain('Another song');
  expect(reader.text()).not.toContain('Rain on Tin');
  for (const [id, status] of [
    [first.id, 'declined'],
    [second.id, 'merged'],
  ]) {
    await expectHidden(id);
    for (const { token } of [ann, admin])
      expect((await call(s, `GET /requests/${id}`, { token })).body).toMatchObject({
        status,
        description: HIDDEN,
      });
  }
});

it('nobody has paid for a request that is refused', async () => {
  const { body: request } = await submit(HIDDEN);
  expect(await balanceOf(s.c, ann.id)).toBe(300);
  const refused = await decline(request.id);
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
