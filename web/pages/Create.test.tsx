// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { signUp } from '../../server/testing/server.ts';
import { currentUrl, openPage, pageServer } from '../testing/page.tsx';

const s = pageServer();

it.each(['/create', '/admin'])('%s redirects a visitor to login', async (path) => {
  const { toast } = openPage(s, path);
  await screen.findByRole('heading', { level: 1, name: 'Log in' });
  expect(currentUrl()).toBe('/login?from=%2Fcreate');
  expect(toast()).toBe('Authentication required | Please log in to access this page');
  expect(await screen.findByText('Authentication required')).toBeTruthy();
});

it.each(['free', 'plus', 'premium', 'platinum'] as const)(
  '/create redirects the %s plan to Explore',
  async (tier) => {
    const { toast } = openPage(s, '/create', await signUp(s, { tier }));
    await waitFor(() => expect(currentUrl()).toBe('/'));
    expect(toast()).toBe('Access denied | This page is only accessible to administrators');
    expect(await screen.findByText('Access denied')).toBeTruthy();
    expect(screen.queryByRole('heading', { level: 1, name: /create/i })).toBeNull();
  },
);

it.each(['/create', '/admin'])('%s lets an admin in', async (path) => {
  const { toast } = openPage(s, path, await signUp(s, { tier: 'admin' }));
  await screen.findByRole('heading', { level: 1, name: /^Create/ });
  expect(currentUrl()).toBe('/create');
  expect(toast()).toBeUndefined();
});

it.each(['/library', '/playlists', '/profile'])('%s redirects a visitor to login and back', async (path) => {
  const { toast } = openPage(s, path);
  await screen.findByRole('heading', { level: 1, name: `Log in to open your ${path.slice(1)}` });
  expect(currentUrl()).toBe(`/login?from=${encodeURIComponent(path)}`);
  expect(toast()).toBeUndefined();
});
