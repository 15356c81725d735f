// @vitest-environment jsdom

import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { call } from '../../server/testing/calls.ts';
import { runEvents } from '../../server/testing/jobs.ts';
import { createOpenRequest, member } from '../../server/testing/requests.ts';
import { type Person, publishTrack, signUp } from '../../server/testing/server.ts';
import { closeAndForget, closePage, currentUrl, openPage, pageServer, publish } from '../testing/page.tsx';

const s = pageServer();

const button = (name: RegExp | string) => screen.findByRole('button', { name });

it('shows a track, its facts and what resembles it', async () => {
  const id = await publishTrack(s.c, {
    title: 'Night Train',
    display_artist: 'Ilse Varga',
    genre: 'jazz:bebop',
    bpm: 121.6,
    musical_key: 'F major',
    provider: 'Ovation house band',
    backers: 31,
  });
  await publishTrack(s.c, { title: 'Day Train', genre: 'jazz:bebop', bpm: 121 });
  openPage(s, `/tracks/${id}/whatever`);
  expect(await screen.findByRole('heading', { level: 1, name: 'Night Train' })).toBeDefined();
  for (const text of ['Ilse Varga', 'Backed by 31', '122 BPM', 'F major', 'Made by Ovation house band'])
    expect(screen.getByText(text)).toBeDefined();
  expect(screen.queryByText(/listen/)).toBeNull();
  const similar = screen.getByRole('region', { name: 'More like this' });
  expect(within(similar).getByText('Day Train')).toBeDefined();
  expect(within(similar).getByText('Same genre, same tempo')).toBeDefined();
  expect(document.title).toBe('Night Train by Ilse Varga – Ovation');
});

it('shows the lyrics by verses, long ones folded until they are wanted', async () => {
  const id = await publishTrack(s.c, { title: 'Night Train' });
  const lyrics = `[Verse 1]\nالليل\nlast line\n\n${Array.from({ length: 14 }, (_, i) => `line ${i}`).join('\n')}`;
  await s.c.db.insertInto('lyrics').values({ track_id: id, text: lyrics }).execute();
  const { user } = openPage(s, `/tracks/${id}`);
  const section = within(await screen.findByRole('region', { name: 'Lyrics' }));
  expect(section.getByText('Verse 1')).toBeDefined();
  expect(section.getByText(/^الليل/).getAttribute('dir')).toBe('auto');
  const text = section.getByText(/line 13/).parentElement!;
  expect(text.dataset.folded).toBe('true');
  await user.click(section.getByRole('button', { name: 'Show all lyrics' }));
  expect(text.dataset.folded).toBeUndefined();
  expect(section.getByRole('button', { name: 'Show less' }).getAttribute('aria-expanded')).toBe('true');
});

it('shows timed lyrics line by line, and plays the song from one that is pressed', async () => {
  const id = await publishTrack(s.c, { title: 'Night Train', duration_seconds: 60 });
  const text = '[Chorus]\n[00:02.00]Night <00:03.00>train\n[00:30.00]home\n[01:20.00]after the end';
  await s.c.db.insertInto('lyrics').values({ track_id: id, text }).execute();
  const { user } = openPage(s, `/tracks/${id}`);
  const section = within(await screen.findByRole('region', { name: 'Lyrics' }));
  expect(section.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'Night train',
    'home',
  ]);
  expect(section.getByText('Chorus')).toBeDefined();
  await user.click(section.getByRole('button', { name: 'home' }));
  await expect
    .poll(() => section.getByRole('button', { name: 'home' }).getAttribute('aria-current'))
    .toBe('true');
  expect(section.getByText(/Night/).parentElement!.ariaCurrent).toBeNull();
});

it('links to the request that it was made from', async () => {
  const nora = await signUp(s);
  const id = await publishTrack(s.c, { title: 'Wanted', requester_id: nora.id, backers: 12 });
  const request = await createOpenRequest(s.c, nora.id, { title: 'Wanted', votes: 30 });
  await s.c.db
    .updateTable('song_request')
    .set({ released: 1, release_date: s.time.now, track_id: id })
    .where('id', '=', request)
    .execute();
  openPage(s, `/tracks/${id}`);
  const link = await screen.findByRole('link', { name: `Requested by ${nora.username}, backed by 12` });
  expect(link.getAttribute('href')).toBe(`/leaderboard/${request}`);
});

