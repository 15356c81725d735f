// @vitest-environment jsdom
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { pages } from 'contract/pages.ts';
import type { ReactNode } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { signUp } from '../../server/testing/server.ts';
import { withExtensions } from '../../server/testing/with-extensions.ts';
import { makeQueryClient } from '../lib/http/query-client.ts';
import type { Player } from '../player/engine/player.ts';
import { currentUrl, openPage, pageServer, publish } from '../testing/page.tsx';
import { App } from './App.tsx';
import { useRouteFocus } from './navigation.tsx';
import { routes } from './routes.tsx';

const s = pageServer();
afterEach(() => vi.restoreAllMocks());

const focused = () => document.activeElement?.textContent;

it('has the code of every page', () => {
  expect(routes.map(({ path }) => path)).toEqual(Object.values(pages).map(({ path }) => path));
});

it('moves focus to the heading of the page that a link leads to', async () => {
  const { user } = openPage(s, '/');
  await screen.findByRole('link', { name: 'Request a song' });
  expect(document.activeElement).toBe(document.body);
  await user.click(screen.getAllByRole('link', { name: 'Requests' })[0]!);
  await waitFor(() => expect(focused()).toBe('Song requests'));
  expect(document.activeElement?.tagName).toBe('H1');
});

withExtensions('keeps the old page until the code of the next one is here', async () => {
  openPage(s, '/');
  const heading = await screen.findByRole('heading', { level: 1 });
  expect(heading.textContent).toContain('Music the');
  fireEvent.click(screen.getByRole('link', { name: 'Charts' }));
  expect(currentUrl()).toBe('/charts');
  expect(heading.isConnected).toBe(true);
  expect(screen.getByRole('main').getAttribute('aria-busy')).toBe('true');
  await screen.findByRole('heading', { level: 1, name: 'Charts' });
  expect(heading.isConnected).toBe(false);
  expect(screen.getByRole('main').getAttribute('aria-busy')).toBe('false');
});

it('announces the title of each page that a link leads to, but not of the first one', async () => {
  const { user } = openPage(s, '/');
  const announcer = document.querySelector('main ~ [aria-live=polite]')!;
  await waitFor(() => expect(document.title).toBe('Explore – Ovation'));
  expect(announcer.textContent).toBe('');
  await user.click(screen.getAllByRole('link', { name: 'Requests' })[0]!);
  await waitFor(() => expect(announcer.textContent).toBe('Song requests – Ovation'));
  await user.click(screen.getAllByRole('link', { name: 'Explore' })[0]!);
  await waitFor(() => expect(announcer.textContent).toBe('Explore – Ovation'));
  await user.keyboard('/');
  await user.type(await screen.findByRole('searchbox'), 'blue');
  await waitFor(() => expect(document.title).toBe('“blue” – Ovation'));
  expect(announcer.textContent).toBe('Search – Ovation');
});

it('a shortcut of the installed app leads to its page in the same window', async () => {
  let launch: ((launch: { targetURL: string }) => void) | undefined;
  vi.stubGlobal('launchQueue', {
    setConsumer(consume: NonNullable<typeof launch>) {
      launch = consume;
      consume({ targetURL: 'http://localhost:3000/library' });
    },
  });
  openPage(s, '/');
  await waitFor(() => expect(launch).toBeDefined());
  expect(currentUrl()).toBe('/');
  act(() => launch!({ targetURL: 'http://localhost:3000/leaderboard?page=1' }));
  await screen.findByRole('heading', { level: 1, name: 'Song requests' });
  expect(currentUrl()).toBe('/leaderboard?page=1');
  vi.unstubAllGlobals();
});

it('moves focus to the heading after the account menu, whose trigger would take it back', async () => {
  const { user } = openPage(s, '/', await signUp(s, { name: 'Wanda Quell' }));
  await user.click(await screen.findByRole('button', { name: 'Account menu of Wanda Quell' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Library' }));
  await waitFor(() => expect(focused()).toBe('Saved Tracks'));
});

withExtensions(
  'moves focus to the heading of an opened section, and leaves it in the search otherwise',
  async () => {
    await publish(s, 'Blue');
    const { user } = openPage(s, '/');
    await screen.findByRole('region', { name: 'Most Popular' });
    await user.keyboard('/');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('searchbox')));
    await user.keyboard('blue');
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(document.activeElement).toBe(screen.getByRole('searchbox'));
    await user.keyboard('{Escape}{Escape}');
    await user.click(await screen.findByRole('link', { name: 'View All Most Popular' }));
    await waitFor(() => expect(focused()).toBe('Most Popular'));
  },
);

it('offers a reload when the app itself cannot be rendered', () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const state = () => {
    throw new Error('broken');
  };
  render(
    <App player={{ state, subscribe: () => () => {} } as unknown as Player} client={makeQueryClient()} />,
  );
  expect(screen.getByRole('alert').textContent).toContain('This page couldn’t be loaded');
  expect(screen.getByRole('button', { name: 'Reload' })).toBeTruthy();
});

it('a heading that renders late does not close a menu by taking its focus', async () => {
  function Page({ place, children }: { place: string; children?: ReactNode }) {
    useRouteFocus(place);
    return (
      <main id="main">
        <div role="menu" tabIndex={-1} />
        {children}
      </main>
    );
  }
  const { rerender, getByRole } = render(<Page place="/" />);
  rerender(<Page place="/next" />);
  getByRole('menu').focus();
  rerender(
    <Page place="/next">
      <h1>Late</h1>
    </Page>,
  );
  for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
  expect(document.activeElement).toBe(getByRole('menu'));
});
