// @vitest-environment jsdom
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { call } from '../../lib/http/api.ts';
import { currentToast } from '../../ui/layers/toasts.ts';
import { completeReturn } from './returns.ts';

vi.mock('../../lib/http/api.ts', () => ({ call: vi.fn() }));

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

/** Returns from the provider while the server gives these answers, the last one repeatedly. Counts calls and refreshes. */
async function back(subscription: 'done' | 'changed', ...answers: object[]) {
  for (const answer of answers.slice(0, -1)) vi.mocked(call).mockResolvedValueOnce(answer as never);
  vi.mocked(call).mockResolvedValue(answers.at(-1) as never);
  const refresh = vi.fn(async () => {});
  const ended = completeReturn(new QueryClient(), { purchase: null, subscription }, refresh);
  await vi.advanceTimersByTimeAsync(60_000);
  await ended;
  return { asked: vi.mocked(call).mock.calls.length, refreshed: refresh.mock.calls.length };
}
const toast = () => currentToast.get()?.title;

it('shows a plan that changed before the first check', async () => {
  const { refreshed } = await back('changed', platinum);
  expect(refreshed).toBe(1);
  expect(toast()).toBeUndefined();
});

it('shows a later change, then stops checking', async () => {
  expect(await back('changed', plus, plus, platinum, none)).toEqual({ asked: 3, refreshed: 2 });
});

it('welcomes the viewer to a new plan once it is active', async () => {
  expect((await back('done', none, none, plus)).asked).toBe(3);
  expect(toast()).toBe('Welcome to Plus!');
});

it('says that the subscription is under way if it is not active yet, and stops checking', async () => {
  expect((await back('done', none)).asked).toBeLessThan(10);
  expect(toast()).toBe('Subscription under way');
});
