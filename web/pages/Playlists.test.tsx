// @vitest-environment jsdom

import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { call } from '../../server/testing/calls.ts';
import { serverOfFile } from '../../server/testing/hooks.ts';
import { type Person, signUp } from '../../server/testing/server.ts';
import { addToPlaylist } from '../features/playlists/add-to-playlist.ts';
import { closeAndForget, currentUrl, openPage, publish } from '../testing/page.tsx';
import { scrollToTheEnd } from '../testing/stand-ins.ts';
import { currentToast } from '../ui/layers/toasts.ts';

const s = serverOfFile();
let tracks: string[];
beforeAll(async () => {
  tracks = await publish(s, 'First Light', 'Second Wind', 'Third Rail');
});
afterEach(closeAndForget);

async function createPlaylist(person: Person, name: string, trackIds: string[] = []): Promise<string> {
  const { body } = await call(s, 'POST /playlist', {
    token: person.token,
    body: { name, description: '', privacy: 'private', cover_image_url: '' },
  });
  for (const track_id of trackIds)
    await call(s, 'POST /playlist_track', {
      token: person.token,
      body: { playlist_id: body.id, track_id, position: 0 },
    });
  return body.id;
}

/** Inserts playlists named `List 0`, `List 1` …, the last one the newest. */
async function insertPlaylists(person: Person, count: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, index) => ({
    id: crypto.randomUUID(),
    user_id: person.id,
    name: `List ${index}`,
    description: null,
    privacy: 'private' as const,
    cover_image_url: null,
    is_deleted: 0 as const,
    created_at: s.time.now + index,
    updated_at: s.time.now + index,
  }));
  await s.c.db.insertInto('playlist').values(rows).execute();
}

const entryTitles = () =>
  screen
    .queryAllByRole('button', { name: /^Remove / })
    .map((button) => button.getAttribute('aria-label')!.replace('Remove ', ''));

it('the list shows how many playlists are used and what the plan allows', async () => {
  const plus = await signUp(s, { tier: 'plus' });
  await createPlaylist(plus, 'Morning');
  openPage(s, '/playlists', plus);
  expect(await screen.findByText('1 of 3 playlists used')).toBeTruthy();
  expect(await screen.findByText('No description')).toBeTruthy();
  closeAndForget();

  openPage(s, '/playlists', await signUp(s));
  expect(await screen.findByText('Upgrade to Plus to create custom playlists')).toBeTruthy();
  const create = screen.getByRole('button', { name: 'Create Playlist' });
  expect(create).toHaveProperty('disabled', true);
  expect(create.parentElement?.dataset.tooltip).toBe('Upgrade to Plus to create custom playlists');
  expect(await screen.findByText('No playlists yet')).toBeTruthy();
  expect(screen.getByText('Create your first playlist to get started')).toBeTruthy();
  const about = screen.getByRole('region', { name: 'About playlists' });
  expect(
    within(about)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['Upgrade']);
});

it('a blank name cannot be submitted, and a refused playlist names the limit of the plan', async () => {
  const person = await signUp(s, { tier: 'plus' });
  await insertPlaylists(person, 2);
  const { user, toast } = openPage(s, '/playlists', person);
  await screen.findByText('2 of 3 playlists used');
  await user.click(screen.getByRole('button', { name: 'Create Playlist' }));
  const dialog = await screen.findByRole('dialog', { name: 'Create Playlist' });
  const create = within(dialog).getByRole('button', { name: 'Create' });
  await user.type(within(dialog).getByLabelText('Name'), '  ');
  expect(create).toHaveProperty('disabled', true);
  await user.type(within(dialog).getByLabelText('Name'), 'Morning ');
  await waitFor(() => expect(create).toHaveProperty('disabled', false));
  const id = await createPlaylist(person, 'From another tab');
  await user.click(create);
  await waitFor(() =>
    expect(toast()).toBe('Limit reached (3 playlists) | Upgrade to Premium for unlimited playlists'),
  );
  expect(currentToast.get()?.actions.map(({ label }) => label)).toEqual(['See plans']);
  await call(s, `DELETE /playlist/${id}`, { token: person.token });
  await user.click(create);
  expect(await screen.findByRole('heading', { level: 1, name: 'Morning' })).toBeTruthy();
});

