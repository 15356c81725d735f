import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildApp } from '../../app.ts';
import type { AppContext } from '../../app-context.ts';
import { setVisibility } from '../../features/people/people.ts';
import { productMetrics } from '../../metrics.ts';
import { type PostgresCluster, startPostgres, startStandby } from '../../testing/postgres.ts';
import { publishTrack, signUp, type TestServer, testServer } from '../../testing/server.ts';
import { onReplica } from '../http/replica-reads.ts';
import { replicaRead } from '../metrics/events.ts';
import { LAST_POSITION, openReplica, positionOf, type Replica, replicaLag } from './replica.ts';

it('positions of the log are in order', () => {
  const texts = ['0/9', '0/FFFFFFFF', '1/0', '16/B374D848', LAST_POSITION];
  const positions = texts.map(positionOf);
  expect(positions.toSorted((a, b) => Number(a > b) - 0.5)).toEqual(positions);
});

it('a replica is as old as its oldest missing change, by our own clock', () => {
  const lag = replicaLag();
  const atOnce = () => [lag.lagMs(5000), lag.hasReplayed(100n)];
  lag.replicaIsAt(99n);
  expect(atOnce()).toEqual([Number.POSITIVE_INFINITY, false]);
  lag.primaryWasAt(100n, 1000);
  expect(atOnce()).toEqual([Number.POSITIVE_INFINITY, false]);
  lag.replicaIsAt(100n);
  expect(atOnce()).toEqual([0, true]);
  lag.primaryWasAt(100n, 1500);
  expect(atOnce()[0]).toBe(0);
  lag.primaryWasAt(200n, 2000);
  lag.primaryWasAt(300n, 3000);
  expect(atOnce()[0]).toBe(3000);
  lag.replicaIsAt(250n);
  expect(atOnce()[0]).toBe(2000);
  lag.forget();
  lag.replicaIsAt(300n);
  expect(atOnce()).toEqual([Number.POSITIVE_INFINITY, true]);
});

