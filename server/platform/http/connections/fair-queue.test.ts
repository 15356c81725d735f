import { expect, it } from 'vitest';
import { fairQueue } from './fair-queue.ts';

const TURNS = { perTurn: 4, allPerTurn: 9, expensiveFrom: 5, waiting: 10 };
const turn = () => new Promise((resolve) => setImmediate(resolve));

it('starts a few calls of each address in each turn, in order', async () => {
  const enter = fairQueue({ ...TURNS, perTurn: 2 });
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
  const enter = fairQueue(TURNS);
  const started: number[] = [];
  for (const cost of [1, 10, 0.1]) enter('a', cost, () => started.push(cost));
  expect(started).toEqual([1, 10]);
  await turn();
  expect(started).toEqual([1, 10, 0.1]);
});

it('refuses calls beyond those that may wait, until some have started', async () => {
  const enter = fairQueue({ ...TURNS, perTurn: 2, waiting: 2 });
  let started = 0;
  const enterOne = () => enter('a', 2, () => started++);
  expect([1, 2, 3, 4].map(enterOne)).toEqual([true, true, true, false]);
  expect(enter('b', 1, () => {})).toBe(true);
  await turn();
  expect(enterOne()).toBe(true);
  for (let i = 0; i < 5; i++) await turn();
  expect(started).toBe(4);
});

it('starts one expensive call in a turn, no matter who makes them, and cheap ones beside it', async () => {
  const enter = fairQueue(TURNS);
  const started: string[] = [];
  const addresses = ['a', 'b', 'c'];
  for (const address of addresses) for (let i = 0; i < 2; i++) enter(address, 5, () => started.push(address));
  enter('visitor', 1, () => started.push('visitor'));
  expect(started).toEqual(['a', 'visitor']);
  for (let i = 0; i < 5; i++) {
    await turn();
    expect(started).toHaveLength(3 + i);
  }
  // Each gets its turn before anyone gets a second one.
  expect(started.filter((one) => one !== 'visitor')).toEqual([...addresses, ...addresses]);
});

it('starts few calls in a turn, from however many addresses they come', async () => {
  const enter = fairQueue(TURNS);
  const started: number[] = [];
  for (let i = 1; i <= 20; i++) enter(`visitor ${i}`, 1, () => started.push(i));
  expect(started).toHaveLength(9);
  await turn();
  expect(started).toHaveLength(18);
  await turn();
  expect(started).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
});
