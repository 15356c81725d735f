// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { PASSWORD, signUp } from '../../server/testing/server.ts';
import { currentUrl, openPage, pageServer } from '../testing/page.tsx';

const s = pageServer();
afterEach(() => vi.restoreAllMocks());

/** What a browser does where a person has blocked the site's data. */
function blockStorage() {
  const blocked = () => {
    throw new DOMException('Access is denied for this document.', 'SecurityError');
  };
  for (const name of ['localStorage', 'sessionStorage'] as const)
    vi.spyOn(window, name, 'get').mockImplementation(blocked);
}

it('with site storage blocked the app starts, changes its theme, and a person can log in', async () => {
  const person = await signUp(s, { name: 'Wanda Quell' });
  blockStorage();
  const { user } = openPage(s, '/leaderboard');
  await screen.findByRole('heading', { level: 1, name: 'Song requests' });

  await user.click(screen.getByRole('button', { name: 'Account menu' }));
  await user.click(await screen.findByRole('menuitemradio', { name: 'Light' }));
  expect(document.documentElement.dataset.theme).toBe('light');
  await user.click(screen.getByRole('menuitem', { name: 'Log In' }));

  await user.type(await screen.findByLabelText('Email'), person.email);
  await user.type(screen.getByLabelText('Password'), `${PASSWORD}{Enter}`);
  await screen.findByRole('button', { name: 'Account menu of Wanda Quell' });
  await waitFor(() => expect(currentUrl()).toBe('/'));
  delete document.documentElement.dataset.theme;
});