if (process.env.TEST_DATABASE_URL)
  describe('with a standby', () => {
    const before = { ...process.env };
    const quiet = {
      publicUrl: undefined,
      trustProxy: 0,
      rateLimit: false,
      logLevel: 'silent',
      site: undefined,
    };
    let [primary, standby]: (PostgresCluster | undefined)[] = [];
    let s: TestServer;
    let url: string;
    const replicas: Replica[] = [];
    const contexts: AppContext[] = [];
    const apps: FastifyInstance[] = [];

    async function newApp(limits: Parameters<typeof openReplica>[2]): Promise<void> {
      const replica = await openReplica(url, s.c.db, { everyMs: 20, ...limits });
      const c = { ...s.c, replica };
      apps.push(await buildApp(c, quiet));
      replicas.push(replica);
      contexts.push(c);
    }

    beforeAll(async () => {
      primary = await startPostgres();
      // A read that conflicts with what is replayed is canceled at once.
      standby = await startStandby(primary, {
        durable: false,
        settings: { max_standby_streaming_delay: '0' },
      });
      process.env.TEST_DATABASE_URL = primary.url;
      delete process.env.TEST_DATABASE_TEMPLATE;
      s = await testServer();
      const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(s.c.db);
      url = standby.url.replace(/[^/]*$/, rows[0]!.name);
      await newApp({});
      await newApp({});
      await vi.waitFor(() => expect(replicas.map(({ state }) => state())).toEqual(['ok', 'ok']), 10_000);
    });

    afterAll(async () => {
      Object.assign(process.env, before);
      for (const app of apps) await app.close();
      for (const replica of replicas) await replica.close();
      await s?.close();
      await standby?.stop();
      await primary?.stop();
    });

    /** Asks again if the statement is canceled for what the standby has to replay. */
    const onStandby = (text: string) =>
      vi.waitFor(async () => {
        const client = new pg.Client({ connectionString: url });
        try {
          await client.connect();
          return (await client.query(text)).rowCount;
        } finally {
          await client.end();
        }
      }, 10_000);
    let outcomes: unknown[] = [];
    const record = (outcome: unknown) => outcomes.push(outcome);
    replicaRead.subscribe(record);
    afterAll(() => replicaRead.unsubscribe(record));
    beforeEach(() => {
      outcomes = [];
    });
    const titleOf = async (id: string, cookie?: string, app = apps[0]!) => {
      const { body } = await app.inject({ url: `/track/${id}`, headers: { ...(cookie && { cookie }) } });
      return JSON.parse(body).title;
    };
    /** Changes a track's title as an admin. @returns the admin's cookie. */
    const rename = async (id: string, title: string) => {
      const { statusCode, headers } = await apps[0]!.inject({
        method: 'PATCH',
        url: `/track/${id}`,
        headers: { authorization: `Bearer ${admin}` },
        payload: { title },
      });
      expect(statusCode).toBe(200);
      expect(headers['set-cookie']).toMatch(
        /^written=[\dA-F]+\/[\dA-F]+; Path=\/; Max-Age=60; HttpOnly; SameSite=Lax$/,
      );
      return String(headers['set-cookie']).split(';')[0]!;
    };
    let admin: string;
    let id: string;
    beforeAll(async () => {
      admin = (await signUp(s, { tier: 'admin' })).token;
      id = await publishTrack(s.c, { title: 'Before' });
      await vi.waitFor(() => expect(replicas.map((one) => one.lagMs())).toEqual([0, 0]), 10_000);
    });

    it('visitors read from it, and people who wrote something from the primary until it knows that', async () => {
      await onStandby('select pg_wal_replay_pause()');
      const cookie = await rename(id, 'After');
      expect(await titleOf(id)).toBe('Before');
      for (const app of apps) expect(await titleOf(id, cookie, app)).toBe('After');
      expect(outcomes).toEqual(['replica', 'written', 'written']);
      await onStandby('select pg_wal_replay_resume()');
      await expect.poll(() => titleOf(id)).toBe('After');
      await expect.poll(() => replicas[1]!.has(positionOf(cookie.split('=')[1]!))).toBe(true);
      expect(await titleOf(id, cookie, apps[1])).toBe('After');
      expect(outcomes.at(-1)).toBe('replica');
      // No cookie can make the server fail.
      for (const forged of ['written=x', 'written=/', `written=${LAST_POSITION}`, 'written=123456789/0'])
        expect(await titleOf(id, forged)).toBe('After');
    });

    it('what it does not know yet is looked for on the primary', async () => {
      await onStandby('select pg_wal_replay_pause()');
      const fresh = await publishTrack(s.c, { title: 'Fresh' });
      expect(await titleOf(fresh)).toBe('Fresh');
      const page = await apps[0]!.inject({ url: `/track/${fresh}/page` });
      expect(JSON.parse(page.body).track.title).toBe('Fresh');
      expect(outcomes).toEqual(['missing', 'missing']);
      expect((await apps[0]!.inject({ url: `/track/${randomUUID()}` })).statusCode).toBe(404);
      await onStandby('select pg_wal_replay_resume()');
    });

    it('feeds, players, profiles and the sitemap are read from it, too', async () => {
      const person = await signUp(s);
      const own = await publishTrack(s.c, { title: 'Draft' });
      await setVisibility(s.c, person.id, true);
      await expect
        .poll(() => onStandby(`select 1 from public_profile where user_id = '${person.id}'`))
        .toBe(1);
      await onStandby('select pg_wal_replay_pause()');
      const cookie = await rename(own, 'Announced');
      await setVisibility(s.c, person.id, false);
      const fresh = await publishTrack(s.c, { title: 'Fresh' });
      const oembed = `/oembed?url=${encodeURIComponent(`http://o.test/tracks/${own}`)}`;
      const text = async (url: string, headers: Record<string, string> = {}) =>
        (await apps[0]!.inject({ url, headers: { host: 'o.test', ...headers } })).body;
      outcomes = [];
      for (const url of ['/feeds/new.xml', oembed, '/sitemap-tracks-1.xml']) {
        expect(await text(url), url).toMatch(/draft/i);
        expect(await text(url, { cookie }), url).toMatch(/announced/i);
      }
      const profile = `/person/${person.username}/page`;
      expect(await text(profile)).toContain(person.username);
      expect(await text(profile, { cookie })).not.toContain(person.username);
      expect(outcomes).toEqual(Array.from({ length: 4 }, () => ['replica', 'written']).flat());
      // What a shared link names may be newer than the replica.
      expect(await text(oembed.replace(own, fresh))).toContain('Fresh');
      expect(outcomes.at(-1)).toBe('missing');
      await onStandby('select pg_wal_replay_resume()');
    });

    it('is not used while it is too far behind', async () => {
      await newApp({ maxLagMs: 50 });
      const replica = replicas.at(-1)!;
      await expect.poll(replica.state).toBe('ok');
      await onStandby('select pg_wal_replay_pause()');
      await rename(id, 'Later');
      await expect.poll(replica.state).toBe('behind');
      expect(await titleOf(id, undefined, apps.at(-1))).toBe('Later');
      expect(await titleOf(id)).toBe('After');
      const { statusCode, body } = await apps.at(-1)!.inject({ url: '/readyz' });
      expect([statusCode, JSON.parse(body).checks.replica]).toEqual([200, 'behind']);
      await onStandby('select pg_wal_replay_resume()');
      await expect.poll(replica.state).toBe('ok');
    });

    it('a read that it cancels for what it has to replay is answered by the primary', async () => {
      const c = contexts[0]!;
      let runs = 0;
      const slow = onReplica(c, { headers: {} } as FastifyRequest, async ({ db }) => {
        runs++;
        const isStandby = sql<{ is: boolean }>`select pg_is_in_recovery() as is, title,
        case when pg_is_in_recovery() then pg_sleep(8) end from track`;
        return (await isStandby.execute(db)).rows[0]!.is;
      });
      await expect.poll(() => runs).toBe(1);
      await expect
        .poll(() =>
          onStandby(
            `select 1 from pg_stat_activity where query like '%pg_sleep(8)%' and state = 'active' and pid <> pg_backend_pid()`,
          ),
        )
        .toBe(1);
      await s.c.db.transaction().execute((tx) => sql`lock table track in access exclusive mode`.execute(tx));
      expect(await slow).toBe(false);
      expect(runs).toBe(2);
      expect(outcomes).toEqual(['failed']);
    });

    it('refuses writes, and another database', async () => {
      const write = replicas[0]!.read((db) => db.deleteFrom('track').execute());
      await expect(write).rejects.toThrow(/read-only transaction/);
      const itself = await openReplica(new URL(new URL(url).pathname, primary!.url).href, s.c.db, {
        everyMs: 20,
      });
      await sleep(100);
      expect(itself.state()).toBe('away');
      await itself.close();
    });

    it('the primary answers everything while it is away, and the server is ready', async () => {
      const stuck = onReplica(contexts[0]!, { headers: {} } as FastifyRequest, async ({ db }) => {
        const { rows } = await sql<{ is: boolean }>`select pg_is_in_recovery() as is,
        case when pg_is_in_recovery() then pg_sleep(8) end`.execute(db);
        return rows[0]!.is;
      });
      await standby!.halt('immediate');
      expect(await stuck).toBe(false);
      await expect.poll(replicas[0]!.state).toBe('away');
      const metrics = await productMetrics(contexts[0]!);
      expect((await metrics.read()).text).toMatch(/^ovation_replica_up 0$/m);
      await rename(id, 'Away');
      expect(await titleOf(id)).toBe('Away');
      const { statusCode, body } = await apps[0]!.inject({ url: '/readyz' });
      expect([statusCode, JSON.parse(body).checks.replica]).toEqual([200, 'away']);
      await standby!.start();
      await expect.poll(replicas[0]!.state, { timeout: 30_000 }).toBe('ok');
      expect(await titleOf(id)).toBe('Away');
      expect(outcomes).toEqual(['failed', 'away', 'replica']);
      await expect.poll(async () => (await metrics.read()).text).toMatch(/^ovation_replica_up 1$/m);
      expect((await metrics.read()).text).toContain('ovation_replica_reads_total{outcome="replica"} 1\n');
    });
  });
