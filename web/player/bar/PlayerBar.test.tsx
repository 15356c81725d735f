// @vitest-environment jsdom

import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { serverPerTest } from '../../../server/testing/hooks.ts';
import { updateRows } from '../../../server/testing/rows.ts';
import { signUp } from '../../../server/testing/server.ts';
import { withExtensions } from '../../../server/testing/with-extensions.ts';
import { closeAndForget, closePage, currentUrl, openPage, publish } from '../../testing/page.tsx';
import { broken, deck, FILE_LENGTH, lengths, playFor } from '../../testing/sound.ts';

const s = serverPerTest();
beforeEach(async () => {
  await publish(s, 'First', 'Second');
});
afterEach(() => {
  closeAndForget();
  broken.clear();
  lengths.clear();
});

const card = async (title: string, verb: 'Play' | 'Pause' = 'Play') =>
  (await screen.findAllByRole('button', { name: `${verb} ${title}` }))[0]!;
const bar = () => screen.findByRole('region', { name: 'Player' });
/** Styles show either the wide or the slim bar. There are none here, so this takes the first button. */
const inBar = async (name: string) =>
  (await within(await bar()).findAllByRole<HTMLButtonElement>('button', { name }))[0]!;
const slider = (name: string) => screen.getByRole<HTMLInputElement>('slider', { name });

it('does not exist before a song is played', async () => {
  openPage(s, '/');
  await card('First');
  expect(screen.queryByRole('region', { name: 'Player' })).toBeNull();
});

it('shows and plays a song, with previous and next disabled', async () => {
  const { user } = openPage(s, '/');
  await user.click(await card('First'));
  const player = await bar();
  expect(within(player).getByText('First')).toBeTruthy();
  expect(within(player).getByText('The Marlow Trio')).toBeTruthy();
  await inBar('Pause');
  expect((await inBar('Previous')).disabled).toBe(true);
  expect((await inBar('Next')).disabled).toBe(true);
  await waitFor(() => expect(deck().paused).toBe(false));
  playFor(7);
  expect(within(player).getByText('0:07')).toBeTruthy();
  expect(within(player).getByText('1:00')).toBeTruthy();
  const progress = slider('Progress');
  expect([progress.value, progress.max, progress.step, progress.min]).toEqual(['7', '60', '1', '0']);
  expect(progress.getAttribute('aria-valuetext')).toBe('0:07 of 1:00');
});

it('the card and the bar toggle the current song', async () => {
  const { user } = openPage(s, '/');
  await user.click(await card('First'));
  await user.click(await card('First', 'Pause'));
  expect(deck().paused).toBe(true);
  await user.click(await inBar('Play'));
  await waitFor(() => expect(deck().paused).toBe(false));
  await user.click(await inBar('Pause'));
  expect(deck().paused).toBe(true);
  await user.click(await card('First'));
  await waitFor(() => expect(deck().paused).toBe(false));
  // The track has a card in two sections.
  expect(screen.getAllByRole('button', { name: 'Pause First' })).toHaveLength(2);
});

withExtensions('when a song that played alone is over, similar songs follow at one press', async () => {
  const { user, player } = openPage(s, '/');
  await user.click(await card('First'));
  await waitFor(() => expect(player.state().status).toBe('playing'));
  expect(within(await bar()).queryByRole('button', { name: 'Similar songs' })).toBeNull();
  playFor(FILE_LENGTH);
  await user.click(await inBar('Similar songs'));
  await waitFor(() => expect(player.state()).toMatchObject({ song: { title: 'Second' }, status: 'playing' }));
  expect(document.activeElement).toBe(await inBar('Pause'));
  await inBar('Next');
});

it('another song plays from its beginning', async () => {
  const { user, player } = openPage(s, '/');
  await user.click(await card('First'));
  playFor(20);
  await user.click(await card('Second'));
  expect(within(await bar()).getByText('Second')).toBeTruthy();
  await waitFor(() => expect(player.state().status).toBe('playing'));
  expect(deck().currentTime).toBe(0);
  expect(within(await bar()).getByRole<HTMLInputElement>('slider', { name: 'Progress' }).value).toBe('0');
  expect([...document.querySelectorAll('audio')].filter((one) => !one.paused)).toHaveLength(1);
  await card('First');
});