it('the link of a private playlist is copied once its owner makes it public', async () => {
  const person = await signUp(s, { tier: 'premium' });
  const id = await createPlaylist(person, 'Harbour');
  const { user, toast } = openPage(s, `/playlists/${id}`, person);
  await user.click(await screen.findByRole('button', { name: 'Share' }));
  const dialog = await screen.findByRole('dialog', { name: 'Make it public and copy the link?' });
  await user.click(within(dialog).getByRole('button', { name: 'Make public and copy' }));
  await waitFor(() => expect(toast()).toContain(`/playlists/${id}`));
  const { body } = await call(s, `GET /playlist/${id}`, {});
  expect(body.privacy).toBe('public');
});

it('an owner renames a playlist', async () => {
  const person = await signUp(s, { tier: 'premium' });
  const { user, toast } = openPage(s, `/playlists/${await createPlaylist(person, 'Night')}`, person);
  await user.click(await screen.findByRole('button', { name: 'Edit playlist' }));
  const dialog = await screen.findByRole('dialog', { name: 'Edit playlist' });
  await user.type(within(dialog).getByLabelText('Name'), ' shift');
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(toast()).toBe('Playlist saved'));
  expect(await screen.findByRole('heading', { level: 1, name: 'Night shift' })).toBeTruthy();
});

it('a playlist shows its tracks in order; its owner removes one and takes that back', async () => {
  const person = await signUp(s, { tier: 'premium' });
  const id = await createPlaylist(person, '<b>Night</b>', tracks.slice(0, 2));
  const { user, toast } = openPage(s, `/playlists/${id}`, person);
  expect(await screen.findByRole('heading', { name: '<b>Night</b>' })).toBeTruthy();
  expect(screen.getByText(/2 tracks/)).toBeTruthy();
  await waitFor(() => expect(entryTitles()).toEqual(['First Light', 'Second Wind']));
  await user.click(await screen.findByRole('button', { name: 'Remove First Light' }));
  await waitFor(() => expect(toast()).toBe('Track removed'));
  await waitFor(() => expect(screen.queryByText(/1 track\b/)).toBeTruthy());
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(entryTitles()).toEqual(['First Light', 'Second Wind']));
});

