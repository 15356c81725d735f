import { AnswerProblem } from 'contract/answers.ts';
import { expect, it } from 'vitest';
import { withIdempotencyKey } from './idempotency.ts';

const keys: string[] = [];
const sends = (outcome: () => Promise<unknown>) => (key: string) => {
  keys.push(key);
  return outcome();
};
const counted = sends(async () => 'counted');
const refused = (status: number) => sends(() => Promise.reject(new AnswerProblem(status, 'No.')));

it('each intent has its own key', async () => {
  keys.length = 0;
  expect(await withIdempotencyKey('vote a', counted)).toBe('counted');
  await withIdempotencyKey('vote a', counted);
  await withIdempotencyKey('vote b', counted);
  expect(new Set(keys).size).toBe(3);
  for (const key of keys) expect(key).toMatch(/^[0-9a-f]{32}$/);
});

it('keeps the key while the outcome is unknown', async () => {
  keys.length = 0;
  await expect(withIdempotencyKey('vote c', refused(503))).rejects.toThrow('No.');
  await expect(
    withIdempotencyKey(
      'vote c',
      sends(() => Promise.reject(new Error('gone'))),
    ),
  ).rejects.toThrow('gone');
  await withIdempotencyKey('vote c', counted);
  await withIdempotencyKey('vote c', counted);
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).toBe(keys[0]);
  expect(keys[3]).not.toBe(keys[0]);
});

it.each([
  [500, 1],
  [499, 2],
])('after a %i, two calls have %i keys', async (status, count) => {
  keys.length = 0;
  await expect(withIdempotencyKey('vote e', refused(status))).rejects.toThrow();
  await withIdempotencyKey('vote e', counted);
  expect(new Set(keys).size).toBe(count);
});

it('forgets the key after a refusal', async () => {
  keys.length = 0;
  await expect(withIdempotencyKey('vote d', refused(402))).rejects.toThrow();
  await withIdempotencyKey('vote d', counted);
  expect(keys[1]).not.toBe(keys[0]);
});
