// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { NETWORK_FAILURE } from 'contract/answers.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { setTier } from '../../server/features/accounts/accounts.ts';
import { call } from '../../server/testing/calls.ts';
import { createOpenRequest, member } from '../../server/testing/requests.ts';
import { type Person, signUp } from '../../server/testing/server.ts';
import { withExtensions } from '../../server/testing/with-extensions.ts';
import { FreeBanner } from '../features/song-requests/board/BoardHeader.tsx';
import type { Voter } from '../features/song-requests/use-voter.ts';
import { creditsDialog } from '../lib/credits.ts';
import { session } from '../lib/storage/session-token.ts';
import { currentUrl, openPage, pageServer } from '../testing/page.tsx';

const s = pageServer();
let nora: Person;
beforeEach(async () => {
  nora = await signUp(s, { name: 'Nora' });
});
afterEach(() => creditsDialog.set(null));

const card = (title: string) => screen.findByRole('article', { name: title });
const voteFor = async (title: string) =>
  within(await card(title)).getByRole('button', { name: new RegExp(`^Vote for ${title}, `) });
const titles = () =>
  screen.getAllByRole('article').map((one) => within(one).getByRole('heading').textContent);
const count = (name: string) => screen.getByText(name).nextElementSibling!.textContent;
const rest = () => new Promise((resolve) => setTimeout(resolve, 650));

describe('the board', () => {
  it('shows counts, cards in order, medals, ordinals and progress', async () => {
    await createOpenRequest(s.c, nora.id, {
      title: 'Teacups',
      artist: 'Marigold',
      genre: 'jazz:swing',
      votes: 38,
    });
    await createOpenRequest(s.c, nora.id, { title: 'Monsoon', artist: 'Kestrel', votes: 26 });
    await createOpenRequest(s.c, nora.id, { title: 'Aberdeen', artist: 'Fenwick', votes: 21 });
    await createOpenRequest(s.c, nora.id, { title: 'Comet', artist: 'Dormouse' });
    openPage(s, '/leaderboard');
    const first = await card('Teacups');
    expect(titles()).toEqual(['Teacups', 'Monsoon', 'Aberdeen', 'Comet']);
    expect([count('requests'), count('total votes'), count('reached the goal')]).toEqual(['4', '85', '1']);
    expect(screen.getByRole('heading', { name: 'How It Works' })).toBeTruthy();

    expect(first.querySelector('[data-medal] .sr-only')!.textContent).toBe('1st place, Gold medal');
    for (const text of [
      'Marigold',
      'Swing',
      'Goal Reached!',
      'Queued for Creation',
      'Goal Complete',
      '38 of 30',
    ])
      expect(within(first).getByText(text)).toBeTruthy();
    const [, second, third, last] = screen.getAllByRole('article');
    expect(second!.querySelector('[data-medal] .sr-only')!.textContent).toBe('2nd place, Silver medal');
    expect(third!.querySelector('[data-medal] .sr-only')!.textContent).toBe('3rd place, Bronze medal');
    expect(last!.querySelector('[data-medal]')).toBeNull();
    expect(last!.textContent).toContain('4th');
    expect(second!.textContent).toContain('Progress to Creation86.7%26 of 30');
    expect(second!.textContent).not.toContain('Goal');
    expect(last!.textContent).toContain('0 backers');
    expect(last!.textContent).toContain('0.0%');
  });

  it('shows one page at a time, with its number in the URL', async () => {
    for (let n = 1; n <= 25; n++)
      await createOpenRequest(s.c, nora.id, { title: `Wish no ${n}`, votes: 26 - n });
    const { user } = openPage(s, '/leaderboard');
    await card('Wish no 1');
    expect(screen.getAllByRole('article')).toHaveLength(10);
    await user.click(screen.getByRole('link', { name: 'Page 3' }));
    const on21 = await card('Wish no 21');
    expect(on21.textContent).toContain('21st');
    expect(currentUrl()).toBe('/leaderboard?page=3');
    expect(screen.getByRole('link', { name: 'Page 3' }).getAttribute('aria-current')).toBe('page');
    expect(screen.queryByRole('link', { name: 'Next' })).toBeNull();
    await user.click(screen.getByRole('link', { name: 'Previous' }));
    await card('Wish no 11');
    await user.click(screen.getByRole('link', { name: 'Page 1' }));
    await card('Wish no 1');
    expect(currentUrl()).toBe('/leaderboard');
  });

  it.each(['0', '-1', '1.5', 'x', '1e13'])('?page=%s is the first page', async (page) => {
    await createOpenRequest(s.c, nora.id, { title: 'Alone' });
    openPage(s, `/leaderboard?page=${page}`);
    await card('Alone');
  });

  it('a page past the last shows the last', async () => {
    await createOpenRequest(s.c, nora.id, { title: 'Alone' });
    openPage(s, '/leaderboard?page=1000000000');
    expect((await card('Alone')).textContent).toContain('1st');
  });

  it('shows that there are no requests yet', async () => {
    openPage(s, '/leaderboard');
    await screen.findByText('No requests yet');
    expect(screen.getByText('Be the first to request a song!')).toBeTruthy();
  });

  it('shows why the board failed to load, and retries', async () => {
    await createOpenRequest(s.c, nora.id, { title: 'Monsoon' });
    const { user, wire } = openPage(s, '/leaderboard');
    wire.failing = /board/;
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Failed to load requests');
    expect(alert.textContent).toContain('You seem to be offline');
    expect(screen.getByText('total votes').parentElement!.textContent).toBe('total votes–');
    wire.failing = undefined;
    await user.click(within(alert).getByRole('button', { name: 'Try again' }));
    await card('Monsoon');
    expect(screen.getByText('total votes').parentElement!.textContent).toBe('total votes0');
  });

  it('shows skeletons while it loads', async () => {
    const { wire } = openPage(s, '/leaderboard');
    let go = () => {};
    wire.delay = new Promise((resolve) => {
      go = resolve;
    });
    await screen.findByText('Loading requests...');
    go();
    await screen.findByText('No requests yet');
  });
});

