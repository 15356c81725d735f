// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { call } from '../../../server/testing/calls.ts';
import { createOpenRequest, member } from '../../../server/testing/requests.ts';
import { type Person, signUp } from '../../../server/testing/server.ts';
import { withExtensions } from '../../../server/testing/with-extensions.ts';
import { addToPlaylist } from '../../features/playlists/add-to-playlist.ts';
import { currentUrl, openPage, pageServer, publish } from '../../testing/page.tsx';

const s = pageServer();
let nora: Person;
beforeEach(async () => {
  nora = await signUp(s, { name: 'Nora' });
});
afterEach(() => {
  vi.restoreAllMocks();
  addToPlaylist.set(null);
});

type Page = ReturnType<typeof openPage>;

/** Presses the toast's 'Log in' and logs in. */
async function logIn({ user }: Page, { email }: Person) {
  await user.click(await screen.findByRole('button', { name: 'Log in' }));
  await fillIn({ user }, email);
}

async function fillIn({ user }: Pick<Page, 'user'>, email: string) {
  await user.type(await screen.findByLabelText('Email'), email);
  await user.type(screen.getByLabelText('Password'), 'correct horse');
  await user.click(screen.getByRole('button', { name: 'Log In' }));
}

const voteFor = (title: string) => screen.findByRole('button', { name: new RegExp(`^Vote for ${title}, `) });
const votes = async (id: string) => (await call(s, `GET /requests/${id}`)).body.votes;

it('saves the track whose heart a visitor pressed', async () => {
  await publish(s, 'Blue');
  const page = openPage(s, '/?section=new');
  await page.user.click((await screen.findAllByRole('button', { name: 'Save to library: Blue' }))[0]!);
  await logIn(page, nora);
  await waitFor(() => expect(page.toast()).toBe('Track saved | "Blue" has been added to your library'));
  expect(currentUrl()).toBe('/?section=new');
  expect((await call(s, 'GET /saved_track', { token: nora.token })).body).toHaveLength(1);
});

it('opens the playlists for the track that a visitor wanted to add', async () => {
  await publish(s, 'Blue');
  const page = openPage(s, '/');
  await page.user.click((await screen.findAllByRole('button', { name: 'Add to playlist: Blue' }))[0]!);
  await logIn(page, nora);
  await screen.findByRole('dialog', { name: 'Add to Playlist' });
});

withExtensions('follows the genre that a visitor wanted to follow, and one press ends it', async () => {
  await publish(s, 'Blue');
  const { genre } = (await call(s, 'GET /track')).body[0];
  const page = openPage(s, `/genres/${genre}`);
  await page.user.click(await screen.findByRole('button', { name: 'Follow' }));
  await logIn(page, nora);
  const follows = async () => (await call(s, 'GET /follow/list', { token: nora.token })).body;
  await waitFor(async () => expect(await follows()).toMatchObject([{ kind: 'genre', target: genre }]));
  await page.user.click(await screen.findByRole('button', { name: 'Following', pressed: true }));
  await screen.findByRole('button', { name: 'Follow', pressed: false });
  expect(await follows()).toEqual([]);
});

it('casts one vote, whose charge the server decides, and forgets it', async () => {
  const id = await createOpenRequest(s.c, nora.id, { title: 'Monsoon' });
  const voter = await member(s, 100);
  const page = openPage(s, '/leaderboard');
  await page.user.click(await voteFor('Monsoon'));
  await logIn(page, voter);
  await waitFor(() =>
    expect(page.toast()).toBe('Vote added! | Your vote has been counted. 10 credits deducted.'),
  );
  expect(await votes(id)).toBe(1);
  await waitFor(async () => expect((await voteFor('Monsoon')).textContent).toBe('1'));
  expect(sessionStorage).toHaveLength(0);
});

it('a free member who logs in to vote sees what it takes', async () => {
  const id = await createOpenRequest(s.c, nora.id, { title: 'Monsoon' });
  const page = openPage(s, '/leaderboard');
  await page.user.click(await voteFor('Monsoon'));
  await logIn(page, nora);
  await waitFor(() => expect(page.toast()).toMatch(/^Feature not available/));
  expect(await votes(id)).toBe(0);
});

it('continues the request that a visitor began', async () => {
  const page = openPage(s, '/leaderboard?title=Night%20Train');
  await logIn(page, await member(s, 300));
  const dialog = within(await screen.findByRole('dialog', { name: 'Request AI-Generated Music' }));
  expect(dialog.getByLabelText<HTMLInputElement>('Song name').value).toBe('Night Train');
  expect((await call(s, 'GET /requests')).body).toHaveLength(0);
});

it.each(['a later login by another way', 'a login much later'])('%s does not vote', async (way) => {
  const id = await createOpenRequest(s.c, nora.id, { title: 'Monsoon' });
  const voter = await member(s, 100);
  const page = openPage(s, '/leaderboard');
  await page.user.click(await voteFor('Monsoon'));
  await page.user.click(await screen.findByRole('button', { name: 'Log in' }));
  await screen.findByLabelText('Email');
  if (way === 'a login much later') {
    const now = Date.now();
    vi.spyOn(Date, 'now').mockImplementation(() => now + 16 * 60_000);
  } else {
    await page.user.click(screen.getAllByRole('link', { name: 'Explore' })[0]!);
    await page.user.click(await screen.findByRole('link', { name: 'Log In' }));
  }
  await fillIn(page, voter.email);
  await waitFor(() => expect(page.toast()).toBe('Welcome back!'));
  await waitFor(() => expect(currentUrl()).not.toContain('/login'));
  expect(page.wire.calls.filter((made) => made.endsWith('/votes'))).toEqual([]);
  expect(await votes(id)).toBe(0);
});
