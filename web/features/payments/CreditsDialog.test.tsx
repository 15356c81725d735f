// @vitest-environment jsdom
import { act, screen, within } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { grant } from '../../../server/features/credits/credits.ts';
import { openShop, type Shop } from '../../../server/features/payments/testing/shop.ts';
import { call } from '../../../server/testing/calls.ts';
import { member } from '../../../server/testing/requests.ts';
import { signUp, type TestServer, testServer } from '../../../server/testing/server.ts';
import { creditsDialog, getCreditsFor } from '../../lib/credits.ts';
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
  await within(dialog).findByText('Most Popular');
  for (const each of ['$0.050', '$0.020', '$0.013'])
    expect(within(dialog).getByText(new RegExp(`\\${each}`))).toBeTruthy();
  expect(within(dialog).getByText('One-time purchase • Credits never expire')).toBeTruthy();
});

it('says calmly before a click that credits are not sold, and why after one', async () => {
  const person = await signUp(s, { tier: 'plus' });
  const { user, wire } = openPage(s, '/leaderboard', person);
  await user.click(await screen.findByRole('button', { name: /^100\s*credits$/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Get Credits & Unlock Features' }));
  await dialog.findByText("Credits aren't on sale here yet.");
  const [{ next_refill }] = (await call(s, 'GET /credits', { token: person.token })).body;
  const day = new Date(next_refill).toLocaleDateString('en', { month: 'long', day: 'numeric' });
  expect(dialog.getByText(`With Plus you get 100 every month, next on ${day}.`)).toBeTruthy();
  for (const bought of [
    '10 votes',
    '50 votes, or 2 requests and 10 votes',
    '150 votes, or 7 requests and 10 votes',
  ])
    expect(dialog.getByText(bought)).toBeTruthy();
  const packs = dialog.getAllByRole('button', { name: /^Purchase Credits/ });
  const rows = packs.map((pack) => within(pack.closest('li')!));
  for (const pack of packs) expect(pack.closest('.ember')).toBeNull();
  expect(dialog.queryByRole('alert')).toBeNull();
  await user.click(packs[1]!);
  const notConfigured = 'Payment system not configured. Please contact support.';
  expect((await rows[1]!.findByRole('alert')).textContent).toBe(notConfigured);
  expect(dialog.getAllByRole('alert')).toHaveLength(1);
  expect(dialog.getAllByRole('button', { name: /^Purchase Credits/ })).toHaveLength(3);
  expect(wire.calls.filter((request) => request.includes('create-payment-intent'))).toEqual([]);
});

it('tells a free member that Plus brings credits where none are sold', async () => {
  const { user } = openPage(s, '/leaderboard', await signUp(s));
  await user.click(await screen.findByRole('button', { name: /^0\s*credits$/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Get Credits & Unlock Features' }));
  await dialog.findByText('Plus brings 100 every month.');
});

it.each([
  [
    80,
    'Slow Train to Lisbon',
    120,
    1,
    ['Still 20 credits short of this request.', 'This request and 38 votes.', '7 requests and 18 votes.'],
  ],
  [100, '', 100, 0, ['This request.', '3 requests.', '8 requests.']],
  [
    80,
    null,
    null,
    1,
    ['18 votes', '58 votes, or 2 requests and 18 votes', '158 votes, or 7 requests and 18 votes'],
  ],
  [
    300,
    'Late Bloom',
    null,
    1,
    ['40 votes, or 2 requests', '80 votes, or 4 requests', '180 votes, or 9 requests'],
  ],
] as const)(
  'with %d credits, for the request %j, %j are missing',
  async (credits, title, missing, filled, buys) => {
    openPage(selling, '/leaderboard', await member(selling, credits));
    await screen.findByRole('button', { name: new RegExp(`^${credits}\\s*credits$`) });
    act(() => getCreditsFor(title));
    const dialog = await screen.findByRole('dialog', { name: 'Get Credits & Unlock Features' });
    await within(dialog).findByText('Starter Pack');
    const packs = within(dialog).getAllByRole('listitem');
    expect(packs.map((pack) => pack.classList.contains('ember'))).toEqual([0, 1, 2].map((i) => i === filled));
    for (const [i, text] of buys.entries()) expect(packs[i]!.textContent).toContain(`${text}$`);
    const need = within(dialog).queryByText(/^You need/)?.textContent ?? null;
    expect(need).toBe(missing && `You need ${missing} more credits to submit a request`);
    within(dialog).getByText(
      missing === null
        ? `With the ${credits} you have, each pack buys:`
        : `${title && `For “${title}”. `}You have ${credits}.`,
    );
  },
);

it('paying takes the place of the packs', async () => {
  const { user } = openPage(selling, '/leaderboard', await signUp(selling, { tier: 'plus' }));
  await user.click(await screen.findByRole('button', { name: /^100\s*credits$/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Get Credits & Unlock Features' }));
  await user.click(await dialog.findByRole('button', { name: 'Purchase Credits: Ultimate Pack' }));
  const checkout = within(await dialog.findByRole('region', { name: 'Pay for the Ultimate Pack' }));
  expect(checkout.getByText('$19.99')).toBeTruthy();
  expect(checkout.getByText('1,500 credits')).toBeTruthy();
  expect(dialog.queryByRole('button', { name: /^Purchase Credits/ })).toBeNull();
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
  await within(dialog).findByText("Plans aren't on sale here yet.");
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
  ['free', 'quietly'],
  ['premium', 'quietly'],
  ['platinum', 'never'],
  ['admin', 'never'],
] as const)('a %s member is offered an upgrade %s', async (tier, how) => {
  openPage(selling, '/profile', await signUp(selling, { tier }));
  await screen.findByRole('button', { name: /^[\d,]+\s*credits$/ });
  const upgrade = screen.queryByRole('button', { name: 'Upgrade' });
  expect(upgrade !== null).toBe(how !== 'never');
  expect(upgrade?.classList.contains('ember') ?? false).toBe(false);
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
