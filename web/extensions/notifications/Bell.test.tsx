// @vitest-environment jsdom

import { screen, waitFor, within } from '@testing-library/react';
import type { Notification } from 'contract/extensions/news/notifications.ts';
import { beforeEach, expect, it } from 'vitest';
import { call } from '../../../server/testing/calls.ts';
import { runEvents } from '../../../server/testing/jobs.ts';
import { createOpenRequest, member } from '../../../server/testing/requests.ts';
import { type Person, signUp } from '../../../server/testing/server.ts';
import { currentUrl, openPage, pageServer } from '../../testing/page.tsx';
import { deck } from '../../testing/sound.ts';
import { notificationsQuery } from './queries.ts';

const s = pageServer();
let admin: Person;
beforeEach(async () => {
  admin = await signUp(s, { tier: 'admin' });
});

const bell = (name: string) => screen.findByRole('button', { name });
const list = () => screen.findByRole('dialog', { name: 'Notifications' });
const asAdmin = (body?: unknown) => ({ token: admin.token, body });
const request = (asker: Person, title: string) =>
  createOpenRequest(s.c, asker.id, { title, artist: 'Nobody Yet', votes: 30 });
const vote = (voter: Person, id: string) => call(s, `POST /requests/${id}/votes`, { token: voter.token });

/** Number of lit pieces of a request's face. */
const litPieces = (item: HTMLElement) =>
  item.querySelectorAll('svg[viewBox="-50 -50 100 100"] path:not([style*="color-lamp"])').length;

/** Publishes the song of a request; returns the track's id. */
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
  await runEvents(s.c);
  // Nobody hears it together any more.
  s.time.now += 120_000;
  return body.id;
}

it('is not shown to visitors', async () => {
  openPage(s, '/leaderboard');
  await screen.findByRole('link', { name: 'Log In' });
  expect(screen.queryByRole('button', { name: /^Notifications/ })).toBeNull();
});

