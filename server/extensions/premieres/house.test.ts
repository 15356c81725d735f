import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { PRESENCE_GONE_MS } from 'contract/extensions/hearing/premiere-constants.ts';
import type { FastifyInstance } from 'fastify';
import { afterEach, expect, it } from 'vitest';
import { buildApp } from '../../app.ts';
import { openPostgres } from '../../platform/db/postgres/postgres.ts';
import { call } from '../../testing/calls.ts';
import { urlOf } from '../../testing/databases/databases.ts';
import { type Reader, readEvents } from '../../testing/events.ts';
import { serverOfFile } from '../../testing/hooks.ts';
import { runEvents } from '../../testing/jobs.ts';
import { createOpenRequest } from '../../testing/requests.ts';
import { type Person, publishTrack, signUp } from '../../testing/server.ts';

const s = serverOfFile();
const settings = { publicUrl: undefined, rateLimit: false, logLevel: 'silent', site: undefined } as const;
let apps: FastifyInstance[] = [];
let readers: Reader[] = [];
afterEach(async () => {
  for (const reader of readers) reader.stop();
  for (const app of apps) await app.close();
  apps = [];
  readers = [];
});

/** Another server on the same database. */
async function open({ lookEveryMs = 300, people = 2000 } = {}) {
  const onPostgres = process.env.TEST_DATABASE_URL !== undefined;
  const own = onPostgres ? openPostgres(await urlOf(s.c.db)) : s.c.engine;
  let premieres: Parameters<typeof own.listen>[1] | undefined;
  let isAway = false;
  const engine: typeof own = {
    ...own,
    listen: (channel, listener) => {
      if (channel !== 'premiere') return own.listen(channel, listener);
      premieres = listener;
      return own.listen(channel, {
        ...listener,
        onMessage: (message) => !isAway && listener.onMessage(message),
      });
    },
  };
  const app = await buildApp(
    { ...s.c, engine },
    {
      ...settings,
      trustProxy: 1,
      streams: { everyMs: 50, lookEveryMs, people },
    },
  );
  apps.push(app);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const base = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  return {
    attend: (id: string, who: Person | { from: string; tab?: string }, leaves = false) =>
      call({ ...s, app }, `POST /requests/${id}/premiere/presence`, {
        body: { tab: ('tab' in who && who.tab) || randomUUID(), leaves },
        headers: 'token' in who ? who.headers : { 'x-forwarded-for': who.from },
      }),
    /** Hears nothing of the database while something happens. */
    missing: async (happens: () => Promise<unknown>) => {
      isAway = true;
      await happens();
      isAway = false;
      premieres!.onReconnect!();
    },
    read: async (id: string) => {
      const reader = await readEvents(`${base}/requests/${id}/premiere/events`);
      readers.push(reader);
      return reader;
    },
  };
}

/** A song that was just released. */
async function released(who: Person) {
  const id = await createOpenRequest(s.c, who.id, { votes: 30 });
  const track_id = await publishTrack(s.c, { duration_seconds: 60 });
  const release = { released: 1, release_date: s.time.now, track_id } as const;
  await s.c.db.updateTable('song_request').set(release).where('id', '=', id).execute();
  return { id, track_id };
}

/** The next `house` with so many people. */
async function houseOf(reader: Reader, people: number) {
  for (;;) {
    const { event, data } = await reader.next();
    if (event === 'house' && data.people === people) return data;
  }
}

it('two servers see one house: who comes to either of them, who leaves, and who vanishes', async () => {
  const [ann, bob] = [await signUp(s), await signUp(s)];
  const { id } = await released(ann);
  const [here, there] = [await open(), await open()];
  const [near, far] = [await here.read(id), await there.read(id)];
  expect((await here.attend(id, ann)).status).toBe(200);
  await there.attend(id, bob);
  await there.attend(id, { from: '203.0.113.1' });
  const username = async (who: Person) => (await call(s, 'GET /auth/me', { token: who.token })).body.username;
  const names = [await username(ann), await username(bob)];
  for (const reader of [near, far]) {
    const { faces } = await houseOf(reader, 3);
    expect(faces.map((face: { username: string }) => face.username).sort()).toEqual(names.sort());
  }
  // The same member on both servers is one.
  await there.attend(id, ann);
  await here.attend(id, bob, true);
  for (const reader of [near, far]) expect((await houseOf(reader, 2)).faces).toHaveLength(1);
  // Somebody who says nothing any more is gone when the house is read again.
  s.time.now += PRESENCE_GONE_MS + 1;
  await here.attend(id, ann);
  for (const reader of [near, far]) await houseOf(reader, 1);
  const data = s.c.personalData.find(({ name }) => name === 'premieres')!;
  await s.c.db.transaction().execute((tx) => data.erase(tx, ann.id, s.c));
  const rows = s.c.db.selectFrom('premiere_presence').where('user_id', '=', ann.id).selectAll();
  expect(await rows.execute()).toEqual([]);
});

