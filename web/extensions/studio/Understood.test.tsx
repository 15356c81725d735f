// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeGenerator } from '../../../server/extensions/studio/testing/fake-generator.ts';
import { member } from '../../../server/testing/requests.ts';
import { openPage, pageServer } from '../../testing/page.tsx';

const s = pageServer();

async function open(user: ReturnType<typeof openPage>['user']) {
  await user.click(await screen.findByRole('button', { name: 'Request Song' }));
  return within(await screen.findByRole('dialog', { name: 'Request AI-Generated Music' }));
}

it('tells who sings the lyrics before anything is paid', async () => {
  s.c.generators = [fakeGenerator({ lyrics: true })];
  const { user } = openPage(s, '/leaderboard', await member(s, 350));
  const dialog = await open(user);
  await user.click(dialog.getByRole('radio', { name: /^With my lyrics/ }));
  await user.type(dialog.getByLabelText('Lyrics'), 'Rain on the glass');
  expect(await dialog.findByText('Sing the lyrics: By Fake fake.')).toBeTruthy();
});

it('puts away what was guessed from a misspelt word', async () => {
  const { user } = openPage(s, '/leaderboard', await member(s, 350));
  const dialog = await open(user);
  const description = dialog.getByLabelText<HTMLTextAreaElement>('What should it sound like?');
  await user.type(description, 'a sad vilin');
  await user.click(await dialog.findByRole('button', { name: 'Put away: Violin (“vilin”)' }));
  expect(description.value).toBe('a sad “vilin”');
  await waitFor(() => expect(dialog.queryByText('Violin (“vilin”)')).toBeNull());
  expect(dialog.getByText('Sad')).toBeTruthy();
});
