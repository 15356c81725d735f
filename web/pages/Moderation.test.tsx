// @vitest-environment jsdom

import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { call } from '../../server/testing/calls.ts';
import { serverPerTest } from '../../server/testing/hooks.ts';
import { expectCleanLedger } from '../../server/testing/ledger.ts';
import { member } from '../../server/testing/requests.ts';
import { type Person, signUp } from '../../server/testing/server.ts';
import { closeAndForget, currentUrl, openPage } from '../testing/page.tsx';

const s = serverPerTest();
let admin: Person;
let ann: Person;
beforeEach(async () => {
  admin = await signUp(s, { tier: 'admin' });
  ann = await member(s, 1000, 'premium');
});
afterEach(async () => {
  closeAndForget();
  await expectCleanLedger(s.c);
});

const submit = async (title: string) => {
  const body = { title, artist: 'Ilse', genre: 'jazz', description: '' };
  return (await call(s, 'POST /requests', { token: ann.token, body })).body.id as string;
};
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));

it('an admin edits a request, then merges a duplicate into it, whose page leads there', async () => {
  const first = await submit('Neon Rain');
  const second = await submit('Neon Rain again');
  await call(s, `POST /requests/${second}/votes`, { token: ann.token });
  const { user, toast } = openPage(s, `/leaderboard/${second}`, admin);
  const part = within(await screen.findByRole('region', { name: 'For admins' }));
  await user.click(part.getByRole('button', { name: 'Edit' }));
  const edit = await dialog('Edit this request');
  await user.clear(edit.getByLabelText('Song name'));
  await user.click(edit.getByRole('button', { name: 'Save' }));
  expect(await edit.findByText(/Please name the song/)).toBeTruthy();
  await user.type(edit.getByLabelText('Song name'), 'Neon Rain, please');
  await user.click(edit.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(toast()).toBe('Request changed'));
  await screen.findByRole('heading', { level: 1, name: /Neon Rain, please/ });

  await user.click(part.getByRole('button', { name: 'Merge' }));
  const merge = await dialog('Merge this request');
  expect(merge.getByRole('button', { name: 'Merge' })).toHaveProperty('disabled', true);
  expect(await merge.findByText('No other open request is like this.')).toBeTruthy();
  await user.clear(merge.getByRole('searchbox'));
  await user.type(merge.getByRole('searchbox'), 'neon rain');
  await user.click(await merge.findByRole('radio', { name: /Neon Rain/ }));
  expect(merge.getByText(/then has 1 vote\./)).toBeTruthy();
  await user.click(merge.getByRole('button', { name: 'Merge' }));
  await waitFor(() => expect(currentUrl()).toBe(`/leaderboard/${first}`));
  await screen.findByRole('heading', { level: 1, name: /Neon Rain$/ });
  expect((await call(s, `GET /requests/${first}`)).body.votes).toBe(1);
});

it('others see nothing of it', async () => {
  openPage(s, `/leaderboard/${await submit('Neon Rain')}`, ann);
  await screen.findByRole('heading', { level: 1, name: /Neon Rain/ });
  expect(screen.queryByRole('region', { name: 'For admins' })).toBeNull();
});