it('tells everybody why it ends when the song is withdrawn, and nobody comes to it any more', async () => {
  const admin = await signUp(s, { tier: 'admin' });
  const { id, track_id } = await released(await signUp(s));
  const { attend, read } = await open();
  const reader = await read(id);
  await attend(id, { from: '203.0.113.2' });
  await houseOf(reader, 1);
  await call(s, `DELETE /track/${track_id}`, { token: admin.token });
  await runEvents(s.c);
  expect(await reader.next()).toMatchObject({
    event: 'premiere',
    data: { premiere: null, why: 'withdrawn' },
  });
  expect((await attend(id, { from: '203.0.113.2' })).status).toBe(404);
});

it('hears of what happened while its connection to the database was away', async () => {
  const ann = await signUp(s);
  const [{ id }, other] = [await released(ann), await released(ann)];
  const { read, missing } = await open({ lookEveryMs: 600_000 });
  const premiere = async (reader: Reader) => {
    for (;;) {
      const { event, data } = await reader.next();
      if (event === 'premiere') return data;
    }
  };
  s.time.now += 100_000;
  const token = ann.token;
  const starts_at = s.time.now + 60_000;
  expect((await call(s, `PUT /requests/${id}/premiere`, { token, body: { starts_at } })).status).toBe(200);
  const admin = await signUp(s, { tier: 'admin' });
  const again = { token: admin.token, body: { starts_at } };
  expect((await call(s, `PUT /requests/${other.id}/premiere`, again)).status).toBe(200);
  const [called, withdrawn] = [await read(id), await read(other.id)];
  await missing(async () => {
    await call(s, `DELETE /requests/${id}/premiere`, { token });
    await call(s, `DELETE /track/${other.track_id}`, { token: admin.token });
    await runEvents(s.c);
  });
  expect(await premiere(called)).toEqual({ premiere: null, why: 'called_off' });
  expect(await premiere(withdrawn)).toEqual({ premiere: null, why: 'withdrawn' });
});

it('counts no more visitors of a full premiere, whatever their addresses, but members', async () => {
  const { id } = await released(await signUp(s));
  const { attend, read } = await open({ people: 5 });
  const tab = randomUUID();
  expect((await attend(id, { from: '198.51.100.0', tab })).status).toBe(200);
  const answers = [];
  for (let n = 1; n < 8; n++) answers.push(await attend(id, { from: `198.51.100.${n}` }));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 503, 503, 503]);
  expect(answers.at(-1)).toMatchObject({ body: { code: 'premiere_full' }, headers: { 'retry-after': '60' } });
  expect((await attend(id, await signUp(s))).status).toBe(200);
  await houseOf(await read(id), 6);
  // Who is there stays, and who leaves makes room.
  expect((await attend(id, { from: '198.51.100.0', tab })).status).toBe(200);
  await attend(id, { from: '198.51.100.0', tab }, true);
  expect((await attend(id, { from: '198.51.100.9' })).status).toBe(503);
  s.time.now += PRESENCE_GONE_MS + 1;
  expect((await attend(id, { from: '198.51.100.9' })).status).toBe(200);
});

it('takes so many visitors of one address, and members besides', async () => {
  const ann = await signUp(s);
  const { id } = await released(ann);
  const { attend, read } = await open();
  const statuses = await Promise.all(
    Array.from({ length: 110 }, async () => (await attend(id, { from: '203.0.113.3' })).status),
  );
  expect(statuses.filter((status) => status === 429)).toHaveLength(10);
  expect((await attend(id, ann)).status).toBe(200);
  const { faces } = await houseOf(await read(id), 101);
  expect(faces).toHaveLength(1);
});

it('counts a visitor who vanished and comes back as one more of the address', async () => {
  const { id } = await released(await signUp(s));
  const { attend, read } = await open();
  const reader = await read(id);
  const tabs = Array.from({ length: 100 }, () => randomUUID());
  const comeAll = async () => {
    const answers = await Promise.all(tabs.map((tab) => attend(id, { from: '203.0.113.4', tab })));
    return answers.filter(({ status }) => status === 200).length;
  };
  expect(await comeAll()).toBe(100);
  await houseOf(reader, 100);
  s.time.now += PRESENCE_GONE_MS + 1;
  expect(await comeAll()).toBe(10);
});

it('premieres that do not exist take no turn from one that does', async () => {
  const { id } = await released(await signUp(s));
  const { attend, read } = await open({ lookEveryMs: 600_000 });
  const reader = await read(id);
  await houseOf(reader, 0);
  const from = '203.0.113.5';
  const nothing = Array.from({ length: 30 }, () => randomUUID());
  await Promise.all(nothing.map((none) => attend(none, { from }, true)));
  await attend(id, { from });
  await houseOf(reader, 1);
  const { status } = await call(s, `GET /requests/${nothing[0]}/premiere/events`);
  expect(status).toBe(404);
});

it.each([[{}], [{ tab: 'x' }], [{ tab: 1 }], [{ tab: randomUUID(), leaves: 'yes' }]])(
  '%j is refused',
  async (body) => {
    const { id } = await released(await signUp(s));
    expect((await call(s, `POST /requests/${id}/premiere/presence`, { body })).status).toBe(400);
  },
);
