// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { call } from '../../../server/testing/calls.ts';
import { publishTrack, signUp } from '../../../server/testing/server.ts';
import { openPage, pageServer } from '../../testing/page.tsx';

const s = pageServer();

const more = async (title: string) =>
  (await screen.findAllByRole('button', { name: `More for ${title}` }))[0]!;
type User = ReturnType<typeof openPage>['user'];
async function choose(user: User, title: string, entry: string) {
  // A dialog that closes gives the pointer back a moment later.
  await waitFor(() => expect(document.body.style.pointerEvents).toBe(''));
  await user.click(await more(title));
  await user.click(await screen.findByRole('menuitem', { name: entry }));
}
const reports = async () => {
  const admin = await signUp(s, { tier: 'admin' });
  return (await call(s, 'GET /publishing/reports', { token: admin.token })).body;
};

it('a visitor who reports a track is asked to log in', async () => {
  await publishTrack(s.c, { title: 'Harbour' });
  const { user, toast } = openPage(s, '/');
  await choose(user, 'Harbour', 'Report');
  await waitFor(() => expect(toast()).toBe('Login required | Please log in to report tracks'));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('a report of a member reaches the admins with its reason', async () => {
  const track_id = await publishTrack(s.c, { title: 'Harbour' });
  const { user, toast, wire } = openPage(s, '/', await signUp(s));
  await choose(user, 'Harbour', 'Report');
  const dialog = await screen.findByRole('dialog', { name: 'Report a track' });
  const reason = within(dialog).getByRole('textbox', { name: 'Reason' });
  await user.type(reason, '   ');
  await user.click(within(dialog).getByRole('button', { name: 'Report' }));
  await within(dialog).findByText('Please describe what is wrong.');
  expect(reason.getAttribute('aria-invalid')).toBe('true');
  expect(wire.calls).not.toContain('POST /report');

  await user.type(reason, 'It hisses');
  await waitFor(() => expect(within(dialog).queryByText('Please describe what is wrong.')).toBeNull());
  await user.click(within(dialog).getByRole('button', { name: 'Report' }));
  await waitFor(() => expect(toast()).toBe('Track reported | Thank you. Someone will look into “Harbour”.'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await reports()).toMatchObject([{ track_id, reason: 'It hisses' }]);
  const trigger = await more('Harbour');
  await waitFor(() => expect(document.activeElement).toBe(trigger));
});

it('a report that fails keeps its text', async () => {
  await publishTrack(s.c, { title: 'Harbour' });
  const { user, toast, wire } = openPage(s, '/', await signUp(s));
  await choose(user, 'Harbour', 'Report');
  const dialog = await screen.findByRole('dialog', { name: 'Report a track' });
  await user.type(within(dialog).getByRole('textbox', { name: 'Reason' }), 'It hisses');
  wire.failing = /POST \/report/;
  await user.click(within(dialog).getByRole('button', { name: 'Report' }));
  await within(dialog).findByRole('alert');
  expect(toast()).toMatch(/^Failed to report track/);
  wire.failing = undefined;
  await user.click(within(dialog).getByRole('button', { name: 'Report' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await reports()).toMatchObject([{ reason: 'It hisses' }]);
});

it('the card shows who requested a track, and its details how it was made', async () => {
  const anna = await signUp(s);
  await publishTrack(s.c, {
    title: 'Harbour',
    genre: 'jazz:bebop',
    requester_id: anna.id,
    backers: 31,
    bpm: 119.6,
    musical_key: 'A minor',
    loudness_lufs: -9.24,
    release_date: '2026-05-04T10:00:00.000Z',
    provider: 'Some model',
    prompt_text: 'Slow bebop\nat the harbour',
    seed: 0,
    rights_status: 'original',
  });
  await publishTrack(s.c, { title: 'Quay', backers: 2 });
  await publishTrack(s.c, { title: 'Pier' });
  const { user } = openPage(s, '/');
  const card = async (title: string) => (await screen.findAllByRole('article', { name: title }))[0]!;
  const origin = `Requested by ${anna.username}, backed by 31`;
  expect(within(await card('Harbour')).getByText(origin)).toBeTruthy();
  // Its requester has deleted their account.
  expect(within(await card('Quay')).getByText('Backed by 2')).toBeTruthy();
  expect((await card('Pier')).textContent).not.toMatch(/backed|requested/i);

  await choose(user, 'Harbour', 'Details');
  const dialog = await screen.findByRole('dialog', { name: 'Harbour' });
  expect(within(dialog).getByText(origin)).toBeTruthy();
  await within(dialog).findByRole('heading', { name: 'AI-generated' });
  expect(dialog.textContent).toContain('“Slow bebop\nat the harbour”Made by Some model');
  // What only some want to know is folded.
  expect(within(dialog).getByText('How it was made').closest('details')!.open).toBe(false);
  const facts = [...dialog.querySelectorAll('dt')].map((term) => [
    term.textContent,
    term.nextElementSibling!.textContent,
  ]);
  expect(facts).toEqual([
    ['Genre', 'Bebop'],
    ['Length', '1:00'],
    ['Tempo', '120 BPM'],
    ['Key', 'A minor'],
    ['Released', 'May 4, 2026'],
    ['Seed', '0'],
    ['Rights', 'original'],
    ['Loudness', '−9.2 LUFS'],
  ]);
  await user.click(within(dialog).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

  await choose(user, 'Pier', 'Details');
  await within(await screen.findByRole('dialog', { name: 'Pier' })).findByText(
    'There are no details about how this track was made.',
  );
});