it('says that there are no notifications, and links to the requests', async () => {
  const { user } = openPage(s, '/', await signUp(s));
  await user.click(await bell('Notifications'));
  await within(await list()).findByText('No notifications yet');
  await user.click(within(await list()).getByRole('link', { name: 'See the requests' }));
  await waitFor(() => expect(currentUrl()).toBe('/leaderboard'));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('counts unread ones, marks them as read, and a released song opens with its premiere, once', async () => {
  const anna = await member(s, 0);
  const ben = await member(s, 100);
  const id = await request(anna, 'Rain on Tin');
  await vote(ben, id);
  const track_id = await release(id);
  const { user, player } = openPage(s, '/leaderboard', anna);
  await user.click(await bell('Notifications, 1 unread'));
  const item = await within(await list()).findByRole('link', {
    name: /^New:\s*Rain on Tin\s*Your song is out/,
  });
  // A song that is out has its cover, and the one thing to do with it.
  expect(litPieces(item)).toBe(0);
  expect(item.textContent).toMatch(/Listen$/);
  await bell('Notifications');
  const answer = await call(s, 'GET /notifications', { token: anna.token });
  expect(answer.body).toMatchObject({ unread: 0, notifications: [{ read: true }] });
  // It keeps looking new until the list closes.
  expect(item.textContent).toMatch(/^New: /);

  await user.click(item);
  const premiere = within(await screen.findByRole('dialog', { name: 'Rain on Tin' }));
  expect(premiere.getByText(ben.username)).toBeTruthy();
  expect(player.state().song).toBeNull();
  const hear = premiere.getByRole('button', { name: 'Play' });
  expect(document.activeElement).toBe(hear);
  await user.click(hear);
  await waitFor(() => expect(deck().paused).toBe(false));
  expect(player.state().song?.id).toBe(track_id);
  await user.click(premiere.getByRole('button', { name: 'Go to the song' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

  // The server knows that she has seen it, and that he has not; nothing waits for anybody else.
  const waits = async ({ token }: { token: string }) =>
    (await call(s, `GET /notifications/premieres/${id}`, { token })).body.waits;
  await waitFor(async () => expect(await waits(anna)).toBe(false));
  expect(await waits(ben)).toBe(true);
  expect(await waits(admin)).toBe(false);
  expect(deck().paused).toBe(false);
});

it('gives a declined request’s reason and returned credits to voters too', async () => {
  const [anna, ben] = [await member(s, 0), await member(s, 100)];
  const id = await request(anna, 'Rain on Tin');
  await vote(ben, id);
  const { user } = openPage(s, '/leaderboard', ben);
  await screen.findByRole('button', { name: /^90\s*credits$/ });
  await call(s, `DELETE /requests/${id}?reason=A%20song%20of%20somebody%20else`, asAdmin());
  await runEvents(s.c);
  await user.click(await bell('Notifications'));
  const shown = await list();
  await within(shown).findByText(/^Declined:/);
  expect(within(shown).getByText('A song of somebody else')).toBeTruthy();
  expect(litPieces(shown)).toBe(0);
  expect(within(shown).getByText(/All your credits on it are back/)).toBeTruthy();
  await screen.findByRole('button', { name: /^100\s*credits$/ });
  await user.click(within(shown).getByRole('link', { name: 'See your credits' }));
  await waitFor(() => expect(currentUrl()).toBe('/profile?view=credits'));
});

it('a request that takes votes has its vote in the row', async () => {
  const ben = await member(s, 100);
  const { id: asker } = await member(s, 0);
  const id = await createOpenRequest(s.c, asker, { title: 'Rain on Tin', votes: 29 });
  await vote(ben, id);
  await runEvents(s.c);
  const { user } = openPage(s, '/following', ben);
  await user.click(await screen.findByRole('button', { name: /^Vote ?10 ?credits ?, Rain on Tin$/ }));
  await waitFor(async () =>
    expect((await call(s, `GET /requests/${id}`, { token: ben.token })).body).toMatchObject({ own_votes: 2 }),
  );
  expect(currentUrl()).toBe('/following');
  await call(s, `DELETE /requests/${id}?reason=No`, asAdmin());
  const { body } = await call(s, 'GET /notifications', { token: ben.token });
  expect(body.notifications.map((one: Notification) => one.request)).toEqual([null]);
});

it('says that a withdrawn song is no longer available', async () => {
  const anna = await member(s, 0);
  const track_id = await release(await request(anna, 'Rain on Tin'));
  await call(s, `DELETE /track/${track_id}`, asAdmin());
  const { user } = openPage(s, '/leaderboard', anna);
  await user.click(await bell('Notifications, 1 unread'));
  await within(await list()).findByText('It is no longer available.');
  expect(within(await list()).queryByRole('button', { name: /Rain on Tin/ })).toBeNull();
});

it('a song withdrawn after the list was opened has no premiere: its page says that it is gone', async () => {
  const anna = await member(s, 0);
  const track_id = await release(await request(anna, 'Rain on Tin'));
  const { user } = openPage(s, '/leaderboard', anna);
  await user.click(await bell('Notifications, 1 unread'));
  const item = await within(await list()).findByRole('link', { name: /Rain on Tin/ });
  await call(s, `DELETE /track/${track_id}`, asAdmin());
  await user.click(item);
  await screen.findByRole('heading', { level: 1, name: 'This track was removed' });
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('fetches again on focus and navigation, but only once stale', async () => {
  const anna = await member(s, 0);
  const { user, wire, client } = openPage(s, '/leaderboard', anna);
  await bell('Notifications');
  const fetched = () => wire.calls.filter((one) => /^GET \/notifications(\?|$)/.test(one)).length;
  await waitFor(() => expect(fetched()).toBe(1));
  const makeStale = () =>
    client.invalidateQueries({ queryKey: notificationsQuery.queryKey, refetchType: 'none' });
  const goTo = async (name: string) => {
    await user.click(screen.getAllByRole('link', { name })[0]!);
    await screen.findByRole('heading', { level: 1 });
  };

  await goTo('Explore');
  await goTo('Library');
  expect(fetched()).toBe(1);

  await release(await request(anna, 'Rain on Tin'));
  await makeStale();
  await goTo('Explore');
  await bell('Notifications, 1 unread');

  await release(await request(anna, 'Snow on Slate'));
  await makeStale();
  window.dispatchEvent(new Event('visibilitychange'));
  await bell('Notifications, 2 unread');
});

it('offers to try again when the list cannot be loaded', async () => {
  const anna = await member(s, 0);
  await release(await request(anna, 'Rain on Tin'));
  const { user, wire } = openPage(s, '/leaderboard', anna);
  wire.failing = /GET \/notifications/;
  await user.click(await bell('Notifications'));
  const alert = await within(await list()).findByRole('alert');
  expect(alert.textContent).toContain('Failed to load your notifications');
  wire.failing = undefined;
  await user.click(within(alert).getByRole('button', { name: 'Try again' }));
  await within(await list()).findByText(/Rain on Tin/);
});

it('keeps notifications unread when they cannot be marked', async () => {
  const anna = await member(s, 0);
  await release(await request(anna, 'Rain on Tin'));
  const { user, wire } = openPage(s, '/leaderboard', anna);
  wire.failing = /POST \/notifications\/read/;
  await user.click(await bell('Notifications, 1 unread'));
  await within(await list()).findByText(/Rain on Tin/);
  await waitFor(() => expect(wire.calls).toContain('POST /notifications/read'));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await bell('Notifications, 1 unread');
  wire.failing = undefined;
  await user.click(await bell('Notifications, 1 unread'));
  await bell('Notifications');
});

it('shows the first five, and the inbox pages through all, by time', async () => {
  const anna = await member(s, 0);
  for (let n = 1; n <= 23; n++)
    await call(s, `DELETE /requests/${await request(anna, `Song ${n}`)}?reason=Twice`, asAdmin());
  await runEvents(s.c);
  const { user } = openPage(s, '/leaderboard', anna);
  await user.click(await bell('Notifications, 23 unread'));
  const shown = await list();
  await waitFor(() => expect(within(shown).getAllByRole('listitem')).toHaveLength(5));
  await bell('Notifications, 18 unread');
  await user.click(within(shown).getByRole('link', { name: 'Open the inbox' }));
  await screen.findByRole('heading', { level: 1, name: 'Inbox' });
  expect(currentUrl()).toBe('/following');
  expect(document.title).toBe('Inbox – Ovation');
  // The server's clock stands in June.
  const earlier = () => within(screen.getByRole('region', { name: 'Earlier' })).getAllByRole('listitem');
  await waitFor(() => expect(earlier()).toHaveLength(20));
  await bell('Notifications, 3 unread');
  await user.click(screen.getByRole('button', { name: 'Show more' }));
  await waitFor(() => expect(earlier()).toHaveLength(23));
  await bell('Notifications');
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
});

it('the inbox shows what is followed, and leads to it', async () => {
  const anna = await member(s, 0);
  const id = await request(anna, 'Rain on Tin');
  for (const [kind, target] of [
    ['genre', 'jazz'],
    ['request', id],
  ])
    await call(s, 'POST /follow', { token: anna.token, body: { kind, target } });
  const { user } = openPage(s, '/following', anna);
  await screen.findByText('Vote for a request or follow an artist, and the news comes here.');
  const follows = within(await screen.findByRole('region', { name: 'Following' }));
  expect((await follows.findAllByRole('listitem')).map((row) => row.textContent)).toEqual(
    expect.arrayContaining(['Rain on TinRequest', 'JazzGenre']),
  );
  expect(follows.queryByRole('button')).toBeNull();
  await user.click(follows.getByRole('link', { name: 'Jazz' }));
  await waitFor(() => expect(currentUrl()).toBe('/genres/jazz'));
});