it('names those who called for it', async () => {
  const nora = await signUp(s);
  const voters = await Promise.all([1, 2].map(() => member(s, 100)));
  const request = await createOpenRequest(s.c, nora.id, { title: 'Wanted' });
  for (const { token } of voters) await call(s, `POST /requests/${request}/votes`, { token });
  const [id] = await publish(s, 'Wanted');
  await s.c.db
    .updateTable('song_request')
    .set({ released: 1, release_date: s.time.now, track_id: id! })
    .where('id', '=', request)
    .execute();
  openPage(s, `/tracks/${id}`);
  const [one, other] = voters.map(({ username }) => username);
  const names = await screen.findByText((_, element) => element?.matches('.called-for') ?? false);
  expect([`Called for by ${one} and ${other}`, `Called for by ${other} and ${one}`]).toContain(
    names.textContent,
  );
});

it('opens with its premiere, once for each who called for it and for others when they ask', async () => {
  const [asker, voter, other] = [await member(s, 100), await member(s, 100), await member(s, 100)];
  const admin = await signUp(s, { tier: 'admin' });
  const request_id = await createOpenRequest(s.c, asker.id, { title: 'Wanted' });
  await call(s, `POST /requests/${request_id}/votes`, { token: voter.token });
  const audio = { duration_seconds: 60, audio_url: 'https://elsewhere.example/wanted.mp3' };
  const body = { title: 'Wanted', display_artist: 'Ilse', genre: 'pop', request_id, ...audio };
  const { body: track } = await call(s, 'POST /track', { token: admin.token, body });
  await runEvents(s.c);
  const visit = async (who?: Person, query = '', failing?: RegExp) => {
    closePage();
    const page = openPage(s, `/tracks/${track.id}${query}`, who);
    page.wire.failing = failing;
    await screen.findByRole('heading', { level: 1, name: 'Wanted', hidden: true });
    return page;
  };
  const premiere = () => screen.queryByRole('dialog', { name: 'Wanted' });
  const asked = `GET /notifications/premieres/${request_id}`;

  const { wire } = await visit(other);
  await waitFor(() => expect(wire.calls).toContain(asked));
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(premiere()).toBeNull();

  // One that could not be shown still waits.
  const unlucky = await visit(voter, '', /^GET \/requests\//);
  await waitFor(() => expect(unlucky.wire.calls).toContain(`GET /requests/${request_id}`));
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(premiere()).toBeNull();

  for (const who of [voter, asker]) {
    const { user, player } = await visit(who);
    await screen.findByRole('dialog', { name: 'Wanted' });
    expect(within(premiere()!).getByText(voter.username)).toBeDefined();
    await user.click(await button('Hear it'));
    await waitFor(() => expect(player.state().song?.id).toBe(track.id));
    await waitFor(() => expect(premiere()).toBeNull());
    const again = await visit(who);
    await waitFor(() => expect(again.wire.calls).toContain(asked));
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(premiere()).toBeNull();
  }

  localStorage.clear();
  const { user } = await visit(undefined, '?premiere');
  await screen.findByRole('dialog', { name: 'Wanted' });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(premiere()).toBeNull());
  expect(location.search).toBe('');
});

it('is reached from a card by its title, and the music keeps playing', async () => {
  await publish(s, 'Café del Mar');
  const { user, player } = openPage(s, '/');
  await user.click((await screen.findAllByRole('button', { name: 'Play Café del Mar' }))[0]!);
  await waitFor(() => expect(player.state().status).toBe('playing'));
  await user.click(screen.getAllByRole('link', { name: 'Café del Mar' })[0]!);
  await screen.findByRole('heading', { level: 1, name: 'Café del Mar' });
  expect(currentUrl()).toMatch(/^\/tracks\/[0-9a-f-]{36}\/cafe-del-mar$/);
  expect(player.state()).toMatchObject({ status: 'playing', song: { title: 'Café del Mar' } });
  const wave = screen.getByRole('region', { name: 'Waveform' });
  expect(within(wave).getByRole('slider', { name: 'Progress' })).toBeDefined();
});

