// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import sharp from 'sharp';
import { beforeEach, expect, it, vi } from 'vitest';
import { call } from '../../server/testing/calls.ts';
import { createOpenRequest, member } from '../../server/testing/requests.ts';
import { updateRows } from '../../server/testing/rows.ts';
import { PASSWORD, type Person, publishTrack, signUp } from '../../server/testing/server.ts';
import { withExtensions } from '../../server/testing/with-extensions.ts';
import { closeAndForget, currentUrl, openPage, pageServer, publish } from '../testing/page.tsx';

const s = pageServer();
let person: Person;
beforeEach(async () => {
  person = await signUp(s, { name: 'Wanda Quell', tier: 'premium' });
});

const heading = () => screen.findByRole('heading', { level: 1, name: person.username });
const letters = () => [...document.querySelectorAll<HTMLElement>('main [data-letters]')][0]?.dataset.letters;
const statistic = (name: string) =>
  screen.getByText(name, { selector: 'dt' }).parentElement!.querySelector('dd')!.textContent;

it('shows the initials, username, email, month of joining and plan', async () => {
  openPage(s, '/profile', person);
  await heading();
  expect(letters()).toBe(person.username.slice(0, 2).toUpperCase());
  expect(screen.getByText('Wanda Quell')).toBeTruthy();
  expect(screen.getByText(person.email)).toBeTruthy();
  expect(screen.getByText('Joined June 2026')).toBeTruthy();
  expect(screen.getByText('Premium plan')).toBeTruthy();
  await waitFor(() => expect(document.title).toBe('Profile – Ovation'));
});

it('shows Joined Unknown without a date of joining', async () => {
  await s.c.db.updateTable('user').set({ created_at: 0 }).where('id', '=', person.id).execute();
  openPage(s, '/profile', person);
  expect(await screen.findByText('Joined Unknown')).toBeTruthy();
});

it('shows the counts', async () => {
  openPage(s, '/profile', person);
  await heading();
  await waitFor(() =>
    expect(['Playlists', 'Favorites', 'Songs', 'Votes', 'Listens'].map(statistic)).toEqual(
      Array(5).fill('0'),
    ),
  );
});

it('shows a dash for a count that fails to load', async () => {
  const { wire } = openPage(s, '/profile', person);
  wire.failing = /\/library\/counts/;
  await heading();
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect([statistic('Playlists'), statistic('Favorites')]).toEqual(['–', '–']);
});

it('lists the real activity, newest first, ten at a time', async () => {
  const [track] = await publish(s, 'Blue');
  for (let i = 0; i < 12; i++) {
    s.time.now += 120_000;
    await s.app.inject({
      method: 'POST',
      url: '/plays',
      headers: person.headers,
      payload: { track_id: track, played_ms: 40_000 },
    });
  }
  const { user } = openPage(s, '/profile', person);
  await screen.findAllByText('Listened to Blue by The Marlow Trio');
  const rows = () => within(screen.getByRole('region', { name: 'Recent Activity' })).getAllByRole('listitem');
  expect(rows()).toHaveLength(10);
  await user.click(screen.getByRole('button', { name: 'Show more' }));
  await screen.findByText('Joined Ovation');
  expect(rows()).toHaveLength(13);
  expect(rows().at(-1)!.textContent).toContain('Joined Ovation');
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
});

it('shows all votes for a song as one line, leads to what it lists, and plays a listen again', async () => {
  const ann = await member(s, 100);
  const id = await createOpenRequest(s.c, person.id, { title: 'Monsoon', artist: 'Kestrel' });
  for (let i = 0; i < 3; i++) {
    s.time.now += 1000;
    await call(s, `POST /requests/${id}/votes`, { token: ann.token });
  }
  const [track] = await publish(s, 'Blue');
  await call(s, 'POST /plays', { token: ann.token, body: { track_id: track, played_ms: 40_000 } });
  const { user, player } = openPage(s, '/profile', ann);
  const link = async (name: string) => (await screen.findByRole('link', { name })).getAttribute('href');
  expect(await link('Voted for Monsoon by Kestrel')).toBe(`/leaderboard/${id}`);
  expect(await link('Listened to Blue by The Marlow Trio')).toBe(`/tracks/${track}/blue`);
  await user.click(screen.getByRole('button', { name: 'Play Blue again' }));
  await waitFor(() => expect(player.state().song?.id).toBe(track));
});

