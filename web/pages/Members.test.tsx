// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { call } from '../../server/testing/calls.ts';
import { type Person, signUp } from '../../server/testing/server.ts';
import { openPage, pageServer } from '../testing/page.tsx';

const s = pageServer();
let admin: Person;
let member: Person;
beforeEach(async () => {
  admin = await signUp(s, { tier: 'admin', name: 'Ada Admin' });
  member = await signUp(s, { name: 'Mo Member' });
});

const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));

it('finds, suspends and restores a member, and the log tells it', async () => {
  const { user, toast } = openPage(s, '/create?view=members', admin);
  expect(await screen.findByText('2 members')).toBeTruthy();
  await user.type(screen.getByLabelText('Find a member'), 'zz');
  expect(await screen.findByText(/^No member’s email or username/)).toBeTruthy();
  await user.clear(screen.getByLabelText('Find a member'));
  await user.type(screen.getByLabelText('Find a member'), member.username.toUpperCase());
  await user.click(await screen.findByRole('button', { name: `Manage ${member.username}` }));
  await waitFor(() => expect(screen.queryByRole('button', { name: `Manage ${admin.username}` })).toBeNull());
  await user.click((await dialog(member.username)).getByRole('button', { name: 'Suspend' }));
  await waitFor(() => expect(toast()).toBe(`${member.username} is suspended`));
  expect((await call(s, 'GET /auth/me', { token: member.token })).status).toBe(401);
  expect(await screen.findByText('Suspended ·')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: `Manage ${member.username}` }));
  await user.click((await dialog(member.username)).getByRole('button', { name: 'Restore' }));
  await waitFor(() => expect(screen.queryByText('Suspended ·')).toBeNull());

  await user.click(screen.getByRole('link', { name: 'Log' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Audit log' })).toBeTruthy();
  await screen.findByText(/^What admins did/);
  const lines = async () => (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent);
  for (const done of ['suspended', 'restored'])
    await waitFor(async () =>
      expect((await lines()).filter((line) => line?.includes(`${done} ${member.username}`))).toHaveLength(1),
    );
});

it('changes a plan and credits, and says why the last admin keeps theirs', async () => {
  const { user, toast } = openPage(s, '/create?view=members', admin);
  await user.click(await screen.findByRole('button', { name: `Manage ${admin.username}` }));
  await user.click((await dialog(admin.username)).getByRole('button', { name: 'Suspend' }));
  expect((await screen.findByRole('alert')).textContent).toMatch(/^This is the only admin/);
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await user.click(screen.getByRole('button', { name: `Manage ${member.username}` }));
  const open = await dialog(member.username);
  expect(open.getByRole('button', { name: 'Change plan' })).toHaveProperty('disabled', true);
  await user.selectOptions(open.getByLabelText('Plan'), 'plus');
  await user.click(open.getByRole('button', { name: 'Change plan' }));
  await waitFor(() => expect(toast()).toBe(`${member.username} has the Plus plan`));
  expect(await screen.findByText(/^Plus plan · 0 credits/)).toBeTruthy();
  await call(s, 'POST /credits', { token: member.token });
  await user.type(screen.getByLabelText('Find a member'), member.username);
  await waitFor(() => expect(screen.queryByRole('button', { name: `Manage ${admin.username}` })).toBeNull());
  await user.click(screen.getByRole('button', { name: `Manage ${member.username}` }));
  const again = await dialog(member.username);
  await user.clear(again.getByLabelText('Credits'));
  await user.type(again.getByLabelText('Credits'), '250{Enter}');
  await waitFor(() => expect(toast()).toBe(`${member.username} has 250 credits`));
  expect(await screen.findByText(/^Plus plan · 250 credits/)).toBeTruthy();
});

it('offers to try again when members cannot be loaded', async () => {
  const { user, wire } = openPage(s, '/create?view=tracks', admin);
  wire.failing = /GET \/members/;
  await user.click(await screen.findByRole('link', { name: 'Members' }));
  const line = await screen.findByText('Failed to load members');
  wire.failing = undefined;
  await user.click(within(line).getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('2 members')).toBeTruthy();
});
