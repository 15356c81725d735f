// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { lazy } from '../lib/lazy.ts';
import { Later } from './Later.tsx';
import { toasts } from './toasts.ts';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

it('a part that cannot be fetched leaves the page as it is, and says so', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  const Lost = lazy<object>(() => Promise.reject(new Error('no connection')));
  render(
    <>
      <p>The page</p>
      <Later fallback={<button type="button">Menu</button>}>
        <Lost />
      </Later>
    </>,
  );
  await vi.waitFor(() => expect(toasts.current()?.title).toBe('Part of the page could not be loaded'));
  expect(screen.getByText('The page')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Menu' })).toBeTruthy();
  // Whoever looks for the cause finds it.
  expect(logged).toHaveBeenCalled();
});
