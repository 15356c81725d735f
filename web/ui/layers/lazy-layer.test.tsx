// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { LoadFailure, lazyLayer } from './lazy-layer.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

it('offers a reload when a part of the page cannot be loaded, and keeps the rest', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  const Menu = lazyLayer<object>(() => Promise.reject(new Error('no connection')));
  Menu.preload();
  render(
    <>
      <p>The page</p>
      <Menu fallback={<button type="button">Menu</button>} />
      <LoadFailure />
    </>,
  );
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Part of the page couldn’t be loaded');
  expect(screen.getByRole('button', { name: 'Reload' })).toBeTruthy();
  expect(screen.getByText('The page')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Menu' })).toBeTruthy();
  // The cause is in the console.
  expect(logged).toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'Not now' }));
  expect(screen.queryByRole('alert')).toBeNull();
});

it('renders its fallback, then its component with its props', async () => {
  const Hello = lazyLayer(async () => ({ default: ({ name }: { name: string }) => <p>Hello {name}</p> }));
  render(<Hello name="Wanda" fallback={<p>Loading</p>} />);
  expect(screen.getByText('Loading')).toBeTruthy();
  expect(await screen.findByText('Hello Wanda')).toBeTruthy();
});
