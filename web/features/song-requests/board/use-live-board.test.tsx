// @vitest-environment jsdom

import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { call } from '../../../../server/testing/calls.ts';
import { serverPerTest } from '../../../../server/testing/hooks.ts';
import { createOpenRequest, member } from '../../../../server/testing/requests.ts';
import { type Person, signUp } from '../../../../server/testing/server.ts';
import { closeAndForget, currentUrl, openPage } from '../../../testing/page.tsx';
import { setVisibility } from '../../../testing/stand-ins.ts';

const s = serverPerTest();
let nora: Person;
/** Another person, in another browser. */
let other: Person;
beforeEach(async () => {
  nora = await signUp(s, { name: 'Nora' });
  other = await member(s, 1000);
});
afterEach(() => {
  closeAndForget();
  setVisibility('visible');
});

const titles = () =>
  screen.queryAllByRole('article').map((one) => within(one).getByRole('heading').textContent);
const voteFor = (title: string) => screen.findByRole('button', { name: new RegExp(`^Vote for ${title}, `) });
const count = (name: string) => screen.getByText(name).nextElementSibling!.textContent;
const streams = () => (EventSource as unknown as { open: EventSource[] }).open;
const listening = () => waitFor(() => expect(streams().map(({ readyState }) => readyState)).toEqual([1]));
const othersVote = async (id: string) =>
  expect((await call(s, `POST /requests/${id}/votes`, { token: other.token })).status).toBe(200);

/** The board on screen, and its stream open. */
async function openBoard(...[path, as]: [path?: string, as?: Person]) {
  const page = openPage(s, path ?? '/leaderboard', as);
  await screen.findAllByRole('article');
  await listening();
  return page;
}

it('updates counts and order when others vote, without fetching the page again', async () => {
  await createOpenRequest(s.c, nora.id, { title: 'Monsoon', votes: 29 });
  const id = await createOpenRequest(s.c, nora.id, { title: 'Comet', votes: 29 });
  const { wire } = await openBoard();
  await waitFor(() => expect(titles()).toEqual(['Monsoon', 'Comet']));
  wire.calls.length = 0;
  await othersVote(id);
  await waitFor(() => expect(titles()).toEqual(['Comet', 'Monsoon']));
  const first = screen.getAllByRole('article')[0]!;
  for (const text of ['1st', 'Gold medal', 'Goal Reached!', 'Queued for Creation', '1 backer'])
    expect(first.textContent).toContain(text);
  expect((await voteFor('Comet')).textContent).toBe('30');
  expect([count('total votes'), count('reached the goal')]).toEqual(['59', '1']);
  expect(wire.calls).toEqual([]);
  expect(streams()).toHaveLength(1);
});

it('adds new requests and removes declined ones', async () => {
  const id = await createOpenRequest(s.c, nora.id, { title: 'Monsoon', votes: 3 });
  await openBoard();
  const body = { title: 'Comet', artist: 'Dormouse', genre: 'pop' };
  expect((await call(s, 'POST /requests', { token: other.token, body })).status).toBe(201);
  await waitFor(() => expect(titles()).toEqual(['Monsoon', 'Comet']));
  const admin = await signUp(s, { tier: 'admin' });
  await call(s, `DELETE /requests/${id}?reason=No`, { token: admin.token });
  await waitFor(() => expect(titles()).toEqual(['Comet']));
  await waitFor(() => expect(count('requests')).toBe('1'));
});

it('moves a card to its new page', async () => {
  for (let n = 1; n <= 10; n++) await createOpenRequest(s.c, nora.id, { title: `Wish no ${n}`, votes: 2 });
  const id = await createOpenRequest(s.c, nora.id, { title: 'Comet', votes: 2 });
  await openBoard('/leaderboard?page=2');
  await waitFor(() => expect(titles()).toEqual(['Comet']));
  await othersVote(id);
  await waitFor(() => expect(titles()).toEqual(['Wish no 10']));
  expect(currentUrl()).toBe('/leaderboard?page=2');
});

it('keeps the votes of the viewer', async () => {
  const id = await createOpenRequest(s.c, nora.id, { title: 'Monsoon' });
  const { user } = await openBoard('/leaderboard', await member(s, 100));
  await user.click(await voteFor('Monsoon'));
  await screen.findByText('1 vote by you');
  await othersVote(id);
  await waitFor(async () => expect((await voteFor('Monsoon')).textContent).toBe('2'));
  expect(screen.getByText('1 vote by you')).toBeTruthy();
});

it('neither counts a pending vote twice nor reverts it for an earlier event', async () => {
  const id = await createOpenRequest(s.c, nora.id, { title: 'Monsoon', votes: 5 });
  const { user, wire } = await openBoard('/leaderboard', await member(s, 100));
  await screen.findByText('100', { exact: true });
  let go = () => {};
  wire.delay = new Promise((resolve) => {
    go = resolve;
  });
  await user.click(await voteFor('Monsoon'));
  expect((await voteFor('Monsoon')).textContent).toBe('6');
  await othersVote(id);
  await waitFor(() => expect(count('total votes')).toBe('6'));
  expect((await voteFor('Monsoon')).textContent).toBe('6');
  go();
  await waitFor(async () => expect((await voteFor('Monsoon')).textContent).toBe('7'));
  await waitFor(() => expect(count('total votes')).toBe('7'));
});

it('disconnects while hidden and catches up when visible again', async () => {
  const id = await createOpenRequest(s.c, nora.id, { title: 'Monsoon' });
  await openBoard();
  setVisibility('hidden');
  expect(streams()).toHaveLength(0);
  await othersVote(id);
  setVisibility('visible');
  await waitFor(async () => expect((await voteFor('Monsoon')).textContent).toBe('1'));
  await listening();
});

it('fetches the page again when the server reports missed events', async () => {
  const id = await createOpenRequest(s.c, nora.id, { title: 'Monsoon' });
  await openBoard();
  // Without an event on the stream.
  await s.c.db.updateTable('song_request').set({ title: 'Trade Wind' }).where('id', '=', id).execute();
  streams()[0]!.dispatchEvent(new MessageEvent('reset', { data: '{}' }));
  await waitFor(() => expect(titles()).toEqual(['Trade Wind']));
});

it('a vote that is cast while the page is fetched again is shown, although that page is older', async () => {
  const id = await createOpenRequest(s.c, nora.id, { title: 'Monsoon', votes: 5 });
  const { wire } = await openBoard();
  const { promise, resolve } = Promise.withResolvers<void>();
  wire.responseDelay = promise;
  wire.calls.length = 0;
  streams()[0]!.dispatchEvent(new MessageEvent('reset', { data: '{}' }));
  await waitFor(() => expect(wire.calls).toHaveLength(1));
  // The server has answered when it answers the next call.
  await call(s, 'GET /requests');
  const heard = new Promise((resolve) => streams()[0]!.addEventListener('request', resolve));
  await othersVote(id);
  await heard;
  // More than the frame in which events are applied.
  await new Promise((resolve) => setTimeout(resolve, 100));
  resolve();
  await waitFor(async () => expect((await voteFor('Monsoon')).textContent).toBe('6'));
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(count('total votes')).toBe('6');
  expect(wire.calls).toHaveLength(1);
});

it('closes the stream with the page', async () => {
  await createOpenRequest(s.c, nora.id, { title: 'Monsoon' });
  const { user } = await openBoard();
  await user.click(screen.getAllByRole('link', { name: 'Explore' })[0]!);
  await waitFor(() => expect(streams()).toHaveLength(0));
});