it.each([
  ['43', 43],
  ['60', 0],
  ['99999', 0],
  ['-1', 0],
  ['x', 0],
])('a link with ?t=%s starts at second %i', async (t, second) => {
  const [id] = await publish(s, 'Song');
  const { user, player } = openPage(s, `/tracks/${id}?t=${t}`);
  expect(
    (await screen.findByRole<HTMLInputElement>('slider', { name: 'Play Song from' })).valueAsNumber,
  ).toBe(second);
  await user.click(await button('Play Song'));
  await waitFor(() => expect(player.state().song?.title).toBe('Song'));
  expect(Math.floor(player.position())).toBe(second);
});

it('copies its link, also with the current second', async () => {
  const [id] = await publish(s, 'Song');
  const { user, player, toast } = openPage(s, `/tracks/${id}`);
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const share = async (item: string) => {
    await user.click(await button('Share Song'));
    await user.click(await screen.findByRole('menuitem', { name: item }));
  };
  await share('Copy link');
  const link = `http://localhost:3000/tracks/${id}/song`;
  expect(write).toHaveBeenLastCalledWith(link);
  await waitFor(() => expect(toast()).toBe(`Link copied | ${link}`));
  await user.click(await button('Play Song'));
  player.seek(43);
  await share('Copy link at 0:43');
  expect(write).toHaveBeenLastCalledWith(`${link}?t=43`);

  await share('Embed or QR code…');
  const dialog = await screen.findByRole('dialog', { name: 'Share' });
  const html = () => within(dialog).getByRole<HTMLTextAreaElement>('textbox', { name: 'HTML' }).value;
  expect(html()).toContain(`<iframe src="http://localhost:3000/embed/tracks/${id}" title="Song by `);
  within(dialog).getByRole('img', { name: /^QR code of the link to Song/ });
  await user.click(within(dialog).getByRole('checkbox', { name: 'Start at 0:43' }));
  expect(within(dialog).getByRole<HTMLInputElement>('textbox', { name: 'Link' }).value).toBe(`${link}?t=43`);
  expect(html()).toContain(`/embed/tracks/${id}?t=43"`);
  await user.click(within(dialog).getByRole('button', { name: 'Copy HTML' }));
  expect(write).toHaveBeenLastCalledWith(html());
});

it('saves, adds to the queue, and asks visitors to log in for playlists', async () => {
  const [first, second] = await publish(s, 'First', 'Second');
  const person = await signUp(s);
  const { user, player } = openPage(s, `/tracks/${first}`, person);
  player.choose({
    id: second!,
    title: 'Second',
    artist: 'A',
    thumbnail: null,
    audioUrl: '/media/2.mp3',
    duration: '1:00',
    seconds: 60,
    waveformUrl: null,
    loudness: null,
  });
  await user.click(await button('Add to queue: First'));
  expect(player.state().queue.entries.map(({ song }) => song.title)).toEqual(['Second', 'First']);
  await user.click(await button('Save to library: First'));
  expect(await button('Remove from library: First')).toBeDefined();
});

it('offers others when there is no such track', async () => {
  await publish(s, 'Popular');
  const deleted = await publishTrack(s.c, { is_deleted: 1 });
  openPage(s, '/tracks/nonsense');
  expect(await screen.findByRole('heading', { level: 1, name: 'Track not found' })).toBeDefined();
  expect(screen.getByText('Popular')).toBeDefined();
  closeAndForget();
  openPage(s, `/tracks/${deleted}`);
  expect(await screen.findByRole('heading', { level: 1, name: 'This track was removed' })).toBeDefined();
});

it('says that it failed to load, and tries again', async () => {
  const [id] = await publish(s, 'Song');
  const { user, wire } = openPage(s, '/');
  await screen.findAllByText('Song');
  wire.unavailable = /page/;
  await user.click(screen.getAllByRole('link', { name: 'Song' })[0]!);
  expect(await screen.findByText('Failed to load the track')).toBeDefined();
  wire.unavailable = undefined;
  await user.click(await button('Try again'));
  expect(await screen.findByRole('heading', { level: 1, name: 'Song' })).toBeDefined();
  expect(wire.calls).toContain(`GET /track/${id}/page`);
});