describe('voting', () => {
  it('asks a visitor to log in', async () => {
    await createOpenRequest(s.c, nora.id, { title: 'Monsoon' });
    const { user, toast } = openPage(s, '/leaderboard');
    await user.click(await voteFor('Monsoon'));
    expect(toast()).toBe('Authentication required | Please log in to vote on requests.');
  });

  it('free members get a banner, a tooltip and a reason', async () => {
    await createOpenRequest(s.c, nora.id, { title: 'Monsoon' });
    const { user, toast } = openPage(s, '/leaderboard', nora);
    await screen.findByText('Upgrade to Plus to participate in song requests and voting');
    const button = await voteFor('Monsoon');
    expect(button.getAttribute('aria-disabled')).toBe('true');
    expect(button.dataset.tooltip).toBe('Upgrade to earn credits and vote on requests');
    expect(within(await card('Monsoon')).getByText('Your plan: Free, no votes')).toBeTruthy();
    await user.click(button);
    expect(toast()).toBe(
      'Feature not available | Upgrade to Plus to participate in song requests and voting',
    );
    const ask = screen.getByRole('button', { name: 'Request Song' });
    expect(ask.getAttribute('aria-disabled')).toBe('true');
    expect(ask.dataset.tooltip).toBe('Upgrade to Plus, Premium or Platinum to request songs');
    await user.click(screen.getByRole('button', { name: 'View Plans' }));
    const dialog = await screen.findByRole('dialog', { name: 'Get Credits & Unlock Features' });
    await within(dialog).findByText('Recurring monthly subscription', { exact: false });
    expect(session.lastPlan()).toBe('free');
  });

  it.each([
    ['plus', null],
    ['platinum', 'Your plan: Platinum, first among equal votes'],
  ] as const)('a %s member reads on a queued card what the plan does for it', async (tier, note) => {
    const person = await member(s, 20, tier);
    const id = await createOpenRequest(s.c, nora.id, { title: 'Monsoon', votes: 30 });
    await call(s, `POST /requests/${id}/votes`, { token: person.token });
    openPage(s, '/leaderboard', person);
    await within(await card('Monsoon')).findByText('1 vote by you');
    const plan = within(await card('Monsoon')).queryByText('Your plan', { exact: false });
    expect(plan?.textContent ?? null).toBe(note);
  });

  it('a member whose plan an admin raised votes with the second click, without a reload', async () => {
    await createOpenRequest(s.c, nora.id, { title: 'Monsoon' });
    const { user } = openPage(s, '/leaderboard', nora);
    await user.click(await voteFor('Monsoon'));
    await setTier(s.c, nora.id, 'plus');
    await user.click(await voteFor('Monsoon'));
    await waitFor(async () =>
      expect((await voteFor('Monsoon')).getAttribute('aria-disabled')).not.toBe('true'),
    );
  });

  it('who was a free member last sees the banner before they are loaded', () => {
    const voter: Voter = {
      viewer: null,
      credits: undefined,
      creditsFailed: false,
      obstacle: null,
      refresh: async () => {},
    };
    session.begin(nora.token);
    const { container } = render(<FreeBanner voter={voter} />);
    expect(container.textContent).toBe('');
    session.keepPlan('free');
    render(<FreeBanner voter={voter} />, { container });
    screen.getByText('Upgrade to Plus to participate in song requests and voting');
    cleanup();
  });

  it('appears immediately, counts, and costs ten credits', async () => {
    const id = await createOpenRequest(s.c, nora.id, { title: 'Monsoon', votes: 29 });
    const plus = await member(s, 100);
    const { user, toast, wire } = openPage(s, '/leaderboard', plus);
    await screen.findByText('100', { exact: true });
    const before = await voteFor('Monsoon');
    let go = () => {};
    wire.delay = new Promise((resolve) => {
      go = resolve;
    });
    await user.click(before);
    expect(before.dataset.lit).toBe('true');
    const shown = await card('Monsoon');
    await within(shown).findByText('Goal Reached!');
    const button = await voteFor('Monsoon');
    expect(button.textContent).toBe('30');
    expect(button.getAttribute('aria-disabled')).toBe('true');
    expect(within(shown).getByText('1 backer', { exact: false }).textContent).toBe('1 backer1 vote by you');
    go();
    await waitFor(() =>
      expect(toast()).toBe('Vote added! | Your vote has been counted. 10 credits deducted.'),
    );
    await screen.findByText('90', { exact: true });
    expect([count('total votes'), count('reached the goal')]).toEqual(['30', '1']);
    await waitFor(() => expect(button.dataset.lit).toBeUndefined());
    expect(button.getAttribute('aria-disabled')).toBeNull();
    expect((await call(s, `GET /requests/${id}`)).body).toMatchObject({ votes: 30, backers: 1 });
  });

  it('each click is a vote; a double click is one', async () => {
    const id = await createOpenRequest(s.c, nora.id, { title: 'Monsoon' });
    const plus = await member(s, 100);
    const { user, wire } = openPage(s, '/leaderboard', plus);
    await user.dblClick(await voteFor('Monsoon'));
    await waitFor(async () => expect((await voteFor('Monsoon')).textContent).toBe('1'));
    await rest();
    await user.click(await voteFor('Monsoon'));
    await waitFor(async () => expect((await card('Monsoon')).textContent).toContain('2 votes by you'));
    expect((await call(s, `GET /requests/${id}`)).body.votes).toBe(2);
    expect(new Set(wire.keys).size).toBe(2);
  });

  it('is not repeated while a key is held down', async () => {
    const id = await createOpenRequest(s.c, nora.id, { title: 'Monsoon' });
    openPage(s, '/leaderboard', await member(s, 100));
    const button = await voteFor('Monsoon');
    expect(fireEvent.keyDown(button, { key: 'Enter' })).toBe(true);
    expect(fireEvent.keyDown(button, { key: 'Enter', repeat: true })).toBe(false);
    expect((await call(s, `GET /requests/${id}`)).body.votes).toBe(0);
  });

  it('is rolled back when it fails, and a retry is the same vote', async () => {
    const id = await createOpenRequest(s.c, nora.id, { title: 'Monsoon' });
    const { user, toast, wire } = openPage(s, '/leaderboard', await member(s, 100));
    wire.failing = /votes$/;
    await user.click(await voteFor('Monsoon'));
    await waitFor(() => expect(toast()).toBe(`Failed to vote | ${NETWORK_FAILURE}`));
    expect((await voteFor('Monsoon')).textContent).toBe('0');
    wire.failing = undefined;
    wire.responseLost = /votes$/;
    await rest();
    await user.click(await voteFor('Monsoon'));
    await waitFor(async () => expect((await voteFor('Monsoon')).getAttribute('aria-disabled')).toBeNull());
    wire.responseLost = undefined;
    await rest();
    await user.click(await voteFor('Monsoon'));
    await waitFor(() => expect(toast()).toMatch(/^Vote added!/));
    expect((await voteFor('Monsoon')).textContent).toBe('1');
    expect(wire.keys).toHaveLength(2);
    expect(wire.keys[1]).toBe(wire.keys[0]);
    expect((await call(s, `GET /requests/${id}`)).body.votes).toBe(1);
  });

  it('opens the credits dialog without credits', async () => {
    await createOpenRequest(s.c, nora.id, { title: 'Monsoon' });
    const { user } = openPage(s, '/leaderboard', await member(s, 9));
    const button = await voteFor('Monsoon');
    await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('true'));
    await user.click(button);
    await screen.findByRole('dialog', { name: 'Get Credits & Unlock Features' });
  });

  it('opens the credits dialog when the credits were spent elsewhere', async () => {
    await createOpenRequest(s.c, nora.id, { title: 'Monsoon' });
    const other = await createOpenRequest(s.c, nora.id, { title: 'Comet' });
    const plus = await member(s, 10);
    const { user } = openPage(s, '/leaderboard', plus);
    await screen.findByText('10', { exact: true });
    expect((await call(s, `POST /requests/${other}/votes`, { token: plus.token })).status).toBe(200);
    await user.click(await voteFor('Monsoon'));
    await screen.findByRole('dialog', { name: 'Get Credits & Unlock Features' });
  });

  it('fails for a request that is no longer open, and the card disappears', async () => {
    const id = await createOpenRequest(s.c, nora.id, { title: 'Monsoon' });
    await createOpenRequest(s.c, nora.id, { title: 'Comet' });
    const { user, toast } = openPage(s, '/leaderboard', await member(s, 100));
    await card('Monsoon');
    const admin = await signUp(s, { tier: 'admin' });
    await call(s, `DELETE /requests/${id}?reason=No`, { token: admin.token });
    // Before the page learns about it.
    const button = screen.queryByRole('button', { name: /^Vote for Monsoon/ });
    if (button) {
      await user.click(button);
      await waitFor(() => expect(toast()).toBe('Failed to vote | This request no longer accepts votes.'));
    }
    await waitFor(() => expect(titles()).toEqual(['Comet']));
  });
});

