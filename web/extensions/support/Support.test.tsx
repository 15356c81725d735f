// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { signUp, type TestServer, testServer } from '../../../server/testing/server.ts';
import { closeAndForget, openPage } from '../../testing/page.tsx';

let s: TestServer;
afterEach(async () => {
  closeAndForget();
  await s.close();
});

it('a Platinum member writes to premium support, and a failure keeps the message', async () => {
  s = await testServer({ supportEmail: 'help@ovation.example' });
  const member = await signUp(s, { tier: 'platinum' });
  const { user, wire, toast } = openPage(s, '/profile/settings', member);
  await screen.findByRole('heading', { name: 'Premium support' });
  await user.click(screen.getByRole('button', { name: 'Write a message' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Write a message' }));
  await user.click(dialog.getByRole('button', { name: 'Send' }));
  await dialog.findByText('Please write a message.');
  await user.type(dialog.getByLabelText('Message'), 'Where is my song?');
  wire.failing = /POST \/support/;
  await user.click(dialog.getByRole('button', { name: 'Send' }));
  await dialog.findByRole('alert');
  wire.failing = undefined;
  await user.click(dialog.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(toast()).toBe(`Message sent | The answer will come to ${member.email}.`));
  expect(s.mails.at(-1)!.subject).toBe(`[Premium support] Message from ${member.username}`);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('is absent where nobody takes messages', async () => {
  s = await testServer();
  openPage(s, '/profile/settings', await signUp(s));
  await screen.findByRole('switch', { name: 'Public profile' });
  expect(screen.queryByRole('button', { name: 'Write a message' })).toBeNull();
});
