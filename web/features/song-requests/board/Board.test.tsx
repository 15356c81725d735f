// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { call } from '../../../../server/testing/calls.ts';
import { createOpenRequest, member } from '../../../../server/testing/requests.ts';
import { type Person, signUp } from '../../../../server/testing/server.ts';
import { openPage, pageServer } from '../../../testing/page.tsx';

const s = pageServer();
/** Votes in another browser. */
let other: Person;
const ids = new Map<string, string>();
beforeEach(async () => {
  other = await member(s, 1000);
  for (const [title, votes] of [
    ['Aurora', 5],
    ['Blizzard', 5],
    ['Comet', 5],
  ] as const)
    ids.set(title, await createOpenRequest(s.c, other.id, { title, votes }));
});
afterEach(() => vi.restoreAllMocks());

const titles = () =>
  screen.getAllByRole('article').map((card) => within(card).getByRole('heading').textContent);
const voteFor = (title: string) => screen.getByRole('button', { name: new RegExp(`^Vote for ${title}, `) });
const before = ['Aurora', 'Blizzard', 'Comet'];
const after = ['Comet', 'Aurora', 'Blizzard'];

async function openBoard() {
  const page = openPage(s, '/leaderboard', await member(s, 1000));
  await screen.findByText('1,000', { exact: true });
  await waitFor(() => expect(titles()).toEqual(before));
  return page;
}

/** Comet gets two votes elsewhere, which makes it the first. */
async function othersVote() {
  for (let n = 0; n < 2; n++)
    expect((await call(s, `POST /requests/${ids.get('Comet')}/votes`, { token: other.token })).status).toBe(
      200,
    );
  await waitFor(() => expect(voteFor('Comet').textContent).toBe('7'));
}

/** In a browser, focus that a click gives is not `:focus-visible`; in jsdom all focus is. */
function focusIsNotVisible() {
  const { matches } = Element.prototype;
  vi.spyOn(Element.prototype, 'matches').mockImplementation(function (this: Element, selector) {
    return selector !== ':focus-visible' && matches.call(this, selector);
  });
}

it('with a mouse, a second vote goes to the song under the pointer', async () => {
  focusIsNotVisible();
  const { user } = await openBoard();
  await user.click(voteFor('Aurora'));
  await othersVote();
  expect(titles()).toEqual(before);
  // Pressing the second button takes the focus from the first one; the cards must not move before the release.
  await user.pointer({ keys: '[MouseLeft>]', target: voteFor('Blizzard') });
  expect(titles()).toEqual(before);
  await user.pointer({ keys: '[/MouseLeft]', target: voteFor('Blizzard') });
  await waitFor(() => expect(voteFor('Blizzard').textContent).toBe('6'));
  expect(titles()).toEqual(before);
  await user.hover(screen.getByRole('heading', { level: 1 }));
  await waitFor(() => expect(titles()).toEqual(after));
});

it('with the keyboard, nothing moves while the focus goes from button to button', async () => {
  const { user } = await openBoard();
  await user.tab();
  act(() => voteFor('Aurora').focus());
  await user.keyboard('{Enter}');
  await othersVote();
  // A browser renders between the two events; jsdom does not.
  fireEvent.blur(voteFor('Aurora'), { relatedTarget: voteFor('Blizzard') });
  expect(titles()).toEqual(before);
  await user.tab();
  expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Blizzard' }));
  await user.tab();
  expect(document.activeElement).toBe(voteFor('Blizzard'));
  expect(titles()).toEqual(before);
  act(() => screen.getByRole('button', { name: 'Request Song' }).focus());
  await waitFor(() => expect(titles()).toEqual(after));
});

it('nothing moves while another window has the focus and the pointer is still on the board', async () => {
  focusIsNotVisible();
  const { user } = await openBoard();
  await user.click(voteFor('Aurora'));
  await othersVote();
  // The browser blurs the button, which stays the active element of the page.
  fireEvent.blur(voteFor('Aurora'));
  expect(titles()).toEqual(before);
});

it('with a finger, nothing moves between the touch and the click that follows it', async () => {
  await openBoard();
  const touch = { pointerType: 'touch', pointerId: 2 };
  const button = voteFor('Aurora');
  fireEvent.pointerOver(button, touch);
  fireEvent.pointerDown(button, touch);
  await othersVote();
  fireEvent.pointerUp(button, touch);
  fireEvent.pointerOut(button, touch);
  expect(titles()).toEqual(before);
  fireEvent.click(button);
  await waitFor(() => expect(titles()).toEqual(after));
});

it('scrolling by touch does not freeze the order for good', async () => {
  await openBoard();
  const touch = { pointerType: 'touch', pointerId: 2 };
  fireEvent.pointerOver(voteFor('Aurora'), touch);
  await othersVote();
  expect(titles()).toEqual(before);
  fireEvent.pointerCancel(voteFor('Aurora'), touch);
  fireEvent.pointerOut(voteFor('Aurora'), touch);
  await waitFor(() => expect(titles()).toEqual(after));
});

it('the board sorts again after the focused card is removed', async () => {
  await openBoard();
  act(() => voteFor('Blizzard').focus());
  await othersVote();
  expect(titles()).toEqual(before);
  const admin = await signUp(s, { tier: 'admin' });
  await call(s, `DELETE /requests/${ids.get('Blizzard')}?reason=No`, { token: admin.token });
  await waitFor(() => expect(titles()).toEqual(['Comet', 'Aurora']));
});
