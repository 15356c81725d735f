import type { AddressInfo } from 'node:net';
import { BoardEvent } from 'contract/features/song-requests.ts';
import { VOTE_GOAL } from 'contract/features/song-requests-constants.ts';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildApp } from '../../../app.ts';
import type { Context } from '../../../platform/context.ts';
import { openPostgres } from '../../../platform/db/postgres/postgres.ts';
import type { Tx } from '../../../platform/db/schema.ts';
import { call } from '../../../testing/calls.ts';
import { urlOf } from '../../../testing/databases/databases.ts';
import { type Reader, readEvents } from '../../../testing/events.ts';
import { serverOfFile } from '../../../testing/hooks.ts';
import { createOpenRequest, member } from '../../../testing/requests.ts';
import { type Person, publishTrack, signUp } from '../../../testing/server.ts';
import { notifyBoard } from '../events.ts';
import { merge } from '../moderation/merge.ts';
import { decline, lockRequest, release } from '../moderation/moderation.ts';
import type { RequestRow } from '../queries.ts';
import { endChoice, enterStudio, openChoice, showProgress } from '../stages.ts';
import type { LiveSettings } from './live.ts';

const onPostgres = process.env.TEST_DATABASE_URL !== undefined;

const s = serverOfFile();
let ann: Person;
let apps: FastifyInstance[] = [];
let readers: Reader[] = [];
beforeAll(async () => {
  ann = await member(s, 100_000);
});
afterEach(async () => {
  for (const reader of readers) reader.stop();
  for (const app of apps) await app.close();
  readers = [];
  apps = [];
});

const config = {
  publicUrl: undefined,
  trustProxy: 0,
  rateLimit: false,
  logLevel: 'silent',
  site: undefined,
} as const;