it('pauses at the end and plays again from the beginning', async () => {
  const { user, player } = openPage(s, '/');
  await user.click(await card('First'));
  await inBar('Pause');
  playFor(FILE_LENGTH + 1);
  await inBar('Play');
  expect(player.state().status).toBe('paused');
  expect(slider('Progress').value).toBe('60');
  await user.click(await inBar('Play'));
  await waitFor(() => expect(deck().paused).toBe(false));
  playFor(2);
  expect(slider('Progress').value).toBe('2');
});

it('seeks to whole seconds, playing or paused', async () => {
  const { user } = openPage(s, '/');
  await user.click(await card('First'));
  await inBar('Pause');
  fireEvent.change(slider('Progress'), { target: { value: '42' } });
  expect(deck().currentTime).toBe(42);
  expect(slider('Progress').value).toBe('42');
  expect(deck().paused).toBe(false);
  await user.click(await inBar('Pause'));
  fireEvent.change(slider('Progress'), { target: { value: '3' } });
  expect(deck().currentTime).toBe(3);
  expect(deck().paused).toBe(true);
  expect(within(await bar()).getByText('0:03')).toBeTruthy();
});

it('has a volume of 75, from 0 to 100 in steps of 1, that can be muted and is saved', async () => {
  const { user } = openPage(s, '/');
  await user.click(await card('First'));
  await bar();
  const volume = slider('Volume');
  expect([volume.value, volume.min, volume.max, volume.step]).toEqual(['75', '0', '100', '1']);
  await waitFor(() => expect(deck().volume).toBeCloseTo(0.75));
  fireEvent.change(volume, { target: { value: '30' } });
  expect(deck().volume).toBeCloseTo(0.3);
  await user.click(await inBar('Mute'));
  expect(deck().volume).toBe(0);
  expect(slider('Volume').value).toBe('0');
  await user.click(await inBar('Unmute'));
  expect(slider('Volume').value).toBe('30');
  expect(localStorage.getItem('ovation.volume')).toBe('30');

  closePage();
  openPage(s, '/');
  await bar();
  expect(slider('Volume').value).toBe('30');
});

it('turns loud tracks down to the same loudness at every volume', async () => {
  await s.c.db.updateTable('track').set({ loudness_lufs: -8 }).where('title', '=', 'First').execute();
  await s.c.db.updateTable('track').set({ loudness_lufs: -20 }).where('title', '=', 'Second').execute();
  const { user } = openPage(s, '/');
  await user.click(await card('First'));
  await waitFor(() => expect(deck().volume).toBeCloseTo(0.75 * 0.501, 3));
  expect(slider('Volume').value).toBe('75');
  fireEvent.change(slider('Volume'), { target: { value: '40' } });
  expect(deck().volume).toBeCloseTo(0.4 * 0.501, 3);
  await user.click(await card('Second'));
  await waitFor(() => expect(deck().volume).toBeCloseTo(0.4, 3));
  await user.click(await card('First'));
  await waitFor(() => expect(deck().volume).toBeCloseTo(0.4 * 0.501, 3));

  closePage();
  openPage(s, '/');
  await user.click(await inBar('Play'));
  await waitFor(() => expect(deck().volume).toBeCloseTo(0.4 * 0.501, 3));
});

it('restores the song and its position after a reload, paused', async () => {
  const { user } = openPage(s, '/');
  await user.click(await card('Second'));
  await inBar('Pause');
  playFor(23);
  window.dispatchEvent(new Event('pagehide'));
  closePage();

  openPage(s, '/leaderboard');
  expect(within(await bar()).getByText('Second')).toBeTruthy();
  expect(deck().paused).toBe(true);
  expect(slider('Progress').value).toBe('23');
  fireEvent.change(slider('Progress'), { target: { value: '25' } });
  expect(slider('Progress').value).toBe('25');
  await user.click(await inBar('Play'));
  await waitFor(() => expect(deck().currentTime).toBe(25));
  expect(deck().paused).toBe(false);
});

