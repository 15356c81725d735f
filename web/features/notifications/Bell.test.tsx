// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { call } from '../../../server/testing/calls.ts';
import { askFor, member } from '../../../server/testing/requests.ts';
import { type Person, signUp, type TestServer, testServer } from '../../../server/testing/server.ts';
import { address, closeAndForget, openPage } from '../../testing/page.tsx';
import { deck } from '../../testing/sound.ts';
import { NOTIFICATIONS } from './hooks.ts';

let s: TestServer;
let admin: Person;
beforeEach(async () => {
  s = await testServer();
  admin = await signUp(s, { tier: 'admin' });
});
afterEach(async () => {
  closeAndForget();
  await s.close();
});

const bell = (name: string) => screen.findByRole('button', { name });
const list = () => screen.findByRole('dialog', { name: 'Notifications' });
const asAdmin = (body?: unknown) => ({ token: admin.token, body });
const ask = (asker: Person, title: string) =>
  askFor(s.c, asker.id, { title, artist: 'Nobody Yet', votes: 30 });
const vote = (voter: Person, id: string) => call(s, `POST /requests/${id}/votes`, { token: voter.token });

/** Publishes the song that a request waits for; the answer is the track's id. */
async function release(request_id: string, title = 'Rain on Tin'): Promise<string> {
  const { status, body } = await call(
    s,
    'POST /track',
    asAdmin({
      title,
      display_artist: 'The Marlow Trio',
      genre: 'jazz:bebop',
      audio_url: 'https://elsewhere.example/rain.mp3',
      duration_seconds: 60,
      request_id,
    }),
  );
  expect(status).toBe(201);
  return body.id;
}

it('a visitor has none', async () => {
  openPage(s, '/leaderboard');
  await screen.findByRole('link', { name: 'Log In' });
  expect(screen.queryByRole('button', { name: /^Notifications/ })).toBeNull();
});

