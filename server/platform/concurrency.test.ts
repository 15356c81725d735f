import { expect, it } from 'vitest';
import { concurrencyLimit } from './concurrency.ts';

it('limits concurrent work, keeps the order, and refuses work when the queue is full', async () => {
  const enter = concurrencyLimit({ atOnce: 2, waiting: 3 });
  let running = 0;
  let most = 0;
  const order: number[] = [];
  const work = (i: number) =>
    enter(async () => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setTimeout(resolve, 5));
      running--;
      order.push(i);
      if (i === 1) throw new Error('failed inside');
    });
  const results = await Promise.allSettled([0, 1, 2, 3, 4, 5, 6].map(work));
  expect(most).toBe(2);
  expect(order).toEqual([0, 1, 2, 3, 4]);
  expect(results.map((result) => result.status)).toEqual([
    'fulfilled',
    'rejected',
    ...Array(3).fill('fulfilled'),
    'rejected',
    'rejected',
  ]);
  expect(results[6]).toMatchObject({ reason: { code: 'unavailable', status: 503 } });
  await expect(enter(async () => 'free again')).resolves.toBe('free again');
});

it('refuses work that waited too long', async () => {
  const enter = concurrencyLimit({ atOnce: 1, waiting: 10, maxWaitMs: 10 });
  const slow = Promise.withResolvers<string>();
  const first = enter(() => slow.promise);
  await expect(enter(async () => 'too late')).rejects.toMatchObject({ code: 'unavailable' });
  slow.resolve('done');
  await expect(first).resolves.toBe('done');
  await expect(enter(async () => 'free again')).resolves.toBe('free again');
});