it('keeps playing from page to page in the same element', async () => {
  const { user } = openPage(s, '/');
  await user.click(await card('First'));
  await inBar('Pause');
  const before = deck();
  playFor(3);
  await user.click(screen.getByRole('link', { name: 'Request a song' }));
  await screen.findByRole('heading', { level: 1, name: 'Song requests' });
  expect(deck()).toBe(before);
  playFor(2);
  expect(slider('Progress').value).toBe('5');
});

it('shows a toast when a song does not load, and Play tries again', async () => {
  const { user, toast } = openPage(s, '/');
  const [track] = (await (await fetch('/track?q=first')).json()) as { audio_url: string }[];
  broken.add(track!.audio_url);
  await user.click(await card('First'));
  await waitFor(() => expect(toast()).toBe('“First” could not be played'));
  await inBar('Play');
  broken.clear();
  await user.click(await inBar('Play'));
  await waitFor(() => expect(deck().paused).toBe(false));
  await inBar('Pause');
  playFor(1);
  expect(slider('Progress').value).toBe('1');
});

it('reports a play once half of a short track was heard', async () => {
  const { user, wire } = openPage(s, '/');
  await user.click(await card('First'));
  await inBar('Pause');
  const reports = () => wire.calls.filter((one) => one === 'POST /plays');
  playFor(29);
  await waitFor(() => expect(reports()).toHaveLength(1));
  s.time.now += 30_000;
  playFor(10);
  await waitFor(() => expect(reports()).toHaveLength(2));
  await waitFor(async () => {
    const plays = await s.c.db.selectFrom('play_event').selectAll().execute();
    expect(plays.map(({ played_ms }) => played_ms)).toEqual([30_000]);
  });
});

it('Space plays and pauses, but not in a field or on a button', async () => {
  const { user } = openPage(s, '/');
  await user.click(await card('First'));
  await inBar('Pause');
  act(() => (document.activeElement as HTMLElement).blur());
  await user.keyboard(' ');
  expect(deck().paused).toBe(true);
  await user.keyboard(' ');
  await waitFor(() => expect(deck().paused).toBe(false));
  act(() => (document.activeElement as HTMLElement).blur());
  await user.keyboard('/');
  await user.type(await screen.findByRole('searchbox'), 'a b');
  expect(deck().paused).toBe(false);
  expect(screen.getByRole('searchbox')).toHaveProperty('value', 'a b');
});

it('Space chooses a theme without pausing the music', async () => {
  const { user, player } = openPage(s, '/');
  await user.click(await card('First'));
  await inBar('Pause');
  await user.click(screen.getByRole('button', { name: 'Account menu' }));
  const dark = await screen.findByRole('menuitemradio', { name: 'Dark' });
  act(() => dark.focus());
  await user.keyboard(' ');
  await waitFor(() => expect(dark.getAttribute('aria-checked')).toBe('true'));
  expect(player.state().status).toBe('playing');
});

it('the card and the player show the same duration, also at the end of the song', async () => {
  // The server rounds 60.6 s to 61 s.
  await s.c.db.updateTable('track').set({ duration_seconds: 61 }).where('title', '=', 'First').execute();
  const { user } = openPage(s, '/');
  const [track] = (await (await fetch('/track?q=first')).json()) as { audio_url: string }[];
  lengths.set(track!.audio_url, 60.6);
  await user.click(await card('First'));
  await inBar('Pause');
  const [article] = screen.getAllByRole('article', { name: 'First' });
  expect(article!.textContent).toContain('Duration 1:01');
  const player = await bar();
  await waitFor(() => expect(slider('Progress').max).toBe('61'));
  expect(within(player).getByText('1:01')).toBeTruthy();
  playFor(62);
  await inBar('Play');
  expect(within(player).getAllByText('1:01')).toHaveLength(2);
  expect(slider('Progress').value).toBe('61');
});

