import { expect, it, vi } from 'vitest';
import { createStore } from './store.ts';

it('notifies its subscribers of changes only', () => {
  const store = createStore<string | null>(null);
  const listener = vi.fn();
  const unsubscribe = store.subscribe(listener);
  store.set('packages');
  store.set('packages');
  expect(store.get()).toBe('packages');
  expect(listener).toHaveBeenCalledTimes(1);
  unsubscribe();
  store.set(null);
  expect(listener).toHaveBeenCalledTimes(1);
});
