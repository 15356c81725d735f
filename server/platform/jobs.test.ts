import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { serverOfFile } from '../testing/hooks.ts';
import { updateRows } from '../testing/rows.ts';
import {
  emit,
  enqueue,
  followProgress,
  hurry,
  type JobKind,
  LEASE_MS,
  LeaseLost,
  listFailing,
  retryJob,
  startWorker,
  withEvents,
} from './jobs.ts';

const s = serverOfFile();
const HOUR = 3_600_000;

type Kinds = Record<string, JobKind<typeof s.c>>;

/** A worker of its own, which ends with the test. */
function start(kinds: Kinds, onError: (error: unknown) => void = () => {}) {
  const worker = startWorker({ ...s.c, clock: Date.now }, kinds, onError);
  onTestFinished(() => worker.stop());
  return worker;
}
const add = (kind: string, more: { key?: string; payload?: object; run_at?: number } = {}) =>
  enqueue(s.c.db, s.c.engine, { kind, run_at: Date.now(), ...more });
const left = (kind: string) =>
  s.c.db.selectFrom('job').where('kind', '=', kind).selectAll().orderBy('created_at').execute();

it('a job runs once, after the commit of the transaction that enqueued it', async () => {
  const done: string[] = [];
  start({ once: { run: async (_c, { name }: { name: string }) => void done.push(name) } });
  await s.c.db.transaction().execute(async (tx) => {
    await enqueue(tx, s.c.engine, { kind: 'once', payload: { name: 'kept' }, run_at: Date.now() });
  });
  await s.c.db
    .transaction()
    .execute(async (tx) => {
      await enqueue(tx, s.c.engine, { kind: 'once', payload: { name: 'undone' }, run_at: Date.now() });
      throw new Error('undone');
    })
    .catch(() => {});
  await expect.poll(() => left('once')).toEqual([]);
  expect(done).toEqual(['kept']);
});

it('of two jobs with one key one waits, with the earlier time and the later payload', async () => {
  const now = Date.now();
  await add('keyed', { key: 'a', payload: { n: 1 }, run_at: now + HOUR });
  await add('keyed', { key: 'a', payload: { n: 2 }, run_at: now + 2 * HOUR });
  await add('keyed', { key: 'b', run_at: now + HOUR });
  await add('keyed', { run_at: now + HOUR });
  await add('keyed', { run_at: now + HOUR });
  const rows = await left('keyed');
  expect(rows.filter(({ key }) => key === 'a')).toMatchObject([{ payload: '{"n":2}', run_at: now + HOUR }]);
  expect(rows).toHaveLength(4);
});

it('one that is enqueued while its like runs runs afterwards', async () => {
  const begun = Promise.withResolvers<void>();
  const go = Promise.withResolvers<void>();
  let [runs, atOnce, most] = [0, 0, 0];
  start({
    again: {
      atOnce: 4,
      run: async () => {
        most = Math.max(most, ++atOnce);
        if (++runs === 1) {
          begun.resolve();
          await go.promise;
        }
        atOnce--;
      },
    },
  });
  await add('again', { key: 'x' });
  await begun.promise;
  await add('again', { key: 'x' });
  await sleep(20);
  expect(runs).toBe(1);
  go.resolve();
  await expect.poll(() => left('again')).toEqual([]);
  expect([runs, most]).toEqual([2, 1]);
});

it('a failed job is tried again later, and in the end an admin sees why and runs it again', async () => {
  let attempts = 0;
  let isBroken = true;
  const errors: unknown[] = [];
  const kinds: Kinds = {
    failing: {
      retryMs: (count) => (count < 3 ? 1 : undefined),
      run: async () => {
        attempts++;
        if (isBroken) throw new Error('the receiver is away');
      },
    },
  };
  start(kinds, (error) => errors.push(error));
  await add('failing', { key: 'x' });
  await expect.poll(() => left('failing')).toMatchObject([{ run_at: null, error: 'the receiver is away' }]);
  expect([attempts, errors.length]).toEqual([3, 3]);
  const [failed] = await listFailing(s.c.db, 10);
  expect(failed).toMatchObject({ kind: 'failing', key: 'x', attempts: 3 });
  isBroken = false;
  expect(await retryJob(s.c, failed!.id)).toBe(true);
  expect(await retryJob(s.c, failed!.id)).toBe(false);
  await expect.poll(() => left('failing')).toEqual([]);
});

it('a job that asks for it runs again, and its attempts begin anew', async () => {
  const attempts: number[] = [];
  start({
    polling: {
      run: async (_c, _payload, job) => {
        attempts.push(job.attempts);
        return attempts.length < 3 ? { inMs: 1 } : undefined;
      },
    },
  });
  await add('polling');
  await expect.poll(() => left('polling')).toEqual([]);
  expect(attempts).toEqual([1, 1, 1]);
});

