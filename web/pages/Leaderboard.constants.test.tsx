// @vitest-environment jsdom

import { screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { serverOfFile } from '../../server/testing/hooks.ts';
import { createOpenRequest, member } from '../../server/testing/requests.ts';
import { closeAndForget, openPage } from '../testing/page.tsx';

vi.mock('contract/features/song-requests-constants.ts', async (original) => ({
  ...(await original<object>()),
  VOTE_COST: 7,
  REQUEST_COST: 160,
  VOTE_GOAL: 24,
}));

const s = serverOfFile();
afterEach(closeAndForget);

it('the page and the dialog speak of the goal and the prices that the contract sets', async () => {
  const person = await member(s, 500);
  await createOpenRequest(s.c, person.id, { title: 'Monsoon', votes: 12 });
  const { user } = openPage(s, '/leaderboard', person);
  await screen.findByRole('article', { name: 'Monsoon' });
  const main = screen.getByRole('main').textContent;
  for (const text of [
    'light its 24 lamps',
    '160 credits put a song on the board.',
    '7 credits light one of 24 lamps.',
    'At 24 votes it is queued',
    '12 of 24',
  ])
    expect(main).toContain(text);
  await user.click(screen.getByRole('button', { name: 'Request Song' }));
  const dialog = await screen.findByRole('dialog', { name: 'Request AI-Generated Music' });
  expect(within(dialog).getByText('At 24 votes your song is queued, made and released.')).toBeTruthy();
  expect(dialog.textContent).toContain('Costs 160 credits');
});