it('an owner finds songs, adds them and saves one to the library', async () => {
  const plus = await signUp(s, { tier: 'plus' });
  const id = await createPlaylist(plus, 'Evening', [tracks[0]!]);
  const { user, toast, wire } = openPage(s, `/playlists/${id}`, plus);
  await user.click(await screen.findByRole('button', { name: 'Add songs' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add songs' }));
  expect(await dialog.findByRole('button', { name: 'First Light is in the playlist' })).toHaveProperty(
    'disabled',
    true,
  );
  await user.type(dialog.getByRole('searchbox'), 'third');
  await waitFor(() => expect(dialog.getAllByRole('listitem')).toHaveLength(1));
  wire.unavailable = /POST \/playlist_track/;
  await user.click(dialog.getByRole('button', { name: 'Add Third Rail' }));
  await waitFor(() => expect(toast()).toMatch(/^Failed to add to playlist/));
  wire.unavailable = undefined;
  await user.click(dialog.getByRole('button', { name: 'Add Third Rail' }));
  await waitFor(() => expect(toast()).toBe('Added to playlist | "Third Rail" has been added to "Evening"'));
  await dialog.findByRole('button', { name: 'Third Rail is in the playlist' });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(entryTitles()).toEqual(['First Light', 'Third Rail']));

  await user.click(await screen.findByRole('button', { name: 'Save to library: Third Rail' }));
  await screen.findByRole('button', { name: 'Remove from library: Third Rail' });
});

it("'Add to Playlist' creates a playlist with the track", async () => {
  const person = await signUp(s, { tier: 'premium' });
  await createPlaylist(person, 'Night');
  const { user, toast } = openPage(s, '/', person);
  await user.click((await screen.findAllByRole('button', { name: 'Add to playlist: First Light' }))[0]!);
  const dialog = within(await screen.findByRole('dialog', { name: 'Add to Playlist' }));
  await user.click(await dialog.findByRole('button', { name: 'New playlist' }));
  await user.type(await dialog.findByLabelText('Name'), 'Morning');
  await user.click(dialog.getByRole('button', { name: 'Create and add' }));
  await waitFor(() => expect(toast()).toBe('Added to playlist | "First Light" has been added to "Morning"'));
  const made = await dialog.findByRole('button', { name: /^Morning/ });
  expect(made.getAttribute('aria-pressed')).toBe('true');
  addToPlaylist.set(null);
});

it("with no playlist yet, 'Add to Playlist' makes the first one in place", async () => {
  const { user, toast } = openPage(s, '/', await signUp(s, { tier: 'plus' }));
  await user.click((await screen.findAllByRole('button', { name: 'Add to playlist: First Light' }))[0]!);
  const dialog = within(await screen.findByRole('dialog', { name: 'Add to Playlist' }));
  await user.click(await dialog.findByRole('button', { name: 'Create a playlist first' }));
  await user.type(await dialog.findByLabelText('Name'), 'First');
  await user.click(dialog.getByRole('button', { name: 'Create and add' }));
  await waitFor(() => expect(toast()).toBe('Added to playlist | "First Light" has been added to "First"'));
  addToPlaylist.set(null);
});

it('an empty playlist invites its owner to add songs, and nobody else', async () => {
  const owner = await signUp(s, { tier: 'plus' });
  const id = await createPlaylist(owner, 'Empty');
  await call(s, `PATCH /playlist/${id}`, { token: owner.token, body: { privacy: 'public' } });
  const { user } = openPage(s, `/playlists/${id}`, owner);
  await screen.findByText('No tracks yet');
  await user.click(screen.getByRole('button', { name: 'Add songs' }));
  await screen.findByRole('dialog', { name: 'Add songs' });
  closeAndForget();
  openPage(s, `/playlists/${id}`);
  await screen.findByText('No tracks yet');
  expect(screen.queryByRole('button', { name: 'Add songs' })).toBeNull();
});

it('a private playlist is not found by anybody else', async () => {
  const id = await createPlaylist(await signUp(s, { tier: 'plus' }), 'Secret');
  openPage(s, `/playlists/${id}`, await signUp(s));
  expect(await screen.findByRole('heading', { level: 1, name: 'Playlist not found' })).toBeTruthy();
  expect(currentUrl()).toBe(`/playlists/${id}`);
});

it('exports a playlist from its menu', async () => {
  const person = await signUp(s, { tier: 'premium' });
  const id = await createPlaylist(person, 'Night shift');
  const { user, wire } = openPage(s, `/playlists/${id}`, person);
  await user.click(await screen.findByRole('button', { name: 'More for Night shift' }));
  await user.click(await screen.findByRole('menuitem', { name: /^Export as XSPF/ }));
  await waitFor(() => expect(wire.calls).toContain(`GET /playlist/${id}/export?format=xspf`));
});

it('Undo brings a deleted playlist back after its page was left', async () => {
  const person = await signUp(s, { tier: 'premium' });
  const id = await createPlaylist(person, 'Night shift');
  const { user, toast } = openPage(s, `/playlists/${id}`, person);
  await user.click(await screen.findByRole('button', { name: 'Delete playlist' }));
  await waitFor(() => expect(currentUrl()).toBe('/playlists'));
  expect(toast()).toBe('Playlist deleted | “Night shift”');
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(currentUrl()).toBe(`/playlists/${id}`));
  expect(await screen.findByRole('heading', { level: 1, name: 'Night shift' })).toBeTruthy();
});

it('an Undo that fails after the page was left is reported', async () => {
  const person = await signUp(s, { tier: 'premium' });
  const id = await createPlaylist(person, 'Night shift');
  const { user, toast, wire } = openPage(s, `/playlists/${id}`, person);
  await user.click(await screen.findByRole('button', { name: 'Delete playlist' }));
  const undo = await screen.findByRole('button', { name: 'Undo' });
  await waitFor(() => expect(currentUrl()).toBe('/playlists'));
  wire.unavailable = /PATCH/;
  await user.click(undo);
  await waitFor(() => expect(toast()).toMatch(/^Failed to restore playlist/));
});

it('a removal that fails does not bring back an entry that another removal took out', async () => {
  const person = await signUp(s, { tier: 'premium' });
  const id = await createPlaylist(person, 'Night', tracks);
  const { user, toast, wire } = openPage(s, `/playlists/${id}`, person);
  await waitFor(() => expect(entryTitles()).toEqual(['First Light', 'Second Wind', 'Third Rail']));
  let release = () => {};
  wire.delay = new Promise((resolve) => {
    release = resolve;
  });
  await user.click(screen.getByRole('button', { name: 'Remove First Light' }));
  wire.delay = undefined;
  await user.click(screen.getByRole('button', { name: 'Remove Second Wind' }));
  await waitFor(() => expect(toast()).toBe('Track removed'));
  wire.unavailable = /./;
  release();
  await waitFor(() => expect(toast()).toMatch(/^Failed to remove track/));
  expect(entryTitles()).toEqual(['First Light', 'Third Rail']);
});

it('a move that fails is rolled back', async () => {
  const person = await signUp(s, { tier: 'premium' });
  const id = await createPlaylist(person, 'Night', tracks);
  const { user, toast, wire } = openPage(s, `/playlists/${id}`, person);
  await waitFor(() => expect(entryTitles()).toHaveLength(3));
  wire.unavailable = /./;
  layOutRows();
  await moveDown(user, 'First Light');
  await waitFor(() => expect(toast()).toMatch(/^Couldn’t save the new order/));
  await waitFor(() => expect(entryTitles()).toEqual(['First Light', 'Second Wind', 'Third Rail']));
});

it('moving a track by keyboard announces its title', async () => {
  const person = await signUp(s, { tier: 'premium' });
  const id = await createPlaylist(person, 'Night', tracks);
  const { user } = openPage(s, `/playlists/${id}`, person);
  await waitFor(() => expect(entryTitles()).toHaveLength(3));
  const announcement = () => document.querySelector('[id^=DndLiveRegion]')!.textContent;
  (await screen.findByRole('button', { name: 'Move First Light' })).focus();
  await user.keyboard(' ');
  await waitFor(() => expect(announcement()).toBe('Moving First Light: position 1 of 3.'));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(announcement()).toBe('Canceled. First Light: position 1 of 3.'));
});

