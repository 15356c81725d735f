import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../app.ts';
import { freshDatabase } from '../testing/fresh-database.ts';
import { hasNats, type Nats, startNats } from '../testing/nats.ts';
import { testServer } from '../testing/server.ts';
import { type Database, openDatabase } from './db/database.ts';
import { prepared } from './db/engine.ts';
import { type Broker, type Channel, natsBroker } from './events.ts';

/** Sixty such calls are what an address may make at once. */
const EXPENSIVE = `/playlist/${randomUUID()}/tracks`;

const QUICK = { patienceMs: 300, probeMs: 100, closeMs: 200 };

describe.skipIf(!hasNats())('with NATS', () => {
  let nats: Nats;
  let brokers: Broker[] = [];
  beforeAll(async () => {
    nats = await startNats();
  });
  afterAll(() => nats.kill());
  afterEach(async () => {
    await Promise.all(brokers.map((broker) => broker.close()));
    brokers = [];
  });

  /** A server's end of the broker, with what it heard; 'reset' stands for starting over. */
  function open({ id = 'test', url = nats.url, limits = QUICK as Partial<typeof QUICK> } = {}) {
    const broker = natsBroker(url, limits);
    const heard: string[] = [];
    const states: string[] = [];
    for (const channel of ['board', 'studio'] as Channel[])
      broker.listen(channel, {
        onMessage: (text) => heard.push(`${channel} ${text}`),
        onReconnect: () => channel === 'board' && heard.push('reset'),
      });
    broker.onChange((state) => states.push(state));
    broker.join(id);
    brokers.push(broker);
    return { broker, heard, states };
  }
  const connected = ({ broker }: { broker: Broker }) => expect.poll(broker.isConnected).toBe(true);
  const away = ({ broker }: { broker: Broker }) => expect.poll(broker.isConnected).toBe(false);

  it('servers of one database hear each other in order, and themselves at once', async () => {
    const [one, other, stranger] = [open(), open(), open({ id: 'another' })];
    await Promise.all([one, other, stranger].map(connected));
    const sent = Array.from({ length: 500 }, (_, i) => `board ${i}`);
    for (const i of sent.keys()) one.broker.publish('board', String(i));
    expect(one.heard).toEqual(['reset', ...sent]);
    await expect.poll(() => other.heard).toEqual(['reset', ...sent]);
    expect(stranger.heard).toEqual(['reset']);
    expect(one.states).toEqual([]);
  });

  it('what a server says before its end arrives', async () => {
    const other = open();
    await connected(other);
    const one = open();
    one.broker.publish('studio', 'last');
    await connected(one);
    one.broker.publish('board', 'words');
    await one.broker.close();
    await expect.poll(() => other.heard).toEqual(['reset', 'studio last', 'board words']);
  });

  it('a broker that is gone at the start, killed and restarted only delays', async () => {
    await nats.kill();
    const [one, other] = [open(), open()];
    await expect.poll(() => [one.states, other.states]).toEqual([['away'], ['away']]);
    one.broker.publish('board', 'early');
    expect(one.heard).toEqual(['board early']);
    await nats.start();
    await Promise.all([one, other].map(connected));
    // Whichever connected first.
    await expect.poll(() => other.heard.includes('board early') || other.heard.includes('reset')).toBe(true);
    for (let round = 0; round < 3; round++) {
      await nats.kill();
      await Promise.all([one, other].map(away));
      one.broker.publish('board', `during ${round}`);
      await nats.start();
      await Promise.all([one, other].map(connected));
      one.broker.publish('board', `after ${round}`);
      await expect.poll(() => other.heard.at(-1)).toBe(`board after ${round}`);
      // It hears the message, or it connected later and starts over.
      expect(other.heard.slice(-3).some((said) => said === `board during ${round}` || said === 'reset')).toBe(
        true,
      );
    }
    // Once for each change, however many attempts failed.
    expect(one.states).toEqual(['away', 'connected', ...Array(3).fill(['away', 'connected']).flat()]);
  });

  it('a broker that is frozen delays, and leaves neither sockets nor messages behind', async () => {
    const [one, other] = [open(), open()];
    await Promise.all([one, other].map(connected));
    const sockets = () => readdirSync('/proc/self/fd').length;
    const before = sockets();
    nats.pause();
    await Promise.all([one, other].map(away));
    for (let i = 0; i < 20_000; i++) one.broker.publish('board', String(i));
    await sleep(2500);
    expect(sockets()).toBeLessThan(before + 5);
    expect(one.states).toEqual(['away']);
    other.heard.length = 0;
    nats.resume();
    await Promise.all([one, other].map(connected));
    one.broker.publish('board', 'after');
    await expect.poll(() => other.heard.at(-1)).toBe('board after');
    // Instead of 20,000 messages.
    expect(other.heard).toContain('reset');
    expect(other.heard.length).toBeLessThan(5);
  });

  it('a message that is too long makes the others start over, and one with a line break is dropped', async () => {
    const [one, other] = [open(), open()];
    await Promise.all([one, other].map(connected));
    one.broker.publish('board', 'x'.repeat(8001));
    await expect.poll(() => other.heard).toEqual(['reset', 'reset']);
    one.broker.publish('board', 'a\n\nevent: forged');
    one.broker.publish('board', 'b');
    await expect.poll(() => other.heard).toEqual(['reset', 'reset', 'board b']);
  });

  it('the next of several servers takes over, with a password', async () => {
    const guarded = await startNats('--user', 'ovation', '--pass', 'p@ss');
    const address = guarded.url.replace('//', '//ovation:p%40ss@');
    const [one, other] = [`nats://127.0.0.1:1,${address}`, address].map((url) => open({ url }));
    await Promise.all([one!, other!].map(connected));
    one!.broker.publish('board', 'x');
    await expect.poll(() => other!.heard).toContain('board x');
    const refused = open({ url: guarded.url });
    await expect.poll(() => refused.states).toEqual(['away']);
    await guarded.kill();
  });

  it('what greets and then says nothing is no broker', async () => {
    const mute = createServer((socket) => socket.on('error', () => {}).write('INFO {}\r\n'));
    await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve));
    const { port } = mute.address() as { port: number };
    const one = open({ url: `nats://127.0.0.1:${port}` });
    await expect.poll(() => one.states).toEqual(['away']);
    one.broker.publish('board', 'x');
    expect(one.heard).toEqual(['board x']);
    mute.close();
  });

  it('servers share the calls of an address', async () => {
    const s = await testServer();
    const config = {
      publicUrl: undefined,
      trustProxy: 1,
      rateLimit: true,
      logLevel: 'silent',
      site: undefined,
    };
    const ends = [open({ limits: {} }), open({ limits: {} })];
    const apps = await Promise.all(ends.map(({ broker }) => buildApp({ ...s.c, broker }, config)));
    await Promise.all(ends.map(connected));
    const status = async (server: number, from: string) =>
      (await apps[server]!.inject({ url: EXPENSIVE, headers: { 'x-forwarded-for': from } })).statusCode;
    while ((await status(0, '203.0.113.1')) !== 429);
    await expect.poll(() => status(1, '203.0.113.1')).toBe(429);
    expect(await status(1, '203.0.113.2')).toBe(404);
    s.time.now += 13_000;
    expect([await status(0, '203.0.113.1'), await status(1, '203.0.113.1')]).toEqual([404, 404]);
    // Without the broker, each counts for itself.
    await nats.kill();
    await Promise.all(ends.map(away));
    while ((await status(0, '203.0.113.3')) !== 429);
    expect(await status(1, '203.0.113.3')).toBe(404);
    await nats.start();
    for (const app of apps) await app.close();
    await s.close();
  });

  if (process.env.TEST_DATABASE_URL)
    describe('and PostgreSQL', () => {
      let fresh: { url: string; drop: () => Promise<void> };
      const databases: Database[] = [];
      beforeAll(async () => {
        fresh = await freshDatabase(process.env.TEST_DATABASE_URL!);
        for (let i = 0; i < 2; i++)
          databases.push(await openDatabase({ dataDir: '', databaseUrl: fresh.url, natsUrl: nats.url }));
      });
      afterAll(async () => {
        for (const { close } of databases) await close();
        await fresh.drop();
      });

      it('a notification is published when its transaction has committed, and only then', async () => {
        const [one, other] = databases as [Database, Database];
        const heard: string[] = [];
        const listening = await Promise.all(
          databases.map(({ engine }, i) =>
            engine.listen('board', {
              onMessage: (text) => heard.push(`${i} ${text}`),
              onReconnect: () => {},
            }),
          ),
        );
        await Promise.all(databases.map(({ broker }) => expect.poll(broker!.isConnected).toBe(true)));
        const { engine } = one;
        const row = (value: number) => prepared('one', sql<{ value: number }>`select ${value}::int as value`);
        await one.db.transaction().execute(async (tx) => {
          await engine.notify('board', 'first').execute(tx);
          expect(await engine.pipeline(tx, [row(1), engine.notify('board', 'second'), row(2)])).toEqual([
            [{ value: 1 }],
            [],
            [{ value: 2 }],
          ]);
          await sleep(100);
          expect(heard).toEqual([]);
          await engine.pipeline(tx, [engine.notify('board', 'third'), row(3)], 'commit');
          expect(heard).toEqual(['0 first', '0 second', '0 third']);
        });
        const failed = one.db.transaction().execute(async (tx) => {
          await engine.pipeline(tx, [engine.notify('board', 'never'), sql`select 1 / 0`], 'commit');
        });
        await expect(failed).rejects.toThrow(/division/);
        await one.db
          .transaction()
          .execute(async (tx) => {
            await engine.notify('board', 'never').execute(tx);
            throw new Error('rolled back');
          })
          .catch(() => {});
        await engine.notify('board', 'alone').execute(one.db);
        await expect
          .poll(() => heard.filter((said) => said.startsWith('1')))
          .toEqual(['first', 'second', 'third', 'alone'].map((text) => `1 ${text}`));
        expect(heard.some((said) => said.includes('never'))).toBe(false);
        await other.engine.notify('board', 'back').execute(other.db);
        await expect.poll(() => heard).toContain('0 back');
        for (const { stop } of listening) stop();
      });
    });
});