it('a periodic job is one row for all servers, and can be made due earlier', async () => {
  let runs = 0;
  const periodic: Kinds = { periodic: { everyMs: HOUR, run: async () => void runs++ } };
  start(periodic);
  start(periodic);
  await expect.poll(() => runs).toBe(1);
  await expect.poll(async () => (await left('periodic'))[0]?.lease).toBeNull();
  expect(await left('periodic')).toHaveLength(1);
  await hurry(s.c.db, s.c.engine, 'periodic', Date.now());
  await expect.poll(() => runs).toBe(2);
  await expect.poll(async () => (await left('periodic'))[0]?.run_at).toBeGreaterThan(Date.now() + HOUR / 2);
  expect(await left('periodic')).toHaveLength(1);
});

it('a job of a server that died is taken by another, which the first one cannot end any more', async () => {
  await add('abandoned', { key: 'x' });
  const [row] = await left('abandoned');
  await updateRows(s.c, 'job', { id: row!.id }, { lease: 'dead', attempts: 1, run_at: Date.now() - 1 });
  const attempts: number[] = [];
  start({ abandoned: { run: async (_c, _payload, job) => void attempts.push(job.attempts) } });
  await expect.poll(() => left('abandoned')).toEqual([]);
  expect(attempts).toEqual([2]);
});

it('what a job writes with its end happens only while it has the job', async () => {
  const written: string[] = [];
  const errors: unknown[] = [];
  start(
    {
      ending: {
        run: async (c, { steal }: { steal: boolean }, job) => {
          if (steal) await c.db.updateTable('job').set({ lease: 'other' }).where('id', '=', job.id).execute();
          await c.db.transaction().execute(async (tx) => {
            await job.end(tx);
            written.push(job.id);
          });
        },
      },
    },
    (error) => errors.push(error),
  );
  await add('ending', { payload: { steal: true } });
  await add('ending', { payload: { steal: false } });
  await expect.poll(async () => (await left('ending')).map(({ lease }) => lease)).toEqual(['other']);
  expect(written).toHaveLength(1);
  expect(errors).toEqual([]);
});

it('stopping waits for what runs; what heeds its signal is left for the next start', async () => {
  const begun = Promise.withResolvers<void>();
  const worker = startWorker(
    s.c,
    {
      heeding: {
        run: async (_c: typeof s.c, _payload: never, { signal }) => {
          begun.resolve();
          await once(signal, 'abort');
          signal.throwIfAborted();
        },
      },
    },
    (error) => {
      throw error;
    },
  );
  await enqueue(s.c.db, s.c.engine, { kind: 'heeding', run_at: s.c.clock() });
  await begun.promise;
  await worker.stop();
  expect(await left('heeding')).toMatchObject([{ lease: null, attempts: 0 }]);
});

it('an event reaches every kind that listens to it, once', async () => {
  const heard: string[] = [];
  const kinds = withEvents<typeof s.c>(
    {
      'one.hears': { run: async (_c, { id }: { id: string }) => void heard.push(`one ${id}`) },
      'two.hears': { run: async (_c, { id }: { id: string }) => void heard.push(`two ${id}`) },
      'three.looks': { everyMs: HOUR, run: async () => void heard.push('three') },
    },
    [{ 'song.out': 'one.hears' }, { 'song.out': 'two.hears' }, { 'song.out': 'three.looks' }],
  );
  start(kinds as Kinds);
  await expect.poll(() => heard).toEqual(['three']);
  await s.c.db.transaction().execute((tx) => emit(tx, s.c.engine, 'song.out', { id: '7' }, Date.now()));
  await expect.poll(() => heard.toSorted()).toEqual(['one 7', 'three', 'three', 'two 7']);
});

it('a lease is renewed for as long as its job runs', async () => {
  expect(LEASE_MS).toBeGreaterThan(10_000);
  const go = Promise.withResolvers<void>();
  start({ long: { run: () => go.promise } });
  await add('long');
  await expect.poll(async () => (await left('long'))[0]?.lease).toEqual(expect.any(String));
  await updateRows(s.c, 'job', { kind: 'long' }, { run_at: Date.now() + 1000 });
  await expect
    .poll(async () => (await left('long'))[0]!.run_at! - Date.now(), { timeout: 15_000 })
    .toBeGreaterThan(LEASE_MS / 2);
  go.resolve();
});

it('progress is written while work is wanted, and what is no longer wanted is told so', async () => {
  const written: number[] = [];
  const progress = followProgress(
    0,
    async (value) => {
      written.push(value);
      return value < 2;
    },
    new AbortController().signal,
  );
  progress.onProgress(1);
  await expect.poll(() => written, { timeout: 5000 }).toEqual([1]);
  progress.onProgress(2);
  await expect.poll(() => progress.signal.aborted, { timeout: 5000 }).toBe(true);
  expect(progress.signal.reason).toBeInstanceOf(LeaseLost);
  await progress.end();
});
