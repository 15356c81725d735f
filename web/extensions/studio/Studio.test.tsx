// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { GeneratorError } from '../../../server/extensions/studio/generator.ts';
import {
  type FakeGenerator,
  fakeGenerator,
} from '../../../server/extensions/studio/testing/fake-generator.ts';
import { runStudio } from '../../../server/extensions/studio/testing/run-studio.ts';
import { measureAudio } from '../../../server/extensions/studio/testing/world.ts';
import { call } from '../../../server/testing/calls.ts';
import { createOpenRequest, member } from '../../../server/testing/requests.ts';
import { type Person, signUp, type TestServer, testServer } from '../../../server/testing/server.ts';
import { closeAndForget, openPage } from '../../testing/page.tsx';

let s: TestServer;
let free: FakeGenerator;
let paid: FakeGenerator;
let admin: Person;
let nora: Person;
/** Nora's request, which waits for an admin. */
let id: string;
beforeEach(async () => {
  free = fakeGenerator({ id: 'free' });
  paid = fakeGenerator({ id: 'paid', cents: 12 });
  s = await testServer({
    generators: [free, paid],
    studio: { mode: 'manual', takesPerRequest: 2, monthlyBudget: 30 },
  });
  await measureAudio(s, free);
  admin = await signUp(s, { tier: 'admin' });
  nora = await member(s, 1000);
  id = await createOpenRequest(s.c, nora.id, { title: 'Monsoon', artist: 'Kestrel', votes: 29 });
  expect((await call(s, `POST /requests/${id}/votes`, { token: nora.token })).status).toBe(200);
});
afterEach(async () => {
  closeAndForget();
  await s.close();
});

const open = () => openPage(s, '/create?view=studio', admin);
const work = () => screen.findByRole('article', { name: 'Monsoon' });
const takes = async () => within(await screen.findByRole('list', { name: 'Takes' })).getAllByRole('listitem');
const press = async (user: ReturnType<typeof open>['user'], name: string) =>
  user.click(await screen.findByRole('button', { name }));

it('shows who is in line, what it costs, and which generators can be reached', async () => {
  paid.check = async () => ({ reachable: false, message: 'The key is wrong.' });
  open();
  await work();
  expect(screen.getByRole('button', { name: /^Monsoon/ }).textContent).toBe(
    'MonsoonGoal reached, 30 votes2 takes: free, about 1 s',
  );
  await screen.findByText('The key is wrong.');
  const generators = screen.getByRole('region', { name: 'Generators' }).textContent;
  expect(generators).toContain('$0.00 spent in');
  expect(generators).toContain('$0.30 is the month’s limit');
  expect(generators).toContain('Not reachable');
});

it('makes takes with a prompt, plays and releases one after asking once', async () => {
  const { user, toast } = open();
  const prompt = await screen.findByLabelText('Prompt');
  await user.type(prompt, 'Warm rain');
  await press(user, 'Make 2 takes');
  await waitFor(() => expect(toast()).toBe('Takes are being made'));
  await runStudio(s.c, s.time);
  expect(free.specs.map((spec) => spec.prompt)).toEqual(['Warm rain', 'Warm rain']);
  await press(user, 'Release take 1');
  const dialog = await screen.findByRole('dialog', { name: 'Release take 1?' });
  expect(dialog.textContent).toContain('The requester and 1 backer are notified.');
  await user.click(within(dialog).getByRole('button', { name: 'Release' }));
  await screen.findByText('No requests are waiting');
  expect((await call(s, `GET /requests/${id}`)).body.status).toBe('released');
});

it('says why a take failed, takes over the suggested prompt, and tries again', async () => {
  free.onSubmit = async () => {
    throw new GeneratorError('moderated', 'It names a band.', 'Warm rain');
  };
  const { user } = open();
  await press(user, 'Make 2 takes');
  await runStudio(s.c, s.time);
  await screen.findAllByText(/It names a band\./);
  expect((await takes())[0]!.textContent).toContain('It cost nothing.');
  await user.click(screen.getAllByRole('button', { name: 'Use this prompt' })[0]!);
  expect((screen.getByLabelText('Prompt') as HTMLTextAreaElement).value).toBe('Warm rain');
  await user.click(screen.getAllByRole('button', { name: 'Try again' })[0]!);
  await waitFor(async () => expect(await takes()).toHaveLength(3));
});

it('cancels a take', async () => {
  const { user, toast } = open();
  await press(user, 'Make 2 takes');
  const [cancel] = await screen.findAllByRole('button', { name: 'Cancel' });
  await user.click(cancel!);
  await waitFor(() => expect(toast()).toBe('Take 1 canceled'));
  await waitFor(async () => expect((await takes())[0]!.textContent).toContain('Canceled'));
});

it('rests when the month’s limit would be exceeded', async () => {
  const { user } = open();
  await screen.findByRole('option', { name: 'Fake paid, $0.12' });
  await user.selectOptions(screen.getByLabelText('Generator'), 'paid');
  expect(screen.getByText(/a take$/, { selector: '[role=status]' }).textContent).toBe(
    '$0.24, about 1 s a take',
  );
  await press(user, 'Make 2 takes');
  await screen.findByText('This would exceed the month’s limit.');
  expect((screen.getByRole('button', { name: 'Another take' }) as HTMLButtonElement).disabled).toBe(true);
});

it('closes the choice', async () => {
  const { user } = open();
  await press(user, 'Make 2 takes');
  await screen.findByRole('list', { name: 'Takes' });
  await runStudio(s.c, s.time);
  await press(user, 'End voting now');
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Release' }));
  await screen.findByText('No requests are waiting');
});

it('declines a request, and leads to the form for a file of its own', async () => {
  const { user } = open();
  await press(user, 'Decline');
  await screen.findByRole('dialog', { name: 'Decline this request?' });
  await user.keyboard('{Escape}');
  await press(user, 'Upload a file instead');
  await screen.findByRole('heading', { level: 1, name: 'Create Track' });
  expect(((await screen.findByLabelText('Title')) as HTMLInputElement).value).toBe('Monsoon');
});
