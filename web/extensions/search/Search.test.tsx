// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createOpenRequest, member } from '../../../server/testing/requests.ts';
import { publishTrack } from '../../../server/testing/server.ts';
import { currentUrl, openPage, pageServer, publish } from '../../testing/page.tsx';

const s = pageServer();

const field = () =>
  within(screen.getByRole('main')).findByRole('searchbox', { name: 'Search songs, artists, genres' });
const section = (name: string) => screen.findByRole('region', { name });
const linksIn = (place: HTMLElement) =>
  within(place)
    .getAllByRole('link')
    .map((link) => link.textContent);

it('opens from any page with / and Ctrl+K, and Escape leads back', async () => {
  const { user } = openPage(s, '/genres');
  await screen.findByRole('heading', { level: 1, name: 'Genres' });
  for (const keys of ['/', '{Control>}k{/Control}']) {
    await user.keyboard(keys);
    const input = await field();
    expect(document.activeElement).toBe(input);
    expect(currentUrl()).toBe('/?q=');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(currentUrl()).toBe('/genres'));
  }
});

it('is one step of the history, whatever was typed, and the field keeps its focus', async () => {
  await publish(s, 'Green', 'Blue');
  const { user } = openPage(s, '/');
  await screen.findByRole('heading', { level: 1 });
  await user.keyboard('/');
  await user.type(await field(), 'BLUE');
  await waitFor(() => expect(currentUrl()).toBe('/?q=BLUE'));
  expect(linksIn(await section('Songs'))).toEqual(['BlueThe Marlow Trio · Pop']);
  await user.type(await field(), 'S');
  await waitFor(() => expect(currentUrl()).toBe('/?q=BLUES'));
  expect(document.activeElement).toBe(await field());
  act(() => history.back());
  await waitFor(() => expect(currentUrl()).toBe('/'));
  await waitFor(() => expect(within(screen.getByRole('main')).queryByRole('searchbox')).toBeNull());
});

it('the empty field offers the last searches, which can be removed, and what is popular', async () => {
  await publish(s, 'Green', 'Blue');
  const { user } = openPage(s, '/?q=');
  await section('Popular now');
  expect(screen.queryByRole('region', { name: 'Recent' })).toBeNull();
  await user.type(await field(), 'gren');
  await waitFor(() => expect(currentUrl()).toBe('/?q=gren'));
  await user.click(within(await section('Songs')).getByRole('link', { name: /^Green/ }));
  await screen.findByRole('heading', { level: 1, name: 'Green' });
  act(() => history.back());
  await waitFor(async () => expect(await field()).toHaveProperty('value', 'gren'));
  await user.click(screen.getByRole('button', { name: 'Clear the search' }));
  await screen.findByRole('link', { name: 'gren' });
  await user.click(screen.getByRole('button', { name: 'Remove gren' }));
  expect(screen.queryByRole('region', { name: 'Recent' })).toBeNull();
  expect(localStorage.getItem('ovation.searches')).toBe('[]');
});

it('a genre is the best result with its songs to play, and brings requests that take votes', async () => {
  const ann = await member(s, 100);
  for (const [title, genre] of [
    ['Borrowed Coat', 'jazz:piano-trio'],
    ['Cellar Door', 'jazz:nu-jazz'],
    ['Elsewhere', 'folk'],
  ] as const)
    await publishTrack(s.c, { title, genre });
  await createOpenRequest(s.c, ann.id, { title: 'Blue Hour', genre: 'jazz:cool-jazz', votes: 8 });
  const { user, player } = openPage(s, '/?q=jazz', ann);
  const top = await section('Top result');
  within(top).getByRole('heading', { name: 'Jazz' });
  within(top).getByText('Genre · 2 songs');
  expect(within(await section('Songs')).getByRole('link', { name: /^Cellar Door/ }).textContent).toContain(
    'Nu Jazz',
  );
  // §2's sections hold no other song, and nothing is said of what is missing.
  expect(screen.queryByRole('region', { name: 'Most Popular' })).toBeNull();
  expect(screen.queryByText(/^No tracks found|Not made yet/)).toBeNull();
  await user.click(within(top).getByRole('button', { name: 'Play' }));
  await waitFor(() => expect(player.state().queue.entries).toHaveLength(2));
  await user.click(
    within(await section('Requests')).getByRole('button', { name: /^Vote ?10 ?credits ?, Blue Hour$/ }),
  );
  await within(await section('Requests')).findByText('Cool Jazz · 9 of 30 votes');
});