it('the 201st playlist is listed and offered for a track', async () => {
  const person = await signUp(s, { tier: 'premium' });
  await insertPlaylists(person, 201);
  const { user } = openPage(s, '/playlists', person);
  await screen.findByText('201 of unlimited playlists used');
  await waitFor(() => {
    scrollToTheEnd();
    expect(screen.getByRole('link', { name: 'List 0' })).toBeTruthy();
  });
  closeAndForget();

  openPage(s, '/', person);
  await user.click((await screen.findAllByRole('button', { name: 'Add to playlist: First Light' }))[0]!);
  const dialog = await screen.findByRole('dialog', { name: 'Add to Playlist' });
  await within(dialog).findByRole('button', { name: /^List 200/ });
  await waitFor(() => {
    scrollToTheEnd();
    expect(within(dialog).getByRole('button', { name: /^List 0/ })).toBeTruthy();
  });
  await user.click(within(dialog).getByRole('button', { name: /^List 0/ }));
  await waitFor(() =>
    expect(
      within(dialog)
        .getByRole('button', { name: /^List 0/ })
        .getAttribute('aria-pressed'),
    ).toBe('true'),
  );
  await user.click(within(dialog).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('the name of an Arabic playlist runs from right to left', async () => {
  const person = await signUp(s, { tier: 'premium' });
  await createPlaylist(person, 'أغاني الليل');
  const { user } = openPage(s, '/playlists', person);
  const inList = await screen.findByRole('heading', { level: 2, name: 'أغاني الليل' });
  expect(inList.getAttribute('dir')).toBe('auto');
  await user.click(within(inList).getByRole('link'));
  const onPage = await screen.findByRole('heading', { level: 1, name: 'أغاني الليل' });
  expect(onPage.getAttribute('dir')).toBe('auto');
});

/** jsdom has no layout: gives each handle's row its own position, so that rows can be moved. */
function layOutRows(): void {
  const rows = [...document.querySelectorAll('main ol > li')];
  for (const [index, row] of rows.entries()) {
    for (const element of [row, ...row.querySelectorAll('*')])
      element.getBoundingClientRect = () => new DOMRect(0, index * 64, 300, 64);
  }
}

async function moveDown(user: ReturnType<typeof openPage>['user'], title: string): Promise<void> {
  screen.getByRole('button', { name: `Move ${title}` }).focus();
  await user.keyboard(' ');
  const announcement = () => document.querySelector('[id^=DndLiveRegion]')!.textContent;
  await waitFor(() => expect(announcement()).toContain('position 1'));
  await user.keyboard('{ArrowDown}');
  await waitFor(() => expect(announcement()).toContain('position 2'));
  await user.keyboard(' ');
}
