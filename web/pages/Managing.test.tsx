// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { call } from '../../server/testing/calls.ts';
import { balanceOf, createOpenRequest, member } from '../../server/testing/requests.ts';
import { type Person, publishTrack, signUp } from '../../server/testing/server.ts';
import { draft } from '../features/publishing/form/draft.ts';
import { currentUrl, openPage, pageServer } from '../testing/page.tsx';

vi.setConfig({ testTimeout: 120_000 });

const s = pageServer();
let admin: Person;
beforeEach(async () => {
  admin = await signUp(s, { tier: 'admin' });
});
afterEach(() => draft.forget());

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const toasted = (toast: () => string | undefined, text: string) =>
  expect.poll(toast, { timeout: 15_000 }).toBe(text);

describe('the queue', () => {
  it('lists requests at their goal and fills the form from one', async () => {
    const nora = await signUp(s, { name: 'Nora' });
    await createOpenRequest(s.c, nora.id, { title: 'Monsoon', artist: 'Kestrel', votes: 29 });
    await createOpenRequest(s.c, nora.id, { title: 'Aberdeen', artist: 'Fenwick', genre: 'folk', votes: 31 });
    await createOpenRequest(s.c, nora.id, {
      title: 'Teacups',
      artist: 'Marigold',
      genre: 'jazz:swing',
      votes: 38,
    });
    const { user } = openPage(s, '/create', admin);
    await user.click(await screen.findByRole('link', { name: 'Queue 2 waiting' }));
    expect(currentUrl()).toBe('/create?view=queue');
    const cards = await screen.findAllByRole('article');
    expect(cards.map((card) => within(card).getByRole('heading').textContent)).toEqual([
      'Teacups',
      'Aberdeen',
    ]);
    expect(within(cards[0]!).getByText('38 votes')).toBeTruthy();
    expect(within(cards[0]!).getByText(/^Requested by/).textContent).toContain(nora.username);
    await user.click(within(cards[0]!).getByRole('button', { name: 'Create this song' }));
    await screen.findByText('“Teacups” by Marigold');
    expect(currentUrl()).toBe('/create');
    expect([field('Title').value, field('Artist').value]).toEqual(['Teacups', 'Marigold']);
    expect(screen.getByText('Swing (Jazz)')).toBeTruthy();
    // Its backers are notified immediately, so it cannot be scheduled.
    expect(screen.queryByLabelText('Release date')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Not for this request' }));
    expect(screen.queryByText('“Teacups” by Marigold')).toBeNull();
    expect(field('Title').value).toBe('Teacups');
  });

  it('refunds everyone when a request is declined with a reason', async () => {
    const voter = await member(s, 50);
    const id = await createOpenRequest(s.c, (await signUp(s)).id, {
      title: 'Teacups',
      artist: 'Marigold',
      votes: 30,
    });
    await call(s, `POST /requests/${id}/votes`, { token: voter.token });
    expect(await balanceOf(s.c, voter.id)).toBe(40);
    const { user, toast } = openPage(s, '/create?view=queue', admin);
    await user.click(await screen.findByRole('button', { name: 'Decline Teacups' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Decline this request?' }));
    const confirm = dialog.getByRole<HTMLButtonElement>('button', { name: 'Decline and refund' });
    await user.click(confirm);
    await dialog.findByText('Please say why.');
    await user.type(dialog.getByLabelText('Reason'), 'Too long for us');
    await user.click(confirm);
    await toasted(toast, 'Request declined | Every credit for “Teacups” was returned');
    expect(await screen.findByText('No request is queued')).toBeTruthy();
    expect(await balanceOf(s.c, voter.id)).toBe(50);
    const { body } = await call(s, `GET /requests/${id}`);
    expect(body).toMatchObject({ status: 'declined', decline_reason: 'Too long for us' });
  });

  it('is fetched again after an error', async () => {
    const { user, wire } = openPage(s, '/create', admin);
    await screen.findByLabelText('Audio file');
    wire.failing = /queue/;
    await user.click(screen.getByRole('link', { name: 'Queue' }));
    wire.failing = undefined;
    await screen.findByText('No request is queued');
  });
});

describe('every track', () => {
  it('is listed with its state and found by search, including scheduled and deleted ones', async () => {
    await publishTrack(s.c, { title: 'First Light' });
    await publishTrack(s.c, { title: 'Second Wind', is_deleted: 1 });
    await publishTrack(s.c, { title: 'Third Rail', release_date: '2999-01-02T18:00:00.000Z' });
    const { user } = openPage(s, '/create?view=tracks', admin);
    expect(await screen.findByText('3 tracks')).toBeTruthy();
    expect(screen.getByText('Deleted', { selector: 'span' })).toBeTruthy();
    expect(screen.getByText(/^Scheduled for January 2, 2999/)).toBeTruthy();
    await user.selectOptions(screen.getByLabelText('State'), 'scheduled');
    expect(await screen.findByText('1 track')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Edit Third Rail' })).toBeTruthy();
    await user.selectOptions(screen.getByLabelText('State'), 'all');
    await user.type(screen.getByLabelText('Search all tracks'), 'wind');
    expect(await screen.findByText('1 track')).toBeTruthy();
    await user.type(screen.getByLabelText('Search all tracks'), 'mill');
    expect(await screen.findByText('No tracks found for "windmill"')).toBeTruthy();
  });

  it('is edited, deleted and restored', async () => {
    const id = await publishTrack(s.c, { title: 'First Light', genre: 'pop', provider: 'A machine' });
    const { user, toast } = openPage(s, '/create?view=tracks', admin);
    await user.click(await screen.findByRole('button', { name: 'Edit First Light' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit track' }));
    const title = dialog.getByLabelText<HTMLInputElement>('Title');
    await user.clear(title);
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(dialog.getByText('Title is required')).toBeTruthy();
    await user.type(title, 'Last Light');
    await user.type(dialog.getByLabelText('Prompt'), 'Dusk over water');
    await user.type(dialog.getByLabelText('Lyrics'), 'First line{enter}second line');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await toasted(toast, 'Track saved');
    expect((await call(s, `GET /track/${id}`)).body).toMatchObject({
      title: 'Last Light',
      genre: 'pop',
      provider: 'A machine',
      prompt_text: 'Dusk over water',
      lyrics: 'First line\nsecond line',
    });

    await user.click(await screen.findByRole('button', { name: 'Delete Last Light' }));
    await toasted(toast, 'Track deleted | “Last Light”');
    expect((await call(s, `GET /track/${id}`)).status).toBe(404);
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await toasted(toast, 'Track restored | “Last Light”');
    expect((await call(s, `GET /track/${id}`)).status).toBe(200);
  });
});

it('shows a report and resolves it', async () => {
  const listener = await signUp(s);
  const track_id = await publishTrack(s.c, { title: 'First Light' });
  await call(s, 'POST /report', { token: listener.token, body: { track_id, reason: 'It hisses' } });
  const { user, toast } = openPage(s, '/create', admin);
  await user.click(await screen.findByRole('link', { name: 'Reports 1 waiting' }));
  expect(await screen.findByText('It hisses')).toBeTruthy();
  expect(screen.getByText(new RegExp(`^Reported by ${listener.username}`))).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Resolve the report of First Light' }));
  await toasted(toast, 'Report resolved | “First Light”');
  expect(await screen.findByText('No open reports')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Reports 1 waiting' })).toBeNull());
  await user.selectOptions(screen.getByLabelText('State'), 'resolved');
  expect(await screen.findByText('It hisses')).toBeTruthy();
});
