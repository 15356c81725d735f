// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { grant } from '../../../server/features/credits/credits.ts';
import { openShop, type Shop } from '../../../server/features/payments/testing/shop.ts';
import { signUp, type TestServer, testServer } from '../../../server/testing/server.ts';
import { creditsDialog } from '../../lib/credits.ts';
import { closeAndForget, openPage } from '../../testing/page.tsx';

let s: TestServer;
let selling: Shop;
beforeAll(async () => {
  s = await testServer();
  selling = await openShop({ prices: { plus: 'price_plus' } });
});
afterAll(async () => {
  await s.close();
  await selling.close();
});
afterEach(() => {
  creditsDialog.set(null);
  closeAndForget();
});

it('shows the balance in the header, which opens the packs', async () => {
  const person = await signUp(s, { tier: 'plus' });
  const { user } = openPage(s, '/leaderboard', person);
  // The plan's monthly credits are granted when the balance is first read.
  await user.click(await screen.findByRole('button', { name: /^100\s*credits$/ }));
  const dialog = await screen.findByRole('dialog', { name: 'Get Credits & Unlock Features' });
  expect(within(dialog).getByText('Most Popular')).toBeTruthy();
  for (const each of ['$0.050', '$0.020', '$0.013'])
    expect(within(dialog).getByText(new RegExp(`\\${each}`))).toBeTruthy();
  expect(within(dialog).getByText('One-time purchase • Credits never expire')).toBeTruthy();
});

it('says calmly before a click that credits are not sold, and why after one', async () => {
  const person = await signUp(s, { tier: 'plus' });
  const { user, wire } = openPage(s, '/leaderboard', person);
  await user.click(await screen.findByRole('button', { name: /^100\s*credits$/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Get Credits & Unlock Features' }));
  await dialog.findByText("Credits can't be bought here yet.");
  expect(dialog.getByText('Your Plus plan goes on, with 100 credits every month.')).toBeTruthy();
  const packs = dialog.getAllByRole('button', { name: /^Purchase Credits/ });
  for (const pack of packs) expect(pack.classList.contains('ember')).toBe(false);
  expect(dialog.queryByRole('alert')).toBeNull();
  await user.click(packs[1]!);
  expect((await dialog.findByRole('alert')).textContent).toBe(
    'Payment system not configured. Please contact support.',
  );
  expect(wire.calls.filter((request) => request.includes('create-payment-intent'))).toEqual([]);
});

it('offers the plans; without prices a subscription is coming soon', async () => {
  const person = await signUp(s, { tier: 'plus' });
  const { user, toast } = openPage(s, '/leaderboard', person);
  await user.click(await screen.findByRole('button', { name: 'Upgrade' }));
  const dialog = await screen.findByRole('dialog', { name: 'Get Credits & Unlock Features' });
  expect(within(dialog).getByRole('tab', { name: 'Subscriptions' }).getAttribute('aria-selected')).toBe(
    'true',
  );
  expect(within(dialog).getByRole('button', { name: 'Current Plan' })).toHaveProperty('disabled', true);
  await within(dialog).findByText("Plans can't be bought here yet.");
  for (const button of within(dialog).getAllByRole('button', { name: 'Subscribe' }))
    expect(button.classList.contains('ember')).toBe(false);
  await user.click(within(dialog).getAllByRole('button', { name: 'Subscribe' })[0]!);
  await expect.poll(toast, { timeout: 15_000 }).toBe('Subscription coming soon!');
  await expect.poll(() => screen.queryByRole('dialog'), { timeout: 15_000 }).toBeNull();
});

it('tells a free member before they pay that votes and requests need Plus', async () => {
  const person = await signUp(selling);
  const { user } = openPage(selling, '/leaderboard', person);
  await user.click(await screen.findByRole('button', { name: /^0\s*credits$/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Get Credits & Unlock Features' }));
  await dialog.findByText('both need Plus');
  await user.click(dialog.getByRole('button', { name: 'View Plans' }));
  expect(dialog.getByRole('tab', { name: 'Subscriptions' }).getAttribute('aria-selected')).toBe('true');
});

it.each([
  ['free', 'loudly'],
  ['premium', 'quietly'],
  ['platinum', 'never'],
  ['admin', 'never'],
] as const)('a %s member is offered an upgrade %s', async (tier, how) => {
  openPage(selling, '/profile', await signUp(selling, { tier }));
  await screen.findByRole('button', { name: /^[\d,]+\s*credits$/ });
  const upgrade = screen.queryByRole('button', { name: 'Upgrade' });
  expect(upgrade !== null).toBe(how !== 'never');
  await expect
    .poll(() => upgrade?.classList.contains('ember') ?? false, { timeout: 15_000 })
    .toBe(how === 'loudly');
});

it('the profile lists every change of the balance', async () => {
  const person = await signUp(s);
  await s.c.db.transaction().execute((tx) =>
    grant(tx, s.c.engine, {
      user_id: person.id,
      amount: 25,
      kind: 'grant',
      key: `grant:test:${person.id}`,
      reference: person.id,
      subject: 'Thank you for the report',
      now: s.time.now,
    }),
  );
  openPage(s, '/profile?view=credits', person);
  const credits = await screen.findByRole('region', { name: 'Credits' });
  const row = await within(credits).findByRole('listitem');
  expect(row.textContent).toContain('+25');
  expect(row.textContent).toContain('Thank you for the report');
});
