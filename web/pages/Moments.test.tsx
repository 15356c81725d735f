// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { call } from '../../server/testing/calls.ts';
import { createOpenRequest, member } from '../../server/testing/requests.ts';
import { type Person, signUp } from '../../server/testing/server.ts';
import { lastLamp } from '../features/song-requests/use-vote.ts';
import { openPage, pageServer } from '../testing/page.tsx';

const s = pageServer();
let nora: Person;
beforeEach(async () => {
  nora = await signUp(s, { name: 'Nora' });
});
afterEach(() => lastLamp.set(null));

const litSeats = () => document.querySelectorAll('.seat[data-lit]').length;

it('a vote lights its seat at once, and the last one dims the house until the viewer carries on', async () => {
  const id = await createOpenRequest(s.c, nora.id, { title: 'Monsoon', votes: 29 });
  const { user, wire } = openPage(s, `/leaderboard/${id}`, await member(s, 100));
  const button = await screen.findByRole('button', { name: /^Light lamp 30/ });
  expect(litSeats()).toBe(29);
  let go = () => {};
  wire.delay = new Promise((resolve) => {
    go = resolve;
  });
  await user.click(button);
  await waitFor(() => expect(litSeats()).toBe(30));
  // Only the server knows whose lamp is the last.
  expect(screen.queryByText('You lit the last lamp.')).toBeNull();
  go();
  const moment = await screen.findByRole('dialog', { name: 'You lit the last lamp.' });
  expect(document.activeElement).toBe(within(moment).getByRole('button', { name: 'Share your part' }));
  expect(document.querySelector('header')!.inert).toBe(true);
  await user.keyboard('{Escape}');
  await screen.findByRole('heading', { level: 1, name: 'Monsoon' });
  expect(document.querySelector('header')!.inert).toBe(false);
});

it('others see that the last lamp is lit', async () => {
  const id = await createOpenRequest(s.c, nora.id, { title: 'Monsoon', votes: 29 });
  openPage(s, `/leaderboard/${id}`);
  await screen.findByRole('link', { name: 'Log in to light lamp 30' });
  const voter = await member(s, 100);
  const { body } = await call(s, `POST /requests/${id}/votes`, { token: voter.token });
  expect(body.lamp).toBe(30);
  await screen.findByText('Goal reached.');
  expect(screen.queryByText('You lit the last lamp.')).toBeNull();
});

it('the board stands queued songs above those that need votes, and says what another vote does', async () => {
  for (const [title, votes] of [
    ['Teacups', 38],
    ['Monsoon', 29],
  ] as const)
    await createOpenRequest(s.c, nora.id, { title, votes });
  const { user } = openPage(s, '/leaderboard', await member(s, 100));
  const [shelf, waiting] = [
    await screen.findByRole('heading', { name: 'Funded, now in the studio' }),
    screen.getByRole('heading', { name: 'Open for votes' }),
  ];
  const [queued, open] = ['Teacups', 'Monsoon'].map((name) => screen.getByRole('article', { name }));
  const follows = (a: Element, b: Element) => a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING;
  expect(follows(shelf, queued!) && follows(queued!, waiting) && follows(waiting, open!)).toBeTruthy();
  const vote = within(queued!).getByRole('button', {
    name: 'Vote for Teacups, 38 votes, moves it up the queue, 10 credits',
  });
  expect(vote.dataset.tooltip).toBe('Moves it up the queue for 10 credits');
  await user.click(within(open!).getByRole('button', { name: /^Vote for Monsoon/ }));
  await within(open!).findByText('You lit the last lamp.');
  expect(within(open!).getByRole('link', { name: 'See the stage' })).toBeTruthy();
});

it('after requesting, the requester can share the link', async () => {
  const { user } = openPage(s, '/leaderboard', await member(s, 300));
  await user.click(await screen.findByRole('button', { name: 'Request Song' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Request AI-Generated Music' }));
  await user.type(dialog.getByLabelText('Song name'), 'Comet');
  await user.type(dialog.getByLabelText('Artist name'), 'Ilse');
  await user.click(dialog.getByRole('button', { name: 'Trap' }));
  await user.click(dialog.getByRole('button', { name: 'Submit Request' }));
  const made = within(await screen.findByRole('region', { name: /^It’s on the board/ }));
  const shared: unknown[] = [];
  Object.assign(navigator, { share: async (data: unknown) => shared.push(data) });
  await user.click(made.getByRole('button', { name: 'Share' }));
  Reflect.deleteProperty(navigator, 'share');
  const { body } = await call(s, 'GET /requests');
  expect(shared).toEqual([{ title: 'Comet by Ilse', url: `${location.origin}/leaderboard/${body[0].id}` }]);
});

it('a seat says who lit it, with the keyboard too, and a backer is found among the seats', async () => {
  const id = await createOpenRequest(s.c, nora.id, { title: 'Monsoon' });
  const [ann, bob] = [await member(s, 100), await member(s, 100)];
  for (const { token } of [ann, bob, ann]) await call(s, `POST /requests/${id}/votes`, { token });
  const { user } = openPage(s, `/leaderboard/${id}`, ann);
  const seat = (name: string) => screen.findByRole('img', { name });
  const newest = await seat('Lamp 3, lit by you');
  expect(newest.querySelector('.seat-own')).not.toBeNull();
  expect(newest.getAttribute('tabindex')).toBe('0');
  newest.focus();
  await user.keyboard('{ArrowLeft}');
  const bobs = await seat(`Lamp 2, lit by ${bob.username}`);
  expect(document.activeElement).toBe(bobs);
  const initials = bob.username.slice(0, 2).toUpperCase();
  expect(bobs.textContent).toBe(initials);
  expect(bobs.querySelector('.seat-own')).toBeNull();
  expect(newest.hasAttribute('data-dim')).toBe(true);
  await user.keyboard('{Home}');
  expect(document.activeElement).toBe(await seat('Lamp 1, lit by you'));
  await user.hover(screen.getByRole('button', { name: new RegExp(`^${bob.username}`) }));
  expect(bobs.textContent).toBe(initials);
  expect(newest.hasAttribute('data-dim')).toBe(true);
  await user.unhover(screen.getByRole('button', { name: new RegExp(`^${bob.username}`) }));
  expect(bobs.textContent).toBe('');

  // Another one's vote names its seat without a reload.
  await call(s, `POST /requests/${id}/votes`, { token: bob.token });
  await seat(`Lamp 4, lit by ${bob.username}`);
});
