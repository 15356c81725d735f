// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { updateCharts } from '../../../server/extensions/charts/charts.ts';
import { createOpenRequest } from '../../../server/testing/requests.ts';
import { publishTrack, signUp } from '../../../server/testing/server.ts';
import { closeAndForget, currentUrl, openPage, pageServer } from '../../testing/page.tsx';

const s = pageServer();

const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

it('genres lead to a genre, its sub-genres, and all of its tracks', async () => {
  for (let i = 1; i <= 9; i++)
    await publishTrack(s.c, {
      title: `Song ${i}`,
      genre: i === 9 ? 'latin:norteño' : 'latin',
      popularity: 9 - i,
    });
  const { user } = openPage(s, '/genres');
  await heading('Genres');
  expect(await screen.findByRole('link', { name: 'Latin 9 songs' })).toBeDefined();
  expect(screen.getByRole('link', { name: 'Jazz No songs yet' })).toBeDefined();
  await user.click(screen.getByRole('link', { name: /^Latin/ }));
  await heading('Latin');
  const heard = screen.getByRole('region', { name: 'Popular now' });
  expect(within(heard).getAllByRole('article')[0]!.textContent).toContain('Song 1');
  await user.click(screen.getByRole('link', { name: 'View All Newest' }));
  await heading('Newest');
  expect(currentUrl()).toBe('/genres/latin?sort=newest');
  expect((await screen.findAllByRole('article')).map((one) => one.textContent)[0]).toContain('Song 9');
  await user.click(screen.getByRole('link', { name: 'Latin' }));
  await user.click(await screen.findByRole('link', { name: 'Norteño 1' }));
  await heading('Norteño');
  expect(document.title).toBe('Norteño – Ovation');
  expect(screen.getByRole('link', { name: 'Latin' }).getAttribute('href')).toBe('/genres/latin');
});

it("an artist's page is reached from a card, and plays all of the tracks", async () => {
  await publishTrack(s.c, { title: 'Hoppípolla', display_artist: 'Sigur Rós', genre: 'rock' });
  await publishTrack(s.c, { title: 'Glósóli', display_artist: 'SIGUR ROS', genre: 'rock' });
  const { user, player } = openPage(s, '/');
  await user.click((await screen.findAllByRole('link', { name: 'Sigur Rós' }))[0]!);
  // The latest spelling.
  await heading('SIGUR ROS');
  expect(currentUrl()).toBe('/artists/sigur-ros');
  expect(screen.getByRole('link', { name: 'Rock' }).getAttribute('href')).toBe('/genres/rock');
  await user.click(screen.getByRole('button', { name: 'Play all' }));
  await expect.poll(() => player.state().queue.entries.length).toBe(2);
});

it('an unknown genre or artist offers others', async () => {
  await publishTrack(s.c, { title: 'Something Else' });
  openPage(s, '/artists/%F0%9F%8E%B7');
  await heading('Artist not found');
  expect(screen.getByText('Something Else')).toBeDefined();
  closeAndForget();
  openPage(s, '/genres/nothing');
  await heading('Genre not found');
  expect(screen.getByRole('link', { name: 'All genres' }).getAttribute('href')).toBe('/genres');
});

it('charts have a first place with its wish, and play from any place on', async () => {
  const asker = await signUp(s);
  const hit = await publishTrack(s.c, { title: 'Hit', genre: 'jazz', plays: 1204 });
  await publishTrack(s.c, { title: 'Other', genre: 'rock', plays: 3 });
  await publishTrack(s.c, { title: 'Third', genre: 'rock', plays: 2 });
  const id = await createOpenRequest(s.c, asker.id, { title: 'Hit', votes: 30 });
  const words = { description: 'Rolling breaks and a deep sub.', released: 1, track_id: hit } as const;
  await s.c.db.updateTable('song_request').set(words).where('id', '=', id).execute();
  await updateCharts(s.c);
  const { user, player } = openPage(s, '/charts');
  await heading('Charts');
  expect(await screen.findByText('Not enough listens this week yet.')).toBeDefined();
  // The one in the text, which keeps the genre.
  await user.click(screen.getAllByRole('link', { name: 'All time' }).at(-1)!);
  await screen.findByRole('heading', { level: 2, name: 'Hit' });
  expect(screen.getByText('“Rolling breaks and a deep sub.”')).toBeDefined();
  const [first, second] = document.querySelectorAll('ol.chart > li');
  expect(first!.textContent).toContain('1,204 listens');
  // Without a former chart nothing is new, and nothing moved.
  expect(second!.textContent).toBe('Place 2OtherSomebody33 listens');
  await user.click(screen.getByRole('button', { name: 'Play Other' }));
  await waitFor(() => expect(player.state().song?.title).toBe('Other'));
  expect(player.state().queue.entries.map(({ song }) => song.title)).toEqual(['Other', 'Third']);
  await user.selectOptions(screen.getByRole('combobox', { name: 'Genre' }), 'Rock');
  await screen.findByRole('heading', { level: 2, name: 'Other' });
  expect(currentUrl()).toBe('/charts?chart=all&genre=rock');
  expect(document.title).toBe('▸ Other – Somebody · Ovation');
});

