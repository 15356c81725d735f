// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { signUp } from '../../../server/testing/server.ts';
import { openPage, pageServer } from '../../testing/page.tsx';

const s = pageServer();
const button = (name: string | RegExp) => screen.findByRole('button', { name });

it('is linked to ListenBrainz, once it is linked with the token from there, and no longer after that', async () => {
  s.c.scrobblers.listenbrainz.identify = async () => 'wanda_there';
  const person = await signUp(s);
  const { user, toast } = openPage(s, '/profile/settings/apps', person);
  await user.click(await button('Link: ListenBrainz'));
  await user.type(await screen.findByLabelText('User token'), 'short{Enter}');
  await screen.findByText('Please copy the whole token from your settings at ListenBrainz.');
  await user.type(screen.getByLabelText('User token'), '-and-the-rest{Enter}');
  await screen.findByText(/^wanda_there · since/);
  await user.click(await button('Unlink: ListenBrainz'));
  await waitFor(() => expect(toast()).toBe('ListenBrainz unlinked'));
  await button('Link: ListenBrainz');
  expect(screen.queryByRole('button', { name: /Last\.fm/ })).toBeNull();
});