it('leads with the songs that exist because of its owner, and sends nobody to what they may not do', async () => {
  openPage(s, '/profile', await signUp(s));
  expect(await screen.findByRole('button', { name: 'Vote with Plus' })).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Vote for one' })).toBeNull();
  closeAndForget();
  await publish(s, 'Nobody asked for it');
  const id = await createOpenRequest(s.c, person.id);
  const track_id = await publishTrack(s.c, { title: 'Asked for' });
  await s.c.db.updateTable('song_request').set({ track_id, released: 1 }).where('id', '=', id).execute();
  openPage(s, '/profile', person);
  const part = within(await screen.findByRole('region', { name: 'Because of you' }));
  expect(await part.findByRole('link', { name: 'Asked for' })).toBeTruthy();
  expect(part.getAllByRole('article')).toHaveLength(1);
});

it('has a tab for each part, in its URL', async () => {
  const { user } = openPage(s, '/profile', person);
  const tabs = within(await screen.findByRole('navigation', { name: 'Profile' }));
  for (const [tab, view, region] of [
    ['Requests', 'requests', 'My votes'],
    ['Credits', 'credits', 'Credits'],
  ] as const) {
    await user.click(tabs.getByRole('link', { name: tab }));
    await screen.findByRole('region', { name: region });
    expect(currentUrl()).toBe(`/profile?view=${view}`);
    expect(tabs.getByRole('link', { current: 'page' }).textContent).toBe(tab);
    expect(screen.queryByRole('region', { name: 'Recent Activity' })).toBeNull();
  }
  await user.click(tabs.getByRole('link', { name: 'Activity' }));
  await screen.findByRole('region', { name: 'Recent Activity' });
});

withExtensions('leads to the settings, which have four pages, and from their old address', async () => {
  const { user } = openPage(s, '/profile?view=settings', person);
  await screen.findByRole('navigation', { name: 'Settings' });
  expect(currentUrl()).toBe('/profile/settings');
  for (const [name, part, region] of [
    ['Notifications', 'notifications', 'Push notifications'],
    ['Apps & devices', 'apps', 'Devices'],
    ['Downloads & data', 'data', 'Your data'],
    ['Account', 'account', 'Security'],
  ] as const) {
    await user.click(screen.getByRole('link', { name }));
    await screen.findByRole('region', { name: region });
    expect(currentUrl()).toBe(`/profile/settings/${part}`);
    expect(screen.getByRole('link', { current: 'page', name }).textContent).toBe(name);
    await waitFor(() => expect(document.title).toBe(`Settings: ${name} – Ovation`));
  }
});

it('shows why the activity failed to load, and retries', async () => {
  const { user, wire } = openPage(s, '/profile', person);
  wire.failing = /activity/;
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toMatch(/^You seem to be offline/);
  wire.failing = undefined;
  await user.click(within(alert).getByRole('button', { name: 'Try again' }));
  await screen.findByText('Joined Ovation');
});

async function openEdit(user: ReturnType<typeof openPage>['user']) {
  await heading();
  await user.click(screen.getByRole('button', { name: 'Edit Profile' }));
  return within(await screen.findByRole('dialog', { name: 'Edit Profile' }));
}

it('changes the name and username and shows them at once', async () => {
  const { user, toast } = openPage(s, '/profile', person);
  const dialog = await openEdit(user);
  await user.clear(dialog.getByLabelText('Name'));
  await user.type(dialog.getByLabelText('Name'), 'Wanda K.');
  await user.clear(dialog.getByLabelText('Username'));
  await user.type(dialog.getByLabelText('Username'), 'zebra.k');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await screen.findByRole('heading', { level: 1, name: 'zebra.k' });
  expect(toast()).toBe('Profile saved');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(letters()).toBe('ZE');
  expect(screen.getByRole('button', { name: 'Account menu of Wanda K.' })).toBeTruthy();
});

it('shows problems of a username at the field, found here or by the server', async () => {
  const other = await signUp(s, { name: 'Somebody Else' });
  const { user, toast } = openPage(s, '/profile', person);
  const dialog = await openEdit(user);
  const field = dialog.getByLabelText('Username');
  await user.clear(field);
  await user.type(field, 'a b');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await dialog.findByText('Please use 3 to 30 letters (a–z), digits or the symbols _ . -');
  await user.clear(field);
  await user.type(field, other.username);
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(dialog.getAllByText('This username is taken. Please choose another.')).toHaveLength(1),
  );
  expect(toast()).toBe('Couldn’t save your profile | This username is taken. Please choose another.');
  expect(field.getAttribute('aria-invalid')).toBe('true');
});

