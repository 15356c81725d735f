// @vitest-environment jsdom

import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { call } from '../../../../server/testing/calls.ts';
import { type Person, signUp } from '../../../../server/testing/server.ts';
import { closeAndForget, openPage, pageServer } from '../../../testing/page.tsx';

const s = pageServer();
let ann: Person;
let bob: Person;
let id: string;
beforeEach(async () => {
  ann = await signUp(s, { tier: 'plus' });
  bob = await signUp(s);
  id = (await as(ann, 'POST /playlist', { name: 'Ours', privacy: 'private' })).body.id;
});

const as = (who: Person, route: `${'GET' | 'PUT' | 'POST'} /${string}`, body?: object) =>
  call(s, route, { token: who.token, ...(body && { body }) });

async function openPeople(who: Person) {
  const { user } = openPage(s, `/playlists/${id}`, who);
  await user.click(await screen.findByRole('button', { name: 'People' }));
  return { user, dialog: within(await screen.findByRole('dialog', { name: 'People' })) };
}

it('an owner invites by name, takes that back, makes a link once, ends it, and removes an editor', async () => {
  const carl = await signUp(s);
  await as(ann, `POST /playlist/${id}/invitations`, { username: carl.username });
  await as(carl, `POST /playlist/${id}/editors`, {});
  const { user, dialog } = await openPeople(ann);
  const name = dialog.getByRole('textbox', { name: 'Invite by username' });
  await user.type(name, 'nobody-here');
  await user.click(dialog.getByRole('button', { name: 'Invite' }));
  expect(await dialog.findByText('Nobody here has this username.')).toBeDefined();
  await user.clear(name);
  await user.type(name, bob.username);
  await user.click(dialog.getByRole('button', { name: 'Invite' }));
  await user.click(await dialog.findByRole('button', { name: `Take back: ${bob.username}` }));
  await waitFor(() => expect(dialog.queryByText(bob.username)).toBeNull());

  await user.selectOptions(dialog.getByRole('combobox', { name: 'For' }), '5 people');
  await user.click(dialog.getByRole('button', { name: 'Create link' }));
  const link = await dialog.findByRole('textbox', { name: 'Link' });
  expect((link as HTMLInputElement).value).toMatch(new RegExp(`/playlists/${id}\\?invitation#.{20,}`));
  expect(await dialog.findByText(/^Open until .*, for 5 more people\.$/)).toBeDefined();
  await user.click(dialog.getByRole('button', { name: 'End link' }));
  expect(await dialog.findByRole('button', { name: 'Create link' })).toBeDefined();
  expect(dialog.queryByRole('textbox', { name: 'Link' })).toBeNull();

  await user.click(dialog.getByRole('button', { name: `Remove: ${carl.username}` }));
  await waitFor(() => expect(dialog.queryByText(carl.username)).toBeNull());
  expect((await as(carl, `GET /playlist/${id}`)).status).toBe(404);
});

it('an editor sees who is in it, invites nobody, and leaves', async () => {
  await as(ann, `POST /playlist/${id}/invitations`, { username: bob.username });
  await as(bob, `POST /playlist/${id}/editors`, {});
  const { user, dialog } = await openPeople(bob);
  expect(dialog.getByText(ann.username)).toBeDefined();
  for (const role of ['textbox', 'combobox'] as const) expect(dialog.queryByRole(role)).toBeNull();
  await user.click(dialog.getByRole('button', { name: `Leave: ${bob.username}` }));
  await waitFor(() => expect(location.pathname).toBe('/playlists'));
  expect((await as(bob, `GET /playlist/${id}`)).status).toBe(404);
});

it('a link is kept through the login, and lets a member join; one that is used says so', async () => {
  const { token } = (await as(ann, `PUT /playlist/${id}/invitation-link`, { uses: 1 })).body;
  const address = `/playlists/${id}?invitation#${token}`;
  openPage(s, address);
  expect(await screen.findByRole('heading', { name: `${ann.username} invites you to “Ours”` })).toBeDefined();
  const login = screen.getByRole('link', { name: 'Log in to join' }).getAttribute('href')!;
  expect(new URLSearchParams(login.split('?')[1]).get('from')).toBe(address);
  closeAndForget();

  const { user } = openPage(s, address, bob);
  await user.click(await screen.findByRole('button', { name: 'Join' }));
  expect(await screen.findByRole('heading', { name: 'Ours' })).toBeDefined();
  expect((await as(bob, `GET /playlist/${id}`)).body.role).toBe('editor');
  closeAndForget();

  openPage(s, address, await signUp(s));
  expect(await screen.findByRole('heading', { name: 'No invitation here' })).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Join' })).toBeNull();
});

it('an invitation by name can be declined, and is then no more', async () => {
  await as(ann, `POST /playlist/${id}/invitations`, { username: bob.username });
  const { user } = openPage(s, `/playlists/${id}?invitation`, bob);
  await user.click(await screen.findByRole('button', { name: 'Decline' }));
  await waitFor(() => expect(location.pathname).toBe('/playlists'));
  closeAndForget();
  openPage(s, `/playlists/${id}?invitation`, bob);
  expect(await screen.findByRole('heading', { name: 'No invitation here' })).toBeDefined();
});
