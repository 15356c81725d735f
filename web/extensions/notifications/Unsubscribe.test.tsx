// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { unsubscribeToken } from 'server/extensions/notifications/settings.ts';
import { beforeEach, expect, it } from 'vitest';
import { type Person, signUp } from '../../../server/testing/server.ts';
import { openPage, pageServer } from '../../testing/page.tsx';

const s = pageServer({ publicUrl: 'https://ovation.example' });
let person: Person;
beforeEach(async () => {
  person = await signUp(s);
});

const setting = async () => {
  const found = await s.c.db.selectFrom('notification_setting').selectAll().execute();
  return found.map(({ by_email }) => by_email);
};

it('turns emails off without a login, but not before one asks for it', async () => {
  const { user } = openPage(s, `/unsubscribe?token=${unsubscribeToken(s.c, person.id)}`);
  const button = await screen.findByRole('button', { name: 'Turn off emails' });
  expect(await setting()).toEqual([]);
  await user.click(button);
  expect(await screen.findByRole('heading', { name: 'Emails are off' })).toBeTruthy();
  expect(await setting()).toEqual([0]);
});

it('says what to do about a broken link', async () => {
  const { user } = openPage(s, `/unsubscribe?token=${person.id}.forged`);
  await user.click(await screen.findByRole('button', { name: 'Turn off emails' }));
  expect((await screen.findByRole('alert')).textContent).toMatch(/open it again from the email/);
  expect(await setting()).toEqual([]);
});

it('is a setting of the profile', async () => {
  const { user } = openPage(s, '/profile/settings/notifications', person);
  const box = () => screen.getByRole<HTMLInputElement>('switch', { name: 'Emails about your songs' });
  await waitFor(() => expect(box().checked).toBe(true));
  await user.click(box());
  await waitFor(async () => expect(await setting()).toEqual([0]));
  await user.click(box());
  await waitFor(async () => expect(await setting()).toEqual([1]));
  expect(box().checked).toBe(true);
});