it('uploads and removes a picture', async () => {
  const { user, toast } = openPage(s, '/profile', person);
  const dialog = await openEdit(user);
  const png = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
  await user.upload(
    dialog.getByLabelText('Choose a picture'),
    new File([new Uint8Array(png)], 'me.png', { type: 'image/png' }),
  );
  await waitFor(() => expect(toast()).toBe('Picture changed'));
  await waitFor(() =>
    expect(document.querySelector('main img')!.getAttribute('src')).toMatch(/\/media\/[0-9a-f]{32}.*\.webp$/),
  );
  await user.click(dialog.getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(toast()).toBe('Picture removed'));
  await waitFor(() => expect(document.querySelector('main img')).toBeNull());
  await user.upload(
    dialog.getByLabelText('Choose a picture'),
    new File(['no picture at all'], 'me.png', { type: 'image/png' }),
  );
  await waitFor(() => expect(toast()).toMatch(/^Couldn’t change your picture \| Please choose a picture/));
});

it('shows the initials when the picture does not load', async () => {
  await updateRows(s.c, 'user', { id: person.id }, { avatar_url: 'https://elsewhere.example/gone.webp' });
  openPage(s, '/profile', person);
  await heading();
  expect(letters()).toBeUndefined();
  fireEvent.error(document.querySelector('main img')!);
  expect(letters()).toBe(person.username.slice(0, 2).toUpperCase());
});

it('changes the password and stays signed in here', async () => {
  const { user, toast } = openPage(s, '/profile/settings', person);
  await user.click(await screen.findByRole('button', { name: 'Change password' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Change password' }));
  await user.type(dialog.getByLabelText('Current password'), 'not this');
  await user.type(dialog.getByLabelText('New password'), 'a new horse');
  await user.click(dialog.getByRole('button', { name: 'Change password' }));
  await dialog.findByRole('alert');
  expect(toast()).toBe('Couldn’t change your password | This is not your current password.');
  await user.clear(dialog.getByLabelText('Current password'));
  await user.type(dialog.getByLabelText('Current password'), PASSWORD);
  await user.click(dialog.getByRole('button', { name: 'Change password' }));
  await waitFor(() => expect(toast()).toMatch(/^Password changed/));
  expect(localStorage.getItem('ovation.token')).toBe(person.token);
});

it('downloads the account data as a file', async () => {
  const { user } = openPage(s, '/profile/settings/data', person);
  const button = await screen.findByRole('button', { name: 'Export my data' });
  const files: { name: string; content: Promise<string> }[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    files.push({ name: '', content: (blob as Blob).text() });
    return 'blob:made';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    files.at(-1)!.name = this.download;
  });
  await user.click(button);
  await waitFor(() => expect(files.map(({ name }) => name)).toEqual(['ovation-data.json']));
  expect(JSON.parse(await files[0]!.content)).toMatchObject({ user: { id: person.id, email: person.email } });
  vi.restoreAllMocks();
});

it('deletes the account only with the password', async () => {
  const { user, toast } = openPage(s, '/profile/settings/data', person);
  await user.click(await screen.findByRole('button', { name: 'Delete my account' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete my account' }));
  await user.click(dialog.getByRole('button', { name: 'Delete account' }));
  await dialog.findByText('Please enter your password.');
  await user.type(dialog.getByLabelText('Password'), 'not this');
  await user.click(dialog.getByRole('button', { name: 'Delete account' }));
  await dialog.findByRole('alert');
  expect(toast()).toMatch(/^Couldn’t delete your account/);
  await user.clear(dialog.getByLabelText('Password'));
  await user.type(dialog.getByLabelText('Password'), PASSWORD);
  await user.click(dialog.getByRole('button', { name: 'Delete account' }));
  await waitFor(() => expect(toast()).toBe('Account deleted'));
  await screen.findByRole('link', { name: 'Sign Up' });
  expect(localStorage.getItem('ovation.token')).toBeNull();
  expect(currentUrl()).not.toBe('/profile');
  const login = await s.app.inject({
    method: 'POST',
    url: '/auth/login',
    payload: { email: person.email, password: PASSWORD },
  });
  expect(login.statusCode).toBe(403);
});