/** A listening server over the same database, with the number of notifications it has received. */
async function open(live: Partial<LiveSettings> = {}, changed: Partial<Context> = {}) {
  const received = { count: 0 };
  const c = { ...s.c, ...changed };
  const { engine } = c;
  c.engine = {
    ...engine,
    listen: (channel, listener) =>
      engine.listen(channel, {
        ...listener,
        onMessage: (text) => {
          listener.onMessage(text);
          received.count++;
        },
      }),
  };
  const app = await buildApp(c, { ...config, streams: { batchMs: 0, ...live } });
  apps.push(app);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/requests/events`;
  return {
    app,
    received,
    read: async (last?: string) => {
      const reader = await readEvents(url, last === undefined ? {} : { 'last-event-id': last });
      readers.push(reader);
      return reader;
    },
  };
}

const vote = (id: string) => call(s, `POST /requests/${id}/votes`, { token: ann.token });
/** Notifies of changed requests, whether they changed or not. */
const notify = (...ids: string[]) => s.c.db.transaction().execute((tx) => notifyBoard(tx, s.c.engine, ids));
/** Polls until the condition is true or the test times out. */
async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve));
}

describe('a change on the board is sent', () => {
  it('in order, with the current state and the counts', async () => {
    const { read } = await open();
    const reader = await read();
    const id = await createOpenRequest(s.c, ann.id);
    const { counts } = (await call(s, 'GET /requests/board')).body;
    for (let votes = 1; votes <= 3; votes++) {
      const { body } = await vote(id);
      const { event, data } = await reader.next();
      expect(event).toBe('request');
      const { own_votes, ...request } = body.request;
      expect(own_votes).toBe(votes);
      expect(data).toEqual({ request, counts: { ...counts, votes: counts.votes + votes } });
      expect(BoardEvent.strict().safeParse(data).success).toBe(true);
    }
  });

  it('with counts that match the request, during other votes', async () => {
    const { read } = await open();
    const reader = await read();
    const id = await createOpenRequest(s.c, ann.id);
    const others = (await call(s, 'GET /requests/board')).body.counts.votes;
    const votes = Promise.all(Array.from({ length: 40 }, () => vote(id)));
    let { request, counts } = (await reader.next()).data;
    while (request.votes < 40) {
      expect(counts.votes - request.votes).toBe(others);
      ({ request, counts } = (await reader.next()).data);
    }
    expect(counts.votes).toBe(others + 40);
    await votes;
  });

  it('to all readers, with the same increasing ids', async () => {
    const { read } = await open();
    const both = [await read(), await read()];
    const id = await createOpenRequest(s.c, ann.id);
    const ids: string[][] = [];
    for (let i = 0; i < 3; i++) {
      await notify(id);
      ids.push(await Promise.all(both.map(async (reader) => (await reader.next()).id)));
    }
    expect(ids.every(([one, other]) => one === other)).toBe(true);
    const numbers = ids.map(([id]) => Number(id!.split('.')[1]));
    expect(numbers).toEqual([numbers[0], numbers[0]! + 1, numbers[0]! + 2]);
  });

  it('when a request is submitted, edited, merged, released, reopened or declined', async () => {
    const { read } = await open();
    const reader = await read();
    const submitted = await call(s, 'POST /requests', {
      token: ann.token,
      body: { title: 'Neon', artist: 'Ilse', genre: 'jazz' },
    });
    const { id } = submitted.body;
    const next = async () => (await reader.next()).data.request;
    expect(await next()).toMatchObject({
      id,
      title: 'Neon',
      status: 'open',
      requested_by: ann.username,
    });
    const admin = await signUp(s, { tier: 'admin' });
    const edit = (body: object) => call(s, `PATCH /requests/${id}`, { token: admin.token, body });
    await edit({ title: 'Neon Rain' });
    expect(await next()).toMatchObject({ id, title: 'Neon Rain' });
    await s.c.db.transaction().execute((tx) => release(tx, s.c.engine, { id, track_id: null, now: 1 }));
    expect(await next()).toMatchObject({ id, status: 'released' });
    await edit({ released: false });
    expect(await next()).toMatchObject({ id, status: 'open' });
    await decline(s.c, id, 'No.');
    expect(await next()).toMatchObject({ id, status: 'declined' });
    const other = await createOpenRequest(s.c, ann.id);
    const duplicate = await createOpenRequest(s.c, ann.id);
    await merge(s.c, duplicate, other);
    expect([await next(), await next()]).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: duplicate, status: 'merged' }),
        expect.objectContaining({ id: other, status: 'open' }),
      ]),
    );
    const track_id = await publishTrack(s.c);
    await s.c.db.transaction().execute((tx) => release(tx, s.c.engine, { id: other, track_id, now: 1 }));
    expect(await next()).toMatchObject({ id: other, status: 'released', track_id });
  });

  it('when a request is made, how far it is, and when its choice opens and ends', async () => {
    const { read } = await open();
    const reader = await read();
    const id = await createOpenRequest(s.c, ann.id, { votes: VOTE_GOAL });
    const change = (how: (tx: Tx, row: RequestRow) => Promise<void>) =>
      s.c.db.transaction().execute(async (tx) => how(tx, await lockRequest(tx, s.c.engine, id)));
    const next = async () => (await reader.next()).data.request;
    const [count, ends_at] = [2, s.time.now + 60_000];
    await change((tx, row) => enterStudio(tx, s.c.engine, row, { count, now: 1 }));
    expect(await next()).toMatchObject({ id, status: 'in_studio', progress: 0 });
    await showProgress(s.c, id, 0.5);
    expect(await next()).toMatchObject({ id, progress: 0.5 });
    await change((tx, row) => openChoice(tx, s.c.engine, row, { count, ends_at, now: 1 }));
    expect(await next()).toMatchObject({ id, status: 'choosing', choosing_ends_at: ends_at });
    await showProgress(s.c, id, 0.9);
    await change((tx) => endChoice(tx, s.c.engine, id, s.time.now));
    expect(await next()).toMatchObject({ id, choosing_ends_at: s.time.now });
  });

  it('but not if it is rolled back or refused', async () => {
    const { read } = await open();
    const reader = await read();
    const [id, marker] = [await createOpenRequest(s.c, ann.id), await createOpenRequest(s.c, ann.id)];
    const failing = s.c.db.transaction().execute(async (tx) => {
      await release(tx, s.c.engine, { id, track_id: null, now: 1 });
      throw new Error('the track could not be written');
    });
    await expect(failing).rejects.toThrow('could not be written');
    const poor = await member(s, 0);
    expect((await call(s, `POST /requests/${id}/votes`, { token: poor.token })).status).toBe(402);
    await notify(marker);
    expect((await reader.next()).data.request.id).toBe(marker);
  });

  it('once per request, even if it changed several times', async () => {
    const { read, received } = await open({ batchMs: 100 });
    const reader = await read();
    const [often, once] = [await createOpenRequest(s.c, ann.id), await createOpenRequest(s.c, ann.id)];
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    try {
      for (let i = 0; i < 5; i++) await vote(often);
      await vote(once);
      await until(() => received.count === 6);
      expect(reader.text()).not.toContain('event:');
      vi.advanceTimersByTime(100);
    } finally {
      vi.useRealTimers();
    }
    const events = [await reader.next(), await reader.next()];
    expect(new Map(events.map(({ data }) => [data.request.id, data.request.votes]))).toEqual(
      new Map([
        [often, 5],
        [once, 1],
      ]),
    );
    await notify(once);
    expect((await reader.next()).data.request.id).toBe(once);
  });

  it('in batches when many requests change at once, and none is lost', async () => {
    const { read } = await open();
    const reader = await read();
    const ids: string[] = [];
    for (let i = 0; i < 60; i++) ids.push(await createOpenRequest(s.c, ann.id));
    await notify(...ids);
    const received = new Set<string>();
    for (let i = 0; i < 60; i++) received.add((await reader.next()).data.request.id);
    expect(received).toEqual(new Set(ids));
  });

  it('later if the database fails at first', async () => {
    const { db } = s.c;
    let failures = 0;
    const failing = new Proxy(db, {
      get: (target, name) => {
        const value = Reflect.get(target, name, target);
        if (name !== 'selectFrom' || failures > 0)
          return typeof value === 'function' ? value.bind(target) : value;
        return () => {
          failures++;
          throw new Error('gone');
        };
      },
    });
    const { read } = await open({}, { db: failing });
    const reader = await read();
    const id = await createOpenRequest(s.c, ann.id);
    await notify(id);
    expect((await reader.next()).data.request.id).toBe(id);
    expect(failures).toBe(1);
  });
});

describe('a client that reconnects', () => {
  it('resumes after the last event it read', async () => {
    const { read } = await open();
    const [reader, other] = [await read(), await read()];
    const [a, b, c] = [
      await createOpenRequest(s.c, ann.id),
      await createOpenRequest(s.c, ann.id),
      await createOpenRequest(s.c, ann.id),
    ];
    await notify(a);
    await other.next();
    const { id } = await reader.next();
    reader.stop();
    for (const one of [b, c]) {
      await notify(one);
      await other.next();
    }
    const back = await read(id);
    const events = [await back.next(), await back.next()];
    expect(events.map(({ event, data }) => [event, data.request.id])).toEqual([
      ['request', b],
      ['request', c],
    ]);
    await notify(a);
    expect((await back.next()).data.request.id).toBe(a);
    expect(back.lastId()).toBe((await other.next()).id);
  });

  it('resumes from the start of its stream if it had read no event', async () => {
    const { read } = await open();
    const [reader, other] = [await read(), await read()];
    await until(() => reader.lastId() !== '');
    reader.stop();
    const id = await createOpenRequest(s.c, ann.id);
    await notify(id);
    await other.next();
    expect((await (await read(reader.lastId())).next()).data.request.id).toBe(id);
  });

  it.each(['nonsense', 'abc.1', '0', '.', '\u00e9'])('gets a reset for the id "%s"', async (last) => {
    const { read } = await open();
    const reader = await read(last);
    expect(await reader.next()).toMatchObject({ event: 'reset', data: {} });
    const again = await read(reader.lastId());
    const id = await createOpenRequest(s.c, ann.id);
    await notify(id);
    expect((await again.next()).data.request.id).toBe(id);
  });

  it('gets a reset for an id that is in the future, from another server or too old', async () => {
    const { read } = await open({ historyLength: 2000 });
    const other = await read();
    const id = await createOpenRequest(s.c, ann.id);
    await notify(id);
    const old = (await other.next()).id;
    const [series, number] = old.split('.');
    expect((await (await read(`${series}.${Number(number) + 1}`)).next()).event).toBe('reset');
    const second = await open();
    expect((await (await second.read(old)).next()).event).toBe('reset');
    for (let i = 0; i < 10; i++) {
      await notify(id);
      await other.next();
    }
    expect((await (await read(old)).next()).event).toBe('reset');
    const back = await read(other.lastId());
    await notify(id);
    expect((await back.next()).event).toBe('request');
  });

  it('gets a reset if something changed while nobody was connected', async () => {
    const { read, received } = await open();
    const reader = await read();
    const id = await createOpenRequest(s.c, ann.id);
    await notify(id);
    const last = (await reader.next()).id;
    reader.stop();
    // The server notices the closed connection only after a while.
    let first: string;
    do {
      const { count } = received;
      await notify(id);
      await until(() => received.count > count);
      const back = await read(last);
      first = (await back.next()).event;
      back.stop();
    } while (first !== 'reset');
  });
});

it('runs no queries while nobody is connected', async () => {
  let queries = 0;
  const db = s.c.db.withPlugin({
    transformQuery({ node }) {
      queries++;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const { read, received } = await open({}, { db });
  const id = await createOpenRequest(s.c, ann.id);
  await notify(id);
  await until(() => received.count === 1);
  const reader = await read();
  await notify(id);
  await reader.next();
  // One event: the request and the counts in one statement.
  expect(queries).toBe(1);
});

it('refuses too many streams from one address', async () => {
  const { read } = await open({ perAddress: 1 });
  await read();
  const refused = await read();
  await refused.ended;
  expect([refused.status, JSON.parse(refused.text()).code]).toEqual([429, 'too_many_streams']);
});

it('a server that stops closes its streams without waiting for clients', async () => {
  const { app, read } = await open();
  const reader = await read();
  await app.close();
  await reader.ended;
});

describe('two servers on one database', () => {
  it('send changes made on the other server once', async () => {
    const engine = onPostgres ? openPostgres(await urlOf(s.c.db)) : s.c.engine;
    const [here, there] = [await open(), await open({}, { engine })];
    const [near, far] = [await here.read(), await there.read()];
    const id = await createOpenRequest(s.c, ann.id);
    for (let votes = 1; votes <= 2; votes++) {
      const server = votes === 1 ? here : there;
      await call({ ...s, app: server.app }, `POST /requests/${id}/votes`, { token: ann.token });
      for (const reader of [near, far])
        expect((await reader.next()).data.request).toMatchObject({ id, votes });
    }
    expect(near.lastId()).not.toBe(far.lastId());
  });

  // SQLite has no connection to lose.
  if (onPostgres)
    it('send a reset after the connection to the database was lost', async () => {
      const { read } = await open();
      const reader = await read();
      // What a listener ran last: after 15 s, its probe.
      const ended = await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and (query like 'listen%' or query = 'select 1')`.execute(s.c.db);
      // Of two servers: for requests, applause, premieres, playlists, and notes on requests and songs.
      expect(ended.rows).toHaveLength(12);
      expect((await reader.next()).event).toBe('reset');
      const id = await createOpenRequest(s.c, ann.id);
      await notify(id);
      expect((await reader.next()).data.request.id).toBe(id);
    });
});
