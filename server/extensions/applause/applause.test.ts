import { randomUUID } from 'node:crypto';
import { APPLAUSE_PARTS } from 'contract/extensions/applause.ts';
import { describe, expect, it } from 'vitest';
import { call } from '../../testing/calls.ts';
import { readEvents } from '../../testing/events.ts';
import { serverOfFile } from '../../testing/hooks.ts';
import { publishTrack, signUp, testServer } from '../../testing/server.ts';
import { pruneApplause } from './applause.ts';

const s = serverOfFile({ trustProxy: 1, rateLimit: true });

let visitors = 0;
/** An address of its own, so that no test uses up another one's limit. */
const newAddress = () => `2001:db8:${++visitors}::1`;

async function post(url: string, payload: object, from: string, token?: string) {
  const headers = { 'x-forwarded-for': from, ...(token && { authorization: `Bearer ${token}` }) };
  const answer = await s.app.inject({ method: 'POST', url, headers, payload });
  return { status: answer.statusCode, body: answer.json() };
}
const applaud = (id: string, body: object, from: string, token?: string) =>
  post(`/track/${id}/applause`, body, from, token);
const start = async (track_id: string, from: string, token?: string): Promise<string> =>
  (await post('/plays', { track_id, played_ms: 0 }, from, token)).body.started;
const partsOf = async (id: string): Promise<number[]> =>
  (await s.app.inject(`/track/${id}/applause`)).json().parts;
const total = (parts: number[]) => parts.reduce((sum, claps) => sum + claps, 0);

describe('applause', () => {
  it('is counted where in the song it was given', async () => {
    const id = await publishTrack(s.c, { duration_seconds: 120 });
    const [one, other] = [newAddress(), newAddress()];
    const started = [await start(id, one), await start(id, other)];
    s.time.now += 5000;
    const { status, body } = await applaud(id, { second: 60, started: started[0] }, one);
    expect(status).toBe(201);
    expect(body.parts).toHaveLength(APPLAUSE_PARTS);
    expect(body.parts[30]).toBe(1);
    // Past the end of the catalog's length, which is rounded, is the last part.
    await applaud(id, { second: 120.4, started: started[1] }, other);
    const parts = await partsOf(id);
    expect([parts[30], parts[59], total(parts)]).toEqual([1, 1, 2]);
  });

  it('is given once per listen, however often and however many at once', async () => {
    const id = await publishTrack(s.c, { duration_seconds: 60 });
    const from = newAddress();
    const started = await start(id, from);
    s.time.now += 10_000;
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, i) => applaud(id, { second: i, started }, from)),
    );
    expect(all.map(({ status }) => status).sort()).toEqual([201, ...Array(19).fill(409)]);
    // A new start does not make it a new listen.
    const again = { second: 1, started: await start(id, from) };
    s.time.now += 59_999;
    expect((await applaud(id, again, from)).body.code).toBe('already_applauded');
    s.time.now += 1;
    expect((await applaud(id, again, from)).status).toBe(201);
    expect(total(await partsOf(id))).toBe(2);
  });

  it('needs a play of this track that has begun to be heard', async () => {
    const id = await publishTrack(s.c);
    const other = await publishTrack(s.c);
    const from = newAddress();
    const [mine, others] = [await start(id, from), await start(other, from)];
    s.time.now += 4999;
    expect((await applaud(id, { second: 3, started: mine }, from)).body.code).toBe('not_listening');
    s.time.now += 1;
    for (const started of [others, '', '.', 'x.y', `0.${mine.split('.')[1]}`, undefined])
      expect((await applaud(id, { second: 3, started }, from)).status).toBe(403);
    s.time.now += 2 * 86_400_000;
    expect((await applaud(id, { second: 3, started: mine }, from)).status).toBe(403);
    expect(total(await partsOf(id))).toBe(0);
  });

  it('is also allowed after a play that counted', async () => {
    const id = await publishTrack(s.c, { duration_seconds: 60 });
    const from = newAddress();
    expect((await post('/plays', { track_id: id, played_ms: 30_000 }, from)).body.counted).toBe(true);
    expect((await applaud(id, { second: 59 }, from)).status).toBe(201);
  });

  it('of one address is limited', async () => {
    const from = newAddress();
    const ids = await Promise.all(Array.from({ length: 62 }, () => publishTrack(s.c)));
    const starts = await Promise.all(ids.map((id) => start(id, from)));
    s.time.now += 5000;
    const statuses: number[] = [];
    for (const [i, id] of ids.entries())
      statuses.push((await applaud(id, { second: 1, started: starts[i] }, from)).status);
    expect(statuses).toEqual([...Array(60).fill(201), 429, 429]);
  });

  it.each([
    [{ second: -1 }, 400],
    [{ second: '1' }, 400],
    [{ second: 1e9 }, 400],
    [{ second: null }, 400],
    [{}, 400],
    [{ second: 1, started: 'x'.repeat(101) }, 400],
  ])('%j is refused with %i', async (body, status) => {
    const id = await publishTrack(s.c);
    expect((await applaud(id, body, newAddress())).status).toBe(status);
  });

  it('of a missing or withdrawn track is not found', async () => {
    const id = await publishTrack(s.c);
    await s.c.db.updateTable('track').set({ is_deleted: 1 }).where('id', '=', id).execute();
    for (const gone of [id, randomUUID()]) {
      expect((await applaud(gone, { second: 1 }, newAddress())).status).toBe(404);
      expect((await s.app.inject(`/track/${gone}/applause`)).statusCode).toBe(404);
    }
  });
});