it('a genre without songs is not said to be missing', async () => {
  openPage(s, '/?q=gamelan');
  within(await section('Top result')).getByText('Genre · No songs yet');
  expect(screen.queryByText(/^No tracks found|Not made yet|Nobody/)).toBeNull();
});

it('marks what matched only inside longer names, and shows what was meant', async () => {
  await publish(s, 'Horizon', 'Horizon Line');
  const { user } = openPage(s, '/?q=horizn');
  const songs = await section('Songs');
  expect([...songs.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual(['Horizon']);
  await user.click(screen.getByRole('link', { name: 'horizon' }));
  expect(currentUrl()).toBe('/?q=horizon');
  await waitFor(() => expect(screen.queryByText(/^Did you mean/)).toBeNull());
});

it('§2’s sections follow where they hold a song that is not shown yet', async () => {
  await publish(s, ...Array.from({ length: 7 }, (_, i) => `Blue ${i}`), 'Red');
  const { user } = openPage(s, '/?q=blue');
  expect(linksIn(await section('Songs'))).toHaveLength(5);
  await user.click(await screen.findByRole('link', { name: 'View All Trending Now' }));
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Trending Now · “blue”');
  await user.click(within(screen.getByRole('main')).getByRole('link', { name: 'Explore' }));
  await section('Songs');
  expect(currentUrl()).toBe('/?q=blue');
  expect(screen.queryByRole('region', { name: 'Most Popular' })).toBeNull();
});

it('nothing found: §2’s lines, what was meant and is closest, and then the way to ask for it', async () => {
  const ann = await member(s, 480);
  await publish(s, 'Mirror Waltz');
  await createOpenRequest(s.c, ann.id, { title: 'My Accordion', votes: 27 });
  const { user } = openPage(s, '/?q=accordian+waltz', ann);
  const title = await screen.findByText('No tracks found for "accordian waltz"');
  screen.getByText('Try a different search term');
  expect(screen.getByText(/^Did you mean/).textContent).toBe('Did you mean accordion?');
  const closest = await section('Closest to it');
  expect(linksIn(closest)).toEqual(['Mirror WaltzThe Marlow Trio · Pop', 'My Accordion3 votes to go · Pop']);
  const offer = await section('Not made yet? Ask for it.');
  expect(title.compareDocumentPosition(offer)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  await within(offer).findByText('200 credits. You have 480.');
  await user.click(within(offer).getByRole('link', { name: 'Ask for this song' }));
  within(await screen.findByRole('dialog', { name: /request/i })).getByDisplayValue('accordian waltz');
});

it('where only a request is found, nothing is offered for credits', async () => {
  const ann = await member(s, 480);
  await createOpenRequest(s.c, ann.id, { title: 'River of Stars' });
  openPage(s, '/?q=river', ann);
  await section('Requests');
  screen.getByText('No tracks found for "river"');
  expect(screen.queryByText(/^Not made yet/)).toBeNull();
});

it('says why the viewer cannot ask for it, below the same button', async () => {
  openPage(s, '/?q=zzyzx', await member(s, 80));
  await screen.findByText('You need 120 more credits to submit a request');
  screen.getByRole('link', { name: 'Ask for this song' });
});

it('a failed search can be repeated', async () => {
  await publish(s, 'Amber');
  const { user, wire } = openPage(s, '/?q=');
  await section('Popular now');
  wire.failing = /^GET \/search/;
  await user.type(await field(), 'amber');
  await screen.findByText('Failed to load tracks');
  wire.failing = undefined;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await section('Songs');
});
