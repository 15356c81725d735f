import { expect, it } from 'vitest';
import { concurrencyLimit } from './concurrency-limit.ts';

it('lets so many in at once, keeps the order, and refuses what cannot wait', async () => {
  const enter = concurrencyLimit({ atOnce: 2, waiting: 3 });
  let inside = 0;
  let most = 0;
  const order: number[] = [];
  const work = (i: number) =>
    enter(async () => {
      most = Math.max(most, ++inside);
      await new Promise((resolve) => setTimeout(resolve, 5));
      inside--;
      order.push(i);
      if (i === 1) throw new Error('failed within');
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