describe('the rows behind it', () => {
  it("a member's are in their export and go with the account; the counts stay", async () => {
    const anna = await signUp(s);
    const id = await publishTrack(s.c, { title: 'Rain on Tin' });
    const from = newAddress();
    const started = await start(id, from, anna.token);
    s.time.now += 5000;
    expect((await applaud(id, { second: 1, started }, from, anna.token)).status).toBe(201);
    const exported = await s.app.inject({
      url: '/auth/me/export',
      headers: { authorization: `Bearer ${anna.token}` },
    });
    expect(exported.json().applause).toEqual([
      expect.objectContaining({ track_id: id, title: 'Rain on Tin', created_at: s.time.now }),
    ]);
    const applause = s.c.personalData.find(({ name }) => name === 'applause')!;
    await s.c.db.transaction().execute((tx) => applause.erase(tx, anna.id, s.c));
    expect(await s.c.db.selectFrom('applause').where('track_id', '=', id).selectAll().execute()).toEqual([]);
    expect(total(await partsOf(id))).toBe(1);
  });

  it("a visitor's are deleted after a week; the counts stay", async () => {
    const id = await publishTrack(s.c);
    const from = newAddress();
    const started = await start(id, from);
    s.time.now += 5000;
    await applaud(id, { second: 1, started }, from);
    const rows = () => s.c.db.selectFrom('applause').where('track_id', '=', id).selectAll().execute();
    s.time.now += 6 * 86_400_000;
    await pruneApplause(s.c);
    expect(await rows()).toHaveLength(1);
    s.time.now += 2 * 86_400_000;
    await pruneApplause(s.c);
    expect(await rows()).toEqual([]);
    expect(total(await partsOf(id))).toBe(1);
  });
});

it('is sent to everyone who looks at a track, once it is counted', async () => {
  const open = await testServer();
  try {
    const url = await open.app.listen({ port: 0, host: '127.0.0.1' });
    const reader = await readEvents(`${url}/track/applause/events`);
    const id = await publishTrack(open.c, { duration_seconds: 60 });
    for (const claps of [1, 2]) {
      const person = await signUp(open);
      const { started } = (
        await call(open, 'POST /plays', { token: person.token, body: { track_id: id, played_ms: 0 } })
      ).body;
      open.time.now += 5000;
      await call(open, `POST /track/${id}/applause`, { token: person.token, body: { second: 0, started } });
      expect(await reader.next()).toMatchObject({
        event: 'applause',
        data: { track_id: id, part: 0, claps },
      });
    }
    reader.stop();
  } finally {
    await open.close();
  }
});
