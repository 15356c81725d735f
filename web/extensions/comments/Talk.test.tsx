// @vitest-environment jsdom

import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { call } from '../../../server/testing/calls.ts';
import { createOpenRequest } from '../../../server/testing/requests.ts';
import { type Person, publishTrack, signUp } from '../../../server/testing/server.ts';
import { closeAndForget, closePage, openPage, pageServer } from '../../testing/page.tsx';

const s = pageServer();

const say = (who: Person, text: string, given: object) => {
  s.time.now += 60_000;
  return call(s, 'POST /comments', { token: who.token, body: { text, ...given } });
};
const talk = async () => within(await screen.findByRole('region', { name: /^Conversation/ }));

it('people talk about a request: a comment, an answer, a mark, a change, a report, and its end', async () => {
  s.time.now = Date.now();
  const [ann, bob, admin] = [await signUp(s), await signUp(s), await signUp(s, { tier: 'admin' })];
  const subject = await createOpenRequest(s.c, ann.id);
  openPage(s, `/leaderboard/${subject}`);
  expect(await (await talk()).findByText('Nobody has said anything yet.')).toBeDefined();
  expect((await talk()).getByRole('link', { name: 'Log in to join' }).getAttribute('href')).toContain(
    subject,
  );
  closePage();

  const { user } = openPage(s, `/leaderboard/${subject}`, ann);
  const field = await (await talk()).findByRole('textbox', { name: 'Say something' });
  expect((await talk()).getByRole('button', { name: 'Comment' })).toHaveProperty('disabled', true);
  await user.type(field, 'Make it loud, @somebody');
  await user.click((await talk()).getByRole('button', { name: 'Comment' }));
  const own = within(await (await talk()).findByRole('article', { name: /just now/ }));
  expect(own.getByText('@somebody').tagName).toBe('B');
  expect(field).toHaveProperty('value', '');
  await user.click(own.getByRole('button', { name: `More about the comment of ${ann.username}` }));
  await user.click(await screen.findByRole('menuitem', { name: 'Edit' }));
  const words = own.getByRole('textbox', { name: 'Your comment' });
  await user.clear(words);
  await user.type(words, 'Softly');
  await user.click(own.getByRole('button', { name: 'Save' }));
  expect(await own.findByText('Softly')).toBeDefined();
  closePage();

  openPage(s, `/leaderboard/${subject}`, bob);
  const seen = within(await (await talk()).findByRole('article', { name: new RegExp(ann.username) }));
  await user.click(await seen.findByRole('button', { name: 'Helpful' }));
  expect(await seen.findByRole('button', { name: 'Helpful 1', pressed: true })).toBeDefined();
  await user.click(seen.getByRole('button', { name: 'Answer' }));
  await user.type(
    await screen.findByRole('textbox', { name: `Answer ${ann.username}` }),
    'Yes{Control>}{Enter}',
  );
  expect(await (await talk()).findByText('Yes')).toBeDefined();
  await user.click(seen.getByRole('button', { name: /^More about/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Report' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Report a comment' }));
  await user.type(sheet.getByRole('textbox', { name: 'Reason' }), 'Rude');
  await user.click(sheet.getByRole('button', { name: 'Report' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  closePage();

  openPage(s, '/create?view=comments', admin);
  expect(await screen.findByText('Reported: Rude')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Hide' }));
  expect(await screen.findByText('No comment waits for you.')).toBeDefined();
  closePage();

  openPage(s, `/leaderboard/${subject}`, admin);
  await user.click(await (await talk()).findByRole('button', { name: 'Close the conversation' }));
  expect(await (await talk()).findByText('This conversation is closed.')).toBeDefined();
  closeAndForget();
  openPage(s, `/leaderboard/${subject}`);
  expect(await (await talk()).findByText('This comment was removed.')).toBeDefined();
});

it('a second of a song stands in its waveform, and plays from there', async () => {
  const [ann, track] = [await signUp(s, { tier: 'plus' }), await publishTrack(s.c, { duration_seconds: 60 })];
  await say(ann, 'The drop! https://example.com/a.', { on: 'track', subject: track, second: 45 });
  const { user, player } = openPage(s, `/tracks/${track}`);
  const link = await (await talk()).findByRole('link', { name: 'https://example.com/a' });
  expect(link.getAttribute('rel')).toContain('ugc nofollow noopener');
  await waitFor(() => expect(document.querySelectorAll('.talk-marks span')).toHaveLength(1));
  await user.click((await talk()).getByRole('button', { name: 'Play from 0:45' }));
  await waitFor(() => expect(player.state().song?.id).toBe(track));
  expect(Math.floor(player.position())).toBe(45);
});

it('shows five answers, and the others when they are wanted', async () => {
  const ann = await signUp(s);
  const of = { on: 'request', subject: await createOpenRequest(s.c, ann.id) };
  const { id } = (await say(ann, 'First', of)).body;
  for (let i = 1; i <= 7; i++) await say(ann, `answer ${i}`, { ...of, parent_id: id });
  const { user } = openPage(s, `/leaderboard/${of.subject}`);
  await user.click(await (await talk()).findByRole('button', { name: 'Show 2 more answers' }));
  expect(await (await talk()).findByText('answer 7')).toBeDefined();
});

it('a comment whose answer was lost is sent again, and stands there once', async () => {
  const ann = await signUp(s);
  const subject = await createOpenRequest(s.c, ann.id);
  const { user, wire } = openPage(s, `/leaderboard/${subject}`, ann);
  const field = await (await talk()).findByRole('textbox', { name: 'Say something' });
  await user.type(field, 'Once');
  wire.responseLost = /^POST \/comments$/;
  const send = async () => user.click((await talk()).getByRole('button', { name: 'Comment' }));
  await send();
  expect(await screen.findByText('Your comment was not sent')).toBeDefined();
  wire.responseLost = undefined;
  await send();
  await waitFor(() => expect(field).toHaveProperty('value', ''));
  closePage();
  openPage(s, `/leaderboard/${subject}`);
  expect(await (await talk()).findAllByText('Once')).toHaveLength(1);
});
