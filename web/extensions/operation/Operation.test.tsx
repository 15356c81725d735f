// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { openRecentErrors } from 'server/platform/recent-errors.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { insertUpload } from '../../../server/features/publishing/upload-queries.ts';
import { type Person, signUp, type TestServer, testServer } from '../../../server/testing/server.ts';
import { closeAndForget, openPage } from '../../testing/page.tsx';

let s: TestServer;
let admin: Person;
const faults = openRecentErrors(Date.now);
beforeEach(async () => {
  s = await testServer({ faults, dataDir: '.' });
  admin = await signUp(s, { tier: 'admin' });
});
afterEach(async () => {
  closeAndForget();
  await s.close();
});

it('shows the state of every part; a failed upload is tried again, one that waits is canceled', async () => {
  const url = await s.c.media.put(new Uint8Array(10), 'mp3');
  const upload = (id: string, given: { state: 'waiting' | 'failed'; file_name: string; failure?: string }) =>
    s.c.db.transaction().execute((tx) =>
      insertUpload(tx, {
        ...{ id, url, user_id: null, bytes: 10, step: null, progress: 0, facts: null, failure: null },
        ...{ attempts: 3, lease: null, lease_until: null, track_id: null, take_id: null },
        ...{ created_at: s.time.now, updated_at: s.time.now, ...given },
      }),
    );
  await upload('00000000-0000-4000-8000-000000000001', {
    state: 'failed',
    file_name: 'neon.wav',
    failure: 'The server could not process this file.',
  });
  await upload('00000000-0000-4000-8000-000000000002', { state: 'waiting', file_name: 'rain.wav' });
  faults.add(new Error('no space left on device'), 'the daily backup failed');

  const { user, toast } = openPage(s, '/create?view=operation', admin);
  const part = async (name: string) => within(await screen.findByRole('region', { name }));
  expect((await part('Backups')).getByText('Not scheduled')).toBeTruthy();
  expect((await part('Mail')).getByText('Not used yet')).toBeTruthy();
  expect((await part('Payments')).getByText('Not set up')).toBeTruthy();
  expect((await part('Server')).getByText(process.versions.node)).toBeTruthy();
  expect((await part('Errors')).getByText('no space left on device')).toBeTruthy();
  const jobs = await part('Jobs');
  expect(jobs.getByText('The server could not process this file.')).toBeTruthy();
  await user.click(jobs.getByRole('button', { name: 'Try neon.wav again' }));
  await waitFor(() => expect(toast()).toBe('Trying neon.wav again'));
  await user.click(await jobs.findByRole('button', { name: 'Cancel neon.wav' }));
  await user.click(jobs.getByRole('button', { name: 'Cancel rain.wav' }));
  expect(await jobs.findByText('No job is waiting, and none has failed.')).toBeTruthy();
});

it('says that it could not be loaded, and tries again', async () => {
  const { user, wire } = openPage(s, '/create', admin);
  wire.failing = /GET \/operation/;
  await user.click(await screen.findByRole('link', { name: 'Operation' }));
  await screen.findByText('Failed to load the state of the site');
  wire.failing = undefined;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('region', { name: 'Storage' })).toBeTruthy();
});