it('shows who requested the song, and its details', async () => {
  const anna = await signUp(s);
  await updateRows(
    s.c,
    'track',
    { title: 'First' },
    { requester_id: anna.id, backers: 31, provider: 'Somewhere', prompt_text: null },
  );
  const { user, wire } = openPage(s, '/');
  await user.click(await card('First'));
  const origin = `Requested by ${anna.username}, backed by 31`;
  expect(within(await bar()).getByText(origin)).toBeTruthy();
  wire.failing = /GET \/track\//;
  await user.click(await inBar('More for First'));
  await user.click(await screen.findByRole('menuitem', { name: 'Details' }));
  const dialog = await screen.findByRole('dialog', { name: 'Details' });
  await within(dialog).findByRole('alert');
  wire.failing = undefined;
  await user.click(within(dialog).getByRole('button', { name: 'Try again' }));
  await within(dialog).findByText('AI-generated by Somewhere');
  expect(within(dialog).getByText(origin)).toBeTruthy();
  expect(dialog.textContent).not.toContain('“');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(document.activeElement?.ariaLabel).toBe('More for First'));

  await user.click(await card('Second'));
  expect(within(await bar()).queryByText(/^Requested by/)).toBeNull();
});

it('opens the song at full size: Back closes it, its keys work, a link in it leads on', async () => {
  const { user, player } = openPage(s, '/');
  await user.click(await card('First'));
  const opener = await inBar('Open the player');
  await user.click(opener);
  const view = await screen.findByRole('dialog', { name: 'First' });
  within(view).getByRole('link', { name: 'The Marlow Trio' });
  await user.keyboard('m');
  expect(player.state().volume).toBe(0);
  await user.click(within(view).getByRole('button', { name: 'Pause' }));
  expect(deck().paused).toBe(true);
  act(() => history.back());
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(currentUrl()).toBe('/');
  await waitFor(() => expect(document.activeElement).toBe(opener));

  await user.click(opener);
  await user.click(await screen.findByRole('tab', { name: 'Liner notes' }));
  await screen.findByRole('heading', { name: 'The music' });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

  await user.click(opener);
  const link = within(await screen.findByRole('dialog')).getByRole('link', { name: 'The Marlow Trio' });
  await user.click(link);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(currentUrl()).toBe('/artists/the-marlow-trio');
});

it('the heart in the bar saves the song that plays', async () => {
  const { user, toast } = openPage(s, '/', await signUp(s));
  await user.click(await card('First'));
  await user.click(await inBar('Save to library: First'));
  await waitFor(() => expect(toast()).toBe('Track saved | "First" has been added to your library'));
  await inBar('Remove from library: First');
});

it('the queue has settings for how songs follow each other, which are saved', async () => {
  const { user } = openPage(s, '/');
  await user.click(await card('First'));
  await user.click(await inBar('Queue'));
  await user.click(await screen.findByRole('button', { name: 'Playback settings' }));
  expect(screen.getByRole('checkbox', { name: /^Gapless playback/ })).toHaveProperty('checked', true);
  fireEvent.change(slider('Crossfade'), { target: { value: '6' } });
  expect(slider('Crossfade').getAttribute('aria-valuetext')).toBe('6 s');
  await user.click(screen.getByRole('checkbox', { name: /^Gapless playback/ }));

  closePage();
  const { player } = openPage(s, '/');
  expect(player.state()).toMatchObject({ crossfade: 6, gapless: false });
});

it('shows the time under the pointer, and that of the focused slider', async () => {
  const { user } = openPage(s, '/');
  await user.click(await card('First'));
  await bar();
  const box = slider('Progress').parentElement!;
  box.getBoundingClientRect = () => ({ left: 100, width: 600 }) as DOMRect;
  fireEvent.pointerMove(box, { clientX: 250 });
  const time = box.querySelector<HTMLElement>('.wave-time')!;
  expect([time.hidden, time.textContent]).toEqual([false, '0:15']);
  fireEvent.pointerLeave(box);
  expect(time.hidden).toBe(true);
});

it("the tab's title names the song while it plays, and the page otherwise", async () => {
  const { user } = openPage(s, '/');
  await user.click(await card('First'));
  await waitFor(() => expect(document.title).toBe('▸ First – The Marlow Trio · Ovation'));
  await user.click(screen.getAllByRole('link', { name: 'Requests' })[0]!);
  await screen.findByRole('heading', { level: 1, name: 'Song requests' });
  expect(document.title).toBe('▸ First – The Marlow Trio · Ovation');
  await user.click(await inBar('Pause'));
  expect(document.title).toBe('Song requests – Ovation');
});
