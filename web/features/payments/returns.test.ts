// @vitest-environment jsdom
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { call } from '../../lib/api.ts';
import { currentToast } from '../../ui/toasts.ts';
import { takeUp } from './returns.ts';

vi.mock('../../lib/api.ts', () => ({ call: vi.fn() }));

const none = { subscription: null };
const plus = { subscription: { tier: 'plus', status: 'active' } };
const platinum = { subscription: { tier: 'platinum', status: 'active' } };

beforeEach(() => {
  vi.useFakeTimers();
  currentToast.set(null);
});
afterEach(() => {
  vi.useRealTimers();
  vi.mocked(call).mockReset();
});

/** Comes back while the server tells these, the last one for ever. @returns how often it was asked, and the viewer after it. */
async function back(subscription: 'done' | 'changed', ...answers: object[]) {
  for (const answer of answers.slice(0, -1)) vi.mocked(call).mockResolvedValueOnce(answer as never);
  vi.mocked(call).mockResolvedValue(answers.at(-1) as never);
  const refresh = vi.fn(async () => {});
  const ended = takeUp(new QueryClient(), { purchase: null, subscription }, refresh);
  await vi.advanceTimersByTimeAsync(60_000);
  await ended;
  return { asked: vi.mocked(call).mock.calls.length, refreshed: refresh.mock.calls.length };
}
const toast = () => currentToast.get()?.title;

it('a plan that was changed before the first look is taken up with it', async () => {
  const { refreshed } = await back('changed', platinum);
  expect(refreshed).toBe(1);
  expect(toast()).toBeUndefined();
});

it('a change that comes later is taken up when it comes, and then nobody asks any more', async () => {
  expect(await back('changed', plus, plus, platinum, none)).toEqual({ asked: 3, refreshed: 2 });
});

it('a new plan is welcomed once word of it has come', async () => {
  expect((await back('done', none, none, plus)).asked).toBe(3);
  expect(toast()).toBe('Welcome to Plus!');
});

it('without word it says that it is under way, and stops asking', async () => {
  expect((await back('done', none)).asked).toBeLessThan(10);
  expect(toast()).toBe('Subscription under way');
});
