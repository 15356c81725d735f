// @vitest-environment jsdom

import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { call } from '../../server/testing/calls.ts';
import { serverOfFile } from '../../server/testing/hooks.ts';
import { type Person, signUp } from '../../server/testing/server.ts';
import { closeAndForget, openPage, publish } from '../testing/page.tsx';

const s = serverOfFile();
let tracks: string[];
beforeAll(async () => {
  tracks = await publish(s, 'First Light', 'Second Wind');
});
afterEach(closeAndForget);

async function save(person: Person, track_id: string): Promise<void> {
  await call(s, 'POST /saved_track', { token: person.token, body: { track_id } });
  s.time.now += 1000;
}

const titles = () =>
  screen.queryAllByRole('article').map((card) => within(card).getByRole('heading').textContent);

it('an empty library offers to explore', async () => {
  openPage(s, '/library', await signUp(s));
  expect(await screen.findByText('No saved tracks yet')).toBeTruthy();
  expect(screen.getByText('Start exploring and save your favorite songs!')).toBeTruthy();
});

it.each([
  ['/library', 'Saved Tracks', 'Loading your library...'],
  ['/playlists', 'My Playlists', 'Loading playlists...'],
  ['/profile', '', 'Because of you'],
])('%s is drawn before the server answers who is there', async (path, heading, text) => {
  const { wire } = openPage(s, path, await signUp(s));
  let answer = () => {};
  wire.delay = new Promise((resolve) => {
    answer = resolve;
  });
  await screen.findByText(text);
  expect(screen.getByRole('heading', { level: 1 }).textContent?.trim()).toBe(heading);
  answer();
});

it('shows the saved tracks, newest first, until they are removed', async () => {
  const person = await signUp(s);
  for (const id of tracks) await save(person, id);
  const { user, toast } = openPage(s, '/library', person);
  expect(await screen.findByRole('heading', { name: 'Saved Tracks' })).toBeTruthy();
  await waitFor(() => expect(titles()).toEqual(['Second Wind', 'First Light']));
  await user.click(await screen.findByRole('button', { name: 'Remove from library: Second Wind' }));
  await waitFor(() => expect(toast()).toContain('Track removed'));
  await waitFor(() => expect(titles()).toEqual(['First Light']));
});

it('plays all saved tracks in order', async () => {
  const person = await signUp(s);
  for (const id of tracks) await save(person, id);
  const { user, player } = openPage(s, '/library', person);
  await waitFor(() => expect(titles()).toHaveLength(2));
  await user.click(screen.getByRole('button', { name: 'Play all' }));
  await waitFor(() =>
    expect(player.state().queue.entries.map(({ song }) => song.title)).toEqual([
      'Second Wind',
      'First Light',
    ]),
  );
  const main = within(screen.getByRole('main'));
  await main.findByRole('button', { name: 'Pause' });
  await user.click(screen.getAllByRole('link', { name: 'Explore' })[0]!);
  await screen.findByRole('heading', { name: 'New Releases' });
  await user.click(screen.getAllByRole('link', { name: 'Library' })[0]!);
  await user.click(await main.findByRole('button', { name: 'Pause' }));
  expect(player.state().status).toBe('paused');
  expect(main.getByRole('button', { name: 'Play all' })).toBeTruthy();
});