describe('requesting', () => {
  const open = async (user: ReturnType<typeof openPage>['user']) => {
    await user.click(await screen.findByRole('button', { name: 'Request Song' }));
    return within(await screen.findByRole('dialog', { name: 'Request AI-Generated Music' }));
  };

  it('lets a member whose session is still loading start a request', async () => {
    const voter = await member(s, 500);
    const { user, wire, toast } = openPage(s, '/leaderboard', voter);
    wire.unavailable = /auth\/me/;
    await user.click(await screen.findByRole('button', { name: 'Request Song' }));
    await screen.findByRole('dialog', { name: /Request AI-Generated Music/ });
    expect(toast()).toBeUndefined();
  });

  it('asks a visitor to log in', async () => {
    const { user, toast } = openPage(s, '/leaderboard');
    await user.click(await screen.findByRole('button', { name: 'Request Song' }));
    expect(toast()).toBe('Authentication required | Please log in to submit requests.');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('focuses the first empty field; closing returns focus to the button that opened it', async () => {
    const { user } = openPage(s, '/leaderboard', await member(s, 350));
    const dialog = await open(user);
    expect(document.activeElement).toBe(dialog.getByLabelText('Song name'));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Request Song' })),
    );
  });

  it('charges once, and shows the request with its first vote and sharing, wherever it is on the board', async () => {
    for (let n = 1; n <= 10; n++)
      await createOpenRequest(s.c, nora.id, { title: `Wish no ${n}`, votes: 26 - n });
    const { user, toast, wire } = openPage(s, '/leaderboard', await member(s, 350));
    await card('Wish no 1');
    const dialog = await open(user);
    await user.type(dialog.getByLabelText('Song name'), '  Night Train ');
    await user.type(dialog.getByLabelText('Artist name'), 'Ilse 👩‍👩‍👧');
    const submit = dialog.getByRole<HTMLButtonElement>('button', { name: 'Submit Request' });
    expect(dialog.getByText('6/100 characters')).toBeTruthy();
    expect(submit.disabled).toBe(true);
    await user.click(dialog.getByRole('button', { name: 'Synthwave' }));
    expect(dialog.getByText('Synthwave (Electronic / Dance)')).toBeTruthy();
    await user.type(dialog.getByLabelText('What should it sound like?'), 'Slow and wide');
    expect(submit.disabled).toBe(false);
    await user.click(submit);
    await waitFor(() => expect(toast()).toMatch(/^Request created! \| .*200 credits deducted\.$/));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const made = await screen.findByRole('region', {
      name: 'It’s on the board. Share it to get the first votes.',
    });
    await waitFor(() => expect(document.activeElement).toBe(within(made).getByRole('heading', { level: 2 })));
    expect(within(made).getByText('· 0 of 30 votes').textContent).toBe('Ilse 👩‍👩‍👧 · 0 of 30 votes');
    expect(within(made).getByRole('button', { name: 'Share' })).toBeTruthy();
    await user.click(within(made).getByRole('button', { name: /^Vote for it ?10 ?credits ?, Night Train$/ }));
    await within(made).findByText('· 1 of 30 votes');
    await screen.findByText('140', { exact: true });
    expect(new Set(wire.keys).size).toBe(2);
  });

  withExtensions('a sketch waits for a genre', async () => {
    const { user } = openPage(s, '/leaderboard', await member(s, 350));
    const dialog = await open(user);
    expect(await dialog.findByText('Choose a genre to hear a sketch')).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Synthwave' }));
    expect(dialog.queryByText('Choose a genre to hear a sketch')).toBeNull();
  });

  it('offers genres from the words, of which none is chosen silently', async () => {
    const { user } = openPage(s, '/leaderboard', await member(s, 350));
    const dialog = await open(user);
    const picks = () =>
      within(dialog.getByRole('list', { name: 'Quick picks' }))
        .getAllByRole('button')
        .map((button) => [button.textContent, button.getAttribute('aria-pressed')]);
    expect(picks()[0]).toEqual(['Synthwave', 'false']);
    await user.type(dialog.getByLabelText('What should it sound like?'), 'a slow waltz, like fado');
    await waitFor(() =>
      expect(picks()).toEqual([
        ['Fado', 'false'],
        ['Chamber Folk', 'false'],
      ]),
    );
  });

  it('shows how many credits are missing', async () => {
    const { user } = openPage(s, '/leaderboard', await member(s, 140));
    const dialog = await open(user);
    await user.type(dialog.getByLabelText('Song name'), 'Night Train');
    await user.type(dialog.getByLabelText('Artist name'), 'Ilse');
    await user.click(dialog.getByRole('button', { name: 'Trap' }));
    await dialog.findByText('You need 60 more credits to submit a request');
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Submit Request' }).disabled).toBe(true);
    await user.click(dialog.getByRole('button', { name: 'Get credits' }));
    await screen.findByRole('dialog', { name: 'Get Credits & Unlock Features' });
  });

  it('cannot be submitted while the balance could not be loaded, and offers to try again', async () => {
    const { user, wire } = openPage(s, '/leaderboard', await member(s, 240));
    wire.unavailable = /GET \/credits/;
    const badge = await screen.findByRole('button', { name: /^Retry ?: could not load user credits$/ });
    expect(badge.dataset.tooltip).toBe('Could not load user credits');
    const dialog = await open(user);
    await user.type(dialog.getByLabelText('Song name'), 'Night Train');
    await user.type(dialog.getByLabelText('Artist name'), 'Ilse');
    await user.click(dialog.getByRole('button', { name: 'Trap' }));
    await dialog.findByText('Could not load user credits');
    const submit = dialog.getByRole<HTMLButtonElement>('button', { name: 'Submit Request' });
    expect(submit.disabled).toBe(true);
    wire.unavailable = undefined;
    await user.click(dialog.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(submit.disabled).toBe(false));
    expect(badge.dataset.tooltip).toBe('Click to purchase credits');
  });

  it('limits names to a hundred visible characters', async () => {
    const { user } = openPage(s, '/leaderboard', await member(s, 200));
    const dialog = await open(user);
    const submit = () => dialog.getByRole<HTMLButtonElement>('button', { name: 'Submit Request' }).disabled;
    fireEvent.change(dialog.getByLabelText('Artist name'), { target: { value: 'Ilse' } });
    await user.click(dialog.getByRole('button', { name: 'Trap' }));
    const name = dialog.getByLabelText('Song name');
    for (const [value, counter, refused] of [
      ['   ', '3/100 characters', true],
      ['é'.repeat(100), '100/100 characters', false],
      ['é'.repeat(101), '101/100 characters', true],
      [`${'x'.repeat(100)} `, '101/100 characters', false],
    ] as const) {
      fireEvent.change(name, { target: { value } });
      expect(dialog.getByText(counter)).toBeTruthy();
      expect(submit()).toBe(refused);
    }
  });

  it('offers similar requests to vote for instead', async () => {
    const id = await createOpenRequest(s.c, nora.id, { title: 'Night Train', artist: 'Ilse', votes: 12 });
    const { user, toast } = openPage(s, '/leaderboard', await member(s, 200));
    const dialog = await open(user);
    await user.type(dialog.getByLabelText('Song name'), 'night trai');
    await dialog.findByText('Is it this one?');
    await user.click(dialog.getByRole('button', { name: /^Vote ?10 ?credits ?, Night Train$/ }));
    await waitFor(() => expect(toast()).toMatch(/^Vote added!/));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect((await voteFor('Night Train')).textContent).toBe('13');
    expect((await call(s, `GET /requests/${id}`)).body.votes).toBe(13);
  });

  it('makes voting for an exact duplicate the next step, in the dialog, while one types', async () => {
    await createOpenRequest(s.c, nora.id, { title: 'Night Train', artist: 'Ilse', votes: 22 });
    const { user, toast } = openPage(s, '/leaderboard', await member(s, 200));
    const dialog = await open(user);
    await user.type(dialog.getByLabelText('Song name'), ' NIGHT  train');
    await user.type(dialog.getByLabelText('Artist name'), 'ilse');
    await dialog.findByText(
      'This request has already been made, please up vote the existing request to get it to you sooner!',
    );
    expect(dialog.queryByLabelText('What should it sound like?')).toBeNull();
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Submit Request' }).disabled).toBe(true);
    expect(toast()).toBeUndefined();
    await user.type(dialog.getByLabelText('Artist name'), ' B');
    await dialog.findByLabelText('What should it sound like?');
    await user.type(dialog.getByLabelText('Artist name'), '{Backspace}{Backspace}');
    await user.click(
      await dialog.findByRole('button', { name: /^Vote for it ?10 ?credits ?, Night Train$/ }),
    );
    await waitFor(() => expect(toast()).toMatch(/^Vote added!/));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('charges once when the response is lost and the viewer retries', async () => {
    const plus = await member(s, 600);
    const { user, toast, wire } = openPage(s, '/leaderboard', plus);
    const dialog = await open(user);
    await user.type(dialog.getByLabelText('Song name'), 'Night Train');
    await user.type(dialog.getByLabelText('Artist name'), 'Ilse');
    await user.click(dialog.getByRole('button', { name: 'Trap' }));
    wire.responseLost = /^POST \/requests$/;
    await user.click(dialog.getByRole('button', { name: 'Submit Request' }));
    await waitFor(() => expect(toast()).toMatch(/^Failed to create request \| /));
    wire.responseLost = undefined;
    await user.click(dialog.getByRole('button', { name: 'Submit Request' }));
    await waitFor(() => expect(toast()).toMatch(/^Request created!/));
    expect(new Set(wire.keys).size).toBe(1);
    expect((await call(s, 'GET /credits', { token: plus.token })).body[0].credits).toBe(400);
  });

  it('has a genre picker that works by keyboard alone', async () => {
    const { user } = openPage(s, '/leaderboard', await member(s, 200));
    const dialog = await open(user);
    await user.click(dialog.getByRole('button', { name: 'All genres' }));
    const tree = within(dialog.getByRole('tree', { name: 'Genres' }));
    const focused = () => document.activeElement!.textContent;
    dialog.getByLabelText('Search genres').focus();
    await user.keyboard('{ArrowDown}');
    expect(focused()).toBe('Pop');
    await user.keyboard('lat');
    expect(focused()).toBe('Latin');
    await user.keyboard('{ArrowRight}{ArrowRight}');
    expect(focused()).toBe('Any Latin');
    await user.keyboard('{Enter}');
    expect(dialog.getByText('Latin', { selector: '[aria-live]' })).toBeTruthy();
    await user.keyboard('{ArrowLeft}');
    expect(focused()).toBe('Latin');
    await user.keyboard('{Enter}');
    expect(tree.queryByRole('treeitem', { name: 'Salsa' })).toBeNull();
    await user.keyboard('{Enter}');
    await user.click(tree.getByRole('treeitem', { name: 'Jazz' }));
    expect(tree.getAllByRole('treeitem', { expanded: true })).toHaveLength(1);
    await user.type(dialog.getByLabelText('Search genres'), 'bossa{Enter}');
    expect(dialog.getByText('Bossa Nova (Latin)')).toBeTruthy();
    expect(tree.getByRole('treeitem', { selected: true }).textContent).toBe('Bossa Nova');
  });
});

it('?title= and ?artist= open the dialog with them', async () => {
  openPage(s, '/leaderboard?title=Early+Bird&artist=Ilse', await member(s, 500, 'premium'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Request AI-Generated Music' }));
  expect(dialog.getByLabelText<HTMLInputElement>('Artist name').value).toBe('Ilse');
});
