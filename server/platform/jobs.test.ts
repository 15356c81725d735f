import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { holdLease, LeaseLost, startWorker } from './jobs.ts';

const HOUR = 3_600_000;
const fail = (error: unknown) => {
  throw error;
};

it('a worker looks again at once while there is work, then rests until it is woken', async () => {
  const due = [1, 2, 3];
  const done: number[] = [];
  const worker = startWorker(
    async () => {
      const next = due.shift();
      if (next === undefined) return HOUR;
      done.push(next);
      return 0;
    },
    { name: 'test', idleMs: HOUR, onError: fail },
  );
  await expect.poll(() => done).toEqual([1, 2, 3]);
  due.push(4);
  worker.wake();
  await expect.poll(() => done).toEqual([1, 2, 3, 4]);
  await worker.stop();
});

it('a wake in the middle of a look is not lost', async () => {
  let looks = 0;
  const worker = startWorker(
    async () => {
      looks++;
      if (looks === 1) await sleep(20);
      return HOUR;
    },
    { name: 'test', idleMs: HOUR, onError: fail },
  );
  worker.wake();
  await expect.poll(() => looks).toBeGreaterThanOrEqual(2);
  await worker.stop();
});

it('a failed look is reported and followed by another', async () => {
  const errors: unknown[] = [];
  let looks = 0;
  const worker = startWorker(
    async () => {
      looks++;
      if (looks === 1) throw new Error('the database is away');
      return HOUR;
    },
    { name: 'test', idleMs: 1, onError: (error) => errors.push(error) },
  );
  await expect.poll(() => looks).toBe(2);
  expect(errors).toEqual([new Error('the database is away')]);
  await worker.stop();
});

it('stopping waits for the current work, which learns of it', async () => {
  let ended = false;
  const worker = startWorker(
    async (stop) => {
      if (!stop.aborted) await once(stop, 'abort');
      await sleep(5);
      ended = true;
      return 0;
    },
    { name: 'test', idleMs: HOUR, onError: fail },
  );
  await worker.stop();
  expect(ended).toBe(true);
});

it('progress is written while a lease is held, and a lost lease ends the work', async () => {
  const written: number[] = [];
  const hold = holdLease(
    0,
    async (progress) => {
      written.push(progress);
      return progress < 2;
    },
    new AbortController().signal,
  );
  hold.onProgress(1);
  await expect.poll(() => written, { timeout: 5000 }).toEqual([1]);
  hold.onProgress(2);
  await expect.poll(() => hold.signal.aborted, { timeout: 5000 }).toBe(true);
  expect(hold.signal.reason).toBeInstanceOf(LeaseLost);
  await hold.end();
});
