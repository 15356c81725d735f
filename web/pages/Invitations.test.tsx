// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { createInvitation } from '../../server/features/accounts/accounts.ts';
import { type Person, signUp } from '../../server/testing/server.ts';
import { closePage, currentUrl, openPage, pageServer } from '../testing/page.tsx';

const s = pageServer({ accountSettings: { signUp: 'invite' } });
let admin: Person;
beforeEach(async () => {
  admin = await signUp(s, { tier: 'admin', name: 'Ada Admin' });
});

const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

it('an admin creates an invitation, somebody joins with it, and the next person reads why not', async () => {
  const page = openPage(s, '/create?view=members', admin);
  await page.user.click(await screen.findByRole('link', { name: 'Invitations' }));
  expect(await screen.findByText('There are no invitations yet.')).toBeTruthy();
  expect(await screen.findByText('Only people with an invitation can sign up.')).toBeTruthy();
  await page.user.click(screen.getByRole('button', { name: 'New invitation' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'New invitation' }));
  await page.user.type(dialog.getByLabelText('For whom'), 'The choir');
  await page.user.clear(dialog.getByLabelText('Days'));
  await page.user.type(dialog.getByLabelText('Days'), '400');
  await page.user.click(dialog.getByRole('button', { name: 'Create link' }));
  await dialog.findByText('Please enter a whole number from 1 to 365.');
  await page.user.clear(dialog.getByLabelText('Days'));
  await page.user.type(dialog.getByLabelText('Days'), '30{Enter}');
  const made = within(await screen.findByRole('dialog', { name: 'Your invitation' }));
  const link = new URL(made.getByLabelText<HTMLInputElement>('Link').value);
  await page.user.click(made.getByRole('button', { name: 'Done' }));
  expect(await screen.findByText(/^0 of 1 use · until .* · by ada-admin$/)).toBeTruthy();
  closePage();
  localStorage.clear();

  const joining = openPage(s, link.pathname + link.hash);
  await screen.findByText('You have an invitation.');
  await joining.user.type(screen.getByLabelText('Name'), 'Mo');
  await joining.user.type(screen.getByLabelText('Email'), 'mo@people.example');
  await joining.user.type(screen.getByLabelText('Password'), 'a quiet stage{Enter}');
  await waitFor(() => expect(currentUrl()).toBe('/'));
  closePage();
  localStorage.clear();

  openPage(s, link.pathname + link.hash);
  await heading('This invitation doesn’t work');
  expect(screen.getByText('This invitation has no uses left. Please ask for a new one.')).toBeTruthy();
  expect(screen.queryByLabelText('Name')).toBeNull();
});

it('an admin revokes an invitation', async () => {
  await createInvitation(s.c, undefined, { note: 'Old friends', max_uses: 5, days: 7 });
  const { user, toast } = openPage(s, '/create?view=invitations', admin);
  await user.click(await screen.findByRole('button', { name: 'Revoke Old friends' }));
  await screen.findByText(/^Revoked · 0 of 5 uses · by the command line$/);
  expect(toast()).toBe('Invitation revoked');
  expect(screen.queryByRole('button', { name: /^Revoke/ })).toBeNull();
});

it('offers to try again when invitations cannot be loaded', async () => {
  const { user, wire } = openPage(s, '/create?view=members', admin);
  wire.failing = /GET \/invitations/;
  await user.click(await screen.findByRole('link', { name: 'Invitations' }));
  const line = await screen.findByText('Failed to load invitations');
  wire.failing = undefined;
  await user.click(within(line).getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('There are no invitations yet.')).toBeTruthy();
});

describe('the sign-up page', () => {
  it.each([
    ['invite', '', 'You need an invitation'],
    ['invite', '#invitation=made-up', 'This invitation doesn’t work'],
    ['closed', '', 'Sign-up is closed'],
    ['closed', '#invitation=made-up', 'Sign-up is closed'],
  ] as const)(
    'with SIGNUP=%s and "%s" says "%s", and leads back to logging in',
    async (mode, hash, title) => {
      s.c.accountSettings.signUp = mode;
      const { user } = openPage(s, `/signup?from=%2Fprofile${hash}`);
      await heading(title);
      await user.click(within(screen.getByRole('main')).getByRole('link', { name: 'Log in' }));
      await heading('Log in to open your profile');
      expect(currentUrl()).toBe('/login?from=%2Fprofile');
    },
  );

  it('shows the form if the settings cannot be read', async () => {
    const { wire } = openPage(s, '/login');
    await heading('Log in');
    closePage();
    wire.failing = undefined;
    const page = openPage(s, '/signup');
    page.wire.failing = /settings/;
    expect(await screen.findByLabelText('Name')).toBeTruthy();
  });
});
