// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { trackPath } from 'contract/text/slugs.ts';
import { afterEach, expect, it } from 'vitest';
import { createOpenRequest, member } from '../../../server/testing/requests.ts';
import { publishTrack } from '../../../server/testing/server.ts';
import { currentUrl, openPage, pageServer } from '../../testing/page.tsx';
import { searching } from '../../ui/forms/searching.ts';

const s = pageServer();
afterEach(() => searching.set(false));

const field = () => screen.findByRole('combobox', { name: /^Search songs/ });
const options = async () => (await screen.findAllByRole('option')).map(({ textContent }) => textContent);
const active = () =>
  document.getElementById(document.activeElement?.getAttribute('aria-activedescendant') ?? '')?.textContent;

it('Ctrl+K searches everything from any page: misspelled, grouped, marked, by keyboard', async () => {
  const amber = await publishTrack(s.c, { title: 'Amber River', display_artist: 'Kestrel', popularity: 2 });
  await publishTrack(s.c, { title: 'Amber', display_artist: 'Nobody', popularity: 1 });
  const ann = await member(s, 0);
  await createOpenRequest(s.c, ann.id, { title: 'River of Stars', artist: 'Anyone' });
  const { user, wire } = openPage(s, '/leaderboard');
  await screen.findByRole('heading', { level: 1, name: 'Song requests' });
  await user.keyboard('{Control>}k{/Control}');
  await user.type(await field(), 'anber rivr');
  await screen.findByRole('option', { name: /Amber River/ });
  expect(wire.calls.filter((one) => one.startsWith('GET /search')).length).toBeLessThan(10);
  const marks = () => {
    const songs = within(screen.getByRole('listbox', { name: 'Results' })).getByRole('group', {
      name: 'Songs',
    });
    return [...songs.querySelectorAll('mark')].map(({ textContent }) => textContent);
  };
  await waitFor(() => expect(marks()).toEqual(['Amber', 'River']));

  await user.clear(await field());
  await user.type(await field(), 'river');
  await waitFor(async () =>
    expect(await options()).toEqual([
      'Amber RiverKestrel',
      'River of StarsAnyone · 0 votes',
      'See all songs for “river”',
    ]),
  );
  expect(active()).toContain('Amber River');
  await user.keyboard('{ArrowDown}');
  expect(active()).toContain('River of Stars');
  await user.keyboard('{ArrowDown}{ArrowDown}');
  expect(active()).toContain('Amber River');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(currentUrl()).toBe(trackPath({ id: amber, title: 'Amber River' })));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('the header’s button opens it, and Escape closes it and returns the focus', async () => {
  const { user } = openPage(s, '/');
  const button = await screen.findByRole('button', { name: 'Search' });
  await user.click(button);
  expect(document.activeElement).toBe(await field());
  await user.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement).toBe(button));
});

it('what is not found can be requested, prefilled', async () => {
  const ann = await member(s, 1000);
  const { user } = openPage(s, '/genres', ann);
  await screen.findByRole('heading', { level: 1 });
  await user.keyboard('/');
  await user.type(await field(), 'zzyzx boulevard');
  await screen.findByText('Nothing found for “zzyzx boulevard”.');
  await user.keyboard('{Enter}');
  const dialog = await screen.findByRole('dialog', { name: /request/i });
  within(dialog).getByDisplayValue('zzyzx boulevard');
  expect(currentUrl()).toBe('/leaderboard');
});

it('Explore keeps its words for an empty search, and offers to request the song', async () => {
  openPage(s, '/?q=zzyzx');
  await screen.findByText('No tracks found for "zzyzx"');
  screen.getByText('Try a different search term');
  expect(screen.getByRole('link', { name: 'Request it' }).getAttribute('href')).toBe(
    '/leaderboard?title=zzyzx',
  );
});

it('a failed search can be repeated', async () => {
  await publishTrack(s.c, { title: 'Amber' });
  const { user, wire } = openPage(s, '/leaderboard');
  await screen.findByRole('heading', { level: 1 });
  wire.failing = /^GET \/search/;
  await user.click(screen.getByRole('button', { name: 'Search' }));
  await user.type(await field(), 'amber');
  const again = await screen.findByRole('button', { name: 'Try again' });
  wire.failing = undefined;
  await user.click(again);
  await screen.findByRole('option', { name: /Amber/ });
});
