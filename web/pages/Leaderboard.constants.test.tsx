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
    'At 24 votes AI makes it.',
    'Costs 160 credits.',
    'A vote costs 7 credits.',
    '12 of 24',
  ])
    expect(main).toContain(text);
  await user.click(screen.getByRole('button', { name: 'Request Song' }));
  const dialog = await screen.findByRole('dialog', { name: 'Request AI-Generated Music' });
  expect(
    within(dialog).getByText('At 24 votes your song is made, and the people who voted pick the take.'),
  ).toBeTruthy();
  expect(dialog.textContent).toContain('Costs 160 credits');
});
