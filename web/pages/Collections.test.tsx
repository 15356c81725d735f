// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { call as callServer } from '../../server/testing/calls.ts';
import { type Person, signUp, type TestServer, testServer } from '../../server/testing/server.ts';
import { address, closeAndForget, openPage, publish } from '../testing/page.tsx';

let s: TestServer;
let tracks: string[];
beforeAll(async () => {
  s = await testServer();
  tracks = await publish(s, 'First Light', 'Second Wind', 'Third Rail');
});
afterAll(() => s.close());
afterEach(closeAndForget);

const save = (person: Person, track_id: string) =>
  callServer(s, 'POST /saved_track', { token: person.token, body: { track_id } });

async function playlist(person: Person, name: string, description = ''): Promise<string> {
  const { body } = await callServer(s, 'POST /playlist', {
    token: person.token,
    body: { name, description, privacy: 'private', cover_image_url: '' },
  });
  return body.id;
}

it('an empty library says what to do, a filled one shows what was saved', async () => {
  const person = await signUp(s);
  openPage(s, '/library', person);
  expect(await screen.findByText('No saved tracks yet')).toBeTruthy();
  expect(screen.getByText('Start exploring and save your favorite songs!')).toBeTruthy();
  closeAndForget();

  await save(person, tracks[0]!);
  s.time.now += 1000;
  await save(person, tracks[1]!);
  const { user, toast } = openPage(s, '/library', person);
  expect(await screen.findByRole('heading', { name: 'Saved Tracks' })).toBeTruthy();
  const titles = async () =>
    (await screen.findAllByRole('article')).map((card) => within(card).getByRole('heading').textContent);
  expect(await titles()).toEqual(['Second Wind', 'First Light']);
  await user.click(await screen.findByRole('button', { name: 'Remove from library: Second Wind' }));
  await expect.poll(toast, { timeout: 15_000 }).toContain('Track removed');
  await expect.poll(titles, { timeout: 15_000 }).toEqual(['First Light']);
});

it('the playlists tell how many are used, and what a plan does not allow', async () => {
  const plus = await signUp(s, { tier: 'plus' });
  await playlist(plus, 'Morning');
  openPage(s, '/playlists', plus);
  expect(await screen.findByText('1 of 3 playlists used')).toBeTruthy();
  expect(await screen.findByText('No description')).toBeTruthy();
  closeAndForget();

  openPage(s, '/playlists', await signUp(s));
  expect(await screen.findByText('Upgrade to Plus to create custom playlists')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Create Playlist' })).toHaveProperty('disabled', true);
});

it('a playlist shows its tracks in order; one takes out what does not belong', async () => {
  const person = await signUp(s, { tier: 'premium' });
  const id = await playlist(person, '<b>Night</b>', 'For later');
  for (const track_id of tracks.slice(0, 2))
    await callServer(s, 'POST /playlist_track', {
      token: person.token,
      body: { playlist_id: id, track_id, position: 0 },
    });
  const { user, toast } = openPage(s, `/playlists/${id}`, person);
  expect(await screen.findByRole('heading', { name: '<b>Night</b>' })).toBeTruthy();
  expect(screen.getByText(/2 tracks/)).toBeTruthy();
  await user.click(await screen.findByRole('button', { name: 'Remove First Light' }));
  await expect.poll(toast, { timeout: 15_000 }).toBe('Track removed');
  await expect.poll(() => screen.queryByText(/1 track\b/) !== null, { timeout: 15_000 }).toBe(true);
});

it("somebody else's private playlist is not found", async () => {
  const id = await playlist(await signUp(s, { tier: 'plus' }), 'Secret');
  openPage(s, `/playlists/${id}`, await signUp(s));
  expect(await screen.findByText('Playlist not found')).toBeTruthy();
  expect(address()).toBe(`/playlists/${id}`);
});