it('with nothing new it says so, and leads to the requests', async () => {
  const { user } = openPage(s, '/', await signUp(s));
  await user.click(await bell('Notifications'));
  await within(await list()).findByText('Nothing new yet');
  await user.click(within(await list()).getByRole('link', { name: 'See the requests' }));
  await waitFor(() => expect(address()).toBe('/leaderboard'));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('counts what is unread, tells the requester, marks it as read and plays the song with one click', async () => {
  const anna = await member(s, 0);
  const track_id = await release(await ask(anna, 'Rain on Tin'));
  const { user, player } = openPage(s, '/leaderboard', anna);
  await user.click(await bell('Notifications, 1 unread'));
  const news = await within(await list()).findByRole('button', {
    name: /^New:\s*Your request\s*"\s*Rain on Tin\s*"\s*is out/,
  });
  expect(news.textContent).toContain('Nobody Yet');
  await bell('Notifications');
  const told = await call(s, 'GET /notifications', { token: anna.token });
  expect(told.body).toMatchObject({ unread: 0, notifications: [{ read: true }] });
  // What was new when the list was opened looks so until it is closed.
  expect(news.textContent).toMatch(/^New: /);

  await user.click(news);
  await waitFor(() => expect(player.state().song?.id).toBe(track_id));
  await waitFor(() => expect(deck().paused).toBe(false));
  expect(screen.queryByRole('dialog')).toBeNull();

  // Once more it goes on and is not paused.
  await user.click(await bell('Notifications'));
  await user.click(await screen.findByRole('button', { name: /^Your request\s*"\s*Rain on Tin/ }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(deck().paused).toBe(false);
});

it('a declined one comes with its reason and the credits, for a voter too', async () => {
  const [anna, ben] = [await member(s, 0), await member(s, 100)];
  const id = await ask(anna, 'Rain on Tin');
  await vote(ben, id);
  const { user } = openPage(s, '/leaderboard', ben);
  await screen.findByRole('button', { name: /^90\s*credits$/ });
  await call(s, `DELETE /requests/${id}?reason=A%20song%20of%20somebody%20else`, asAdmin());
  await user.click(await bell('Notifications'));
  const shown = await list();
  await within(shown).findByText(/^A song you voted for was declined/);
  expect(within(shown).getByText('A song of somebody else')).toBeTruthy();
  expect(within(shown).getByText(/Every credit you gave it is yours again/)).toBeTruthy();
  await screen.findByRole('button', { name: /^100\s*credits$/ });
  await user.click(within(shown).getByRole('link', { name: 'Your credits' }));
  await waitFor(() => expect(address()).toBe('/profile'));
});

it('a song that was withdrawn since cannot be played and says so', async () => {
  const anna = await member(s, 0);
  const track_id = await release(await ask(anna, 'Rain on Tin'));
  await call(s, `DELETE /track/${track_id}`, asAdmin());
  const { user } = openPage(s, '/leaderboard', anna);
  await user.click(await bell('Notifications, 1 unread'));
  await within(await list()).findByText('It is no longer available.');
  expect(within(await list()).queryByRole('button', { name: /Rain on Tin/ })).toBeNull();
});

it('withdrawn between the list and the click: says so and plays nothing', async () => {
  const anna = await member(s, 0);
  const track_id = await release(await ask(anna, 'Rain on Tin'));
  const { user, player, toast } = openPage(s, '/leaderboard', anna);
  await user.click(await bell('Notifications, 1 unread'));
  const news = await within(await list()).findByRole('button', { name: /Rain on Tin/ });
  await call(s, `DELETE /track/${track_id}`, asAdmin());
  await user.click(news);
  await waitFor(() =>
    expect(toast()).toBe('"Rain on Tin" could not be played | The requested resource was not found.'),
  );
  expect(player.state().song).toBeNull();
});

it('asks again when one returns to the window or goes to another page, but not at every turn', async () => {
  const anna = await member(s, 0);
  const { user, wire, client } = openPage(s, '/leaderboard', anna);
  await bell('Notifications');
  const asked = () => wire.calls.filter((one) => one.startsWith('GET /notifications')).length;
  await waitFor(() => expect(asked()).toBe(1));
  const passes = () => client.invalidateQueries({ queryKey: NOTIFICATIONS, refetchType: 'none' });
  const goTo = async (name: string) => {
    await user.click(screen.getAllByRole('link', { name })[0]!);
    await screen.findByRole('heading', { level: 1 });
  };

  await goTo('Explore');
  await goTo('Library');
  expect(asked()).toBe(1);

  await release(await ask(anna, 'Rain on Tin'));
  await passes();
  await goTo('Explore');
  await bell('Notifications, 1 unread');

  await release(await ask(anna, 'Snow on Slate'));
  await passes();
  window.dispatchEvent(new Event('visibilitychange'));
  await bell('Notifications, 2 unread');
});

it('a list that does not come says why, and is asked for again', async () => {
  const anna = await member(s, 0);
  await release(await ask(anna, 'Rain on Tin'));
  const { user, wire } = openPage(s, '/leaderboard', anna);
  wire.cut = /GET \/notifications/;
  await user.click(await bell('Notifications'));
  const problem = await within(await list()).findByRole('alert');
  expect(problem.textContent).toContain('Your notifications could not be loaded');
  wire.cut = undefined;
  await user.click(within(problem).getByRole('button', { name: 'Retry' }));
  await within(await list()).findByText(/Rain on Tin/);
});

it('what cannot be marked as read stays unread', async () => {
  const anna = await member(s, 0);
  await release(await ask(anna, 'Rain on Tin'));
  const { user, wire } = openPage(s, '/leaderboard', anna);
  wire.cut = /POST \/notifications\/read/;
  await user.click(await bell('Notifications, 1 unread'));
  await within(await list()).findByText(/Rain on Tin/);
  await waitFor(() => expect(wire.calls).toContain('POST /notifications/read'));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await bell('Notifications, 1 unread');
  wire.cut = undefined;
  await user.click(await bell('Notifications, 1 unread'));
  await bell('Notifications');
});

it('a long list comes page by page, and what was not shown yet stays unread', async () => {
  const anna = await member(s, 0);
  for (let n = 1; n <= 23; n++) await release(await ask(anna, `Wish ${n}`));
  const { user } = openPage(s, '/leaderboard', anna);
  await user.click(await bell('Notifications, 23 unread'));
  const shown = await list();
  await waitFor(() => expect(within(shown).getAllByRole('listitem')).toHaveLength(20));
  await bell('Notifications, 3 unread');
  await user.click(within(shown).getByRole('button', { name: 'Show more' }));
  await waitFor(() => expect(within(shown).getAllByRole('listitem')).toHaveLength(23));
  await bell('Notifications');
  expect(within(shown).queryByRole('button', { name: 'Show more' })).toBeNull();
});
