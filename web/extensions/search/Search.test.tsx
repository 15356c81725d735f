// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { currentUrl, openPage, pageServer, publish } from '../../testing/page.tsx';

const s = pageServer();

const field = () => screen.findByRole('searchbox', { name: 'Search songs, artists, genres' });

it('opens from any page with / and Ctrl+K, and Escape leads back', async () => {
  const { user } = openPage(s, '/genres');
  await screen.findByRole('heading', { level: 1, name: 'Genres' });
  for (const keys of ['/', '{Control>}k{/Control}']) {
    await user.keyboard(keys);
    expect(document.activeElement).toBe(await field());
    expect(currentUrl()).toBe('/?q=');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(currentUrl()).toBe('/genres'));
  }
});

it('the empty field offers the last searches, which can be removed, and what is popular', async () => {
  await publish(s, 'Green', 'Blue');
  const { user } = openPage(s, '/?q=');
  await screen.findByRole('region', { name: 'Popular now' });
  expect(screen.queryByRole('region', { name: 'Recent' })).toBeNull();
  await user.type(await field(), 'gren');
  await waitFor(() => expect(currentUrl()).toBe('/?q=gren'));
  const songs = await screen.findByRole('region', { name: 'Songs' });
  await user.click(within(songs).getByRole('link', { name: /^Green/ }));
  await screen.findByRole('heading', { level: 1, name: 'Green' });
  act(() => history.back());
  await waitFor(async () => expect(await field()).toHaveProperty('value', 'gren'));
  await user.click(screen.getByRole('button', { name: 'Clear the search' }));
  await screen.findByRole('link', { name: 'gren' });
  await user.click(screen.getByRole('button', { name: 'Remove gren' }));
  expect(screen.queryByRole('region', { name: 'Recent' })).toBeNull();
  expect(localStorage.getItem('ovation.searches')).toBe('[]');
});