it('charts show a place that moved, and what is new beside a former chart', async () => {
  const [rose, fell] = [
    await publishTrack(s.c, { title: 'Rose' }),
    await publishTrack(s.c, { title: 'Fell' }),
  ];
  const plays = (id: string, plays: number) =>
    s.c.db.updateTable('track').set({ plays }).where('id', '=', id).execute();
  await plays(rose, 4);
  await plays(fell, 5);
  await updateCharts(s.c);
  s.time.now += 7 * 86_400_000;
  await plays(rose, 9);
  await publishTrack(s.c, { title: 'Fresh', plays: 3 });
  await updateCharts(s.c);
  openPage(s, '/charts?chart=all');
  await screen.findByRole('heading', { level: 2, name: 'Rose' });
  const changes = [...document.querySelectorAll('.chart-change')].map((one) => one.textContent);
  expect(changes).toEqual(['down 1', 'New']);
});

it('a radio plays on from a genre without end, until something else is played', async () => {
  for (let i = 0; i < 30; i++)
    await publishTrack(s.c, { title: `Tune ${i}`, genre: 'blues', display_artist: `Band ${i % 9}` });
  const { user, player } = openPage(s, '/genres/blues');
  await heading('Blues');
  await user.click(screen.getByRole('button', { name: 'Start radio' }));
  await waitFor(() => expect(player.state().queue.entries).toHaveLength(20));
  player.goTo(17);
  await waitFor(() => expect(player.state().queue.entries.length).toBeGreaterThan(30));
  const ids = player.state().queue.entries.map(({ song }) => song.id);
  expect(new Set(ids.slice(0, 30)).size).toBe(30);
  player.goTo(ids.length - 1);
  await waitFor(() => expect(player.state().queue.entries.at(-1)!.song.id).not.toBe(ids.at(-1)));
  expect(player.state().queue.at).toBeLessThanOrEqual(20);
  await user.click(screen.getAllByRole('button', { name: /^Play Tune/ })[0]!);
  await waitFor(() => expect(player.state().queue.entries).toHaveLength(1));
});

it('a genre shows its open requests, and of one song no shuffle and no radio', async () => {
  await publishTrack(s.c, { title: 'Alone', genre: 'folk' });
  const asker = await signUp(s);
  await createOpenRequest(s.c, asker.id, { title: 'Wanted', genre: 'folk', votes: 4 });
  await createOpenRequest(s.c, asker.id, { title: 'Funded', genre: 'folk', votes: 30 });
  openPage(s, '/genres/folk');
  await heading('Folk');
  expect(
    within(screen.getByRole('region', { name: 'Open requests' })).getByText('Folk · 4 of 30 votes'),
  ).toBeTruthy();
  expect(screen.getByRole('button', { name: /^Vote ?10 ?credits ?, Wanted$/ })).toBeTruthy();
  expect(screen.queryByText('Funded')).toBeNull();
  expect(screen.getByRole('button', { name: 'Play' })).toBeTruthy();
  for (const name of ['Shuffle', 'Start radio']) expect(screen.queryByRole('button', { name })).toBeNull();
});

it('a radio from the song that plays goes on with it', async () => {
  const id = await publishTrack(s.c, { title: 'Seed', genre: 'folk' });
  await publishTrack(s.c, { title: 'Like it', genre: 'folk', display_artist: 'Else' });
  const { user, player } = openPage(s, `/tracks/${id}`);
  await user.click((await screen.findAllByRole('button', { name: 'Play Seed' }))[0]!);
  await waitFor(() => expect(player.state().status).toBe('playing'));
  const { key } = player.state().queue.entries[0]!;
  await user.click(screen.getByRole('button', { name: 'Start radio' }));
  await waitFor(() => expect(player.state().queue.entries.length).toBeGreaterThan(1));
  expect(player.state().queue.entries[0]).toMatchObject({ key, song: { title: 'Seed' } });
  expect(player.state().queue.entries[1]!.song.title).toBe('Like it');
});

it('a public profile is turned on in Profile, and shows what became a song', async () => {
  const nora = await signUp(s);
  await publishTrack(s.c, { title: 'Asked for', requester_id: nora.id, backers: 3 });
  openPage(s, `/people/${nora.username}`);
  await heading('Profile not found');
  expect(screen.getByRole('link', { name: 'Back to Explore' }).getAttribute('href')).toBe('/');
  closeAndForget();
  const { user } = openPage(s, '/profile/settings', nora);
  await user.click(await screen.findByRole('switch', { name: 'Public profile' }));
  await user.click(await screen.findByRole('link', { name: 'See it' }));
  await heading(nora.username);
  const released = screen.getByRole('region', { name: 'Called for, and released' });
  expect(within(released).getByText('Asked for')).toBeDefined();
});
