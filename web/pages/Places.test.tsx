// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { updateCharts } from '../../server/features/charts/charts.ts';
import { publishTrack, type TestServer, testServer } from '../../server/testing/server.ts';
import { address, closeAndForget, openPage } from '../testing/page.tsx';

let s: TestServer;
beforeEach(async () => {
  s = await testServer();
});
afterEach(async () => {
  closeAndForget();
  await s.close();
});

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
  expect(await screen.findByRole('link', { name: 'Latin 9 tracks' })).toBeDefined();
  expect(screen.getByRole('link', { name: 'Jazz Nothing yet' })).toBeDefined();
  await user.click(screen.getByRole('link', { name: /^Latin/ }));
  await heading('Latin');
  const heard = screen.getByRole('region', { name: 'Most heard lately' });
  expect(within(heard).getAllByRole('article')[0]!.textContent).toContain('Song 1');
  await user.click(screen.getByRole('link', { name: 'View All Newest' }));
  await heading('Newest');
  expect(address()).toBe('/genres/latin?sort=newest');
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
  expect(address()).toBe('/artists/sigur-ros');
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

it('charts say why, and lead to a genre', async () => {
  await publishTrack(s.c, { title: 'Hit', genre: 'jazz', plays: 1204 });
  await publishTrack(s.c, { title: 'Other', genre: 'rock', plays: 3 });
  await updateCharts(s.c);
  const { user, player } = openPage(s, '/charts');
  await heading('Charts');
  expect(await screen.findByText('No listens counted yet')).toBeDefined();
  await user.click(screen.getByRole('link', { name: 'All time' }));
  expect(await screen.findByText('1,204 counted listens, new')).toBeDefined();
  expect(screen.getAllByRole('listitem').filter((row) => row.className === 'chart-row')).toHaveLength(2);
  await user.selectOptions(screen.getByRole('combobox', { name: 'Genre' }), 'Rock');
  await waitFor(() => expect(screen.queryByText('1,204 counted listens, new')).toBeNull());
  expect(address()).toBe('/charts?chart=all&genre=rock');
  expect(document.title).toBe('Rock charts – Ovation');
  await user.click(screen.getByRole('button', { name: 'Play Other' }));
  await waitFor(() => expect(player.state().song?.title).toBe('Other'));
});
