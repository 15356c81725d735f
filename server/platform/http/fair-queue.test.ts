import { expect, it } from 'vitest';
import { fairQueue } from './fair-queue.ts';

const turn = () => new Promise((resolve) => setImmediate(resolve));

it('starts a few calls of each address in each turn, in order', async () => {
  const enter = fairQueue({ perTurn: 2, expensivePerTurn: 9, waiting: 10 });
  const started: string[] = [];
  for (let i = 1; i <= 5; i++) enter('flood', 1, () => started.push(`flood ${i}`));
  enter('visitor', 1, () => started.push('visitor'));
  expect(started).toEqual(['flood 1', 'flood 2', 'visitor']);
  await turn();
  enter('visitor', 1, () => started.push('visitor again'));
  expect(started.slice(3)).toEqual(['flood 3', 'flood 4', 'visitor again']);
  await turn();
  expect(started.slice(6)).toEqual(['flood 5']);
});

it('starts no call after an expensive one in the same turn', async () => {
  const enter = fairQueue({ perTurn: 4, expensivePerTurn: 9, waiting: 10 });
  const started: number[] = [];
  for (const cost of [1, 10, 0.1]) enter('a', cost, () => started.push(cost));
  expect(started).toEqual([1, 10]);
  await turn();
  expect(started).toEqual([1, 10, 0.1]);
});

it('refuses calls beyond those that may wait, until some have started', async () => {
  const enter = fairQueue({ perTurn: 2, expensivePerTurn: 9, waiting: 2 });
  let started = 0;
  const enterOne = () => enter('a', 2, () => started++);
  expect([1, 2, 3, 4].map(enterOne)).toEqual([true, true, true, false]);
  expect(enter('b', 1, () => {})).toBe(true);
  await turn();
  expect(enterOne()).toBe(true);
  for (let i = 0; i < 5; i++) await turn();
  expect(started).toBe(4);
});

it('starts few expensive calls in a turn, no matter who makes them, and cheap ones beside them', async () => {
  const enter = fairQueue({ perTurn: 4, expensivePerTurn: 8, waiting: 10 });
  const started: string[] = [];
  for (const address of ['a', 'b', 'c', 'd', 'e'])
    for (let i = 0; i < 2; i++) enter(address, 5, () => started.push(address));
  enter('visitor', 1, () => started.push('visitor'));
  expect(started).toEqual(['a', 'b', 'visitor']);
  const turns: string[] = [];
  for (let i = 0; i < 4; i++) {
    await turn();
    turns.push(started.slice(3 + 2 * i).join(''));
  }
  // Each gets its turn before anyone gets a second one.
  expect(started.filter((one) => one !== 'visitor')).toHaveLength(10);
  expect(turns[0]!.length).toBe(2);
  expect(new Set(started.slice(0, 6)).size).toBe(6);
});
