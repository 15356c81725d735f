import { randomUUID } from 'node:crypto';
import { Problem } from 'contract/errors.ts';
import type { Operation } from 'contract/extensions/operation.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type PaymentProvider, watchedProvider } from '../../features/payments/provider.ts';
import { sweepMedia } from '../../features/publishing/sweep.ts';
import { insertUpload } from '../../features/publishing/upload-queries.ts';
import { backUpDaily } from '../../platform/backup/daily.ts';
import { deliveryRecorder, watchedMail } from '../../platform/delivery-status.ts';
import { enqueue } from '../../platform/jobs.ts';
import { openRecentErrors } from '../../platform/recent-errors.ts';
import { call } from '../../testing/calls.ts';
import { type Person, signUp, type TestServer, testServer } from '../../testing/server.ts';

let s: TestServer;
let admin: Person;
const faults = openRecentErrors(() => s.time.now);
beforeEach(async () => {
  s = await testServer({ faults, backups: { folder: '/nowhere', keep: 7 }, dataDir: '.' });
  admin = await signUp(s, { tier: 'admin' });
});
afterEach(() => s.close());

const operation = async (): Promise<Operation> =>
  (await call(s, 'GET /operation', { token: admin.token })).body;

async function upload(given: {
  state: 'waiting' | 'failed';
  url?: string;
  failure?: string;
}): Promise<string> {
  const id = randomUUID();
  const at = { created_at: s.time.now, updated_at: s.time.now };
  const empty = { user_id: null, step: null, facts: null, lease: null, lease_until: null, track_id: null };
  const row = { id, url: '/media/0.mp3', file_name: 'song.mp3', bytes: 1, progress: 0, attempts: 3 };
  await s.c.db
    .transaction()
    .execute((tx) => insertUpload(tx, { ...row, ...empty, ...at, take_id: null, failure: null, ...given }));
  return id;
}

it('tells versions, and that nothing has happened yet', async () => {
  const { server, jobs, storage, backups, mail, payments } = await operation();
  expect(server).toMatchObject({ engine: s.c.engine.kind, node: process.versions.node, read_only: false });
  expect(server.engine_version).toMatch(/^\d+\./);
  expect(server.schema).toMatch(/^\d{4}-/);
  expect(jobs).toEqual([]);
  expect(storage.database_bytes).toBeGreaterThan(10_000);
  expect(storage.disk!.free_bytes).toBeLessThan(storage.disk!.bytes);
  expect(storage.media).toBeNull();
  expect(backups).toEqual({ keep: 7, last: null, failure: null, next_at: s.time.now });
  expect(mail).toEqual({ configured: true, waiting: 0, ok_at: null, failure: null });
  expect(payments).toMatchObject({ configured: false, live: false });
});

it('tells what the files took when they were last listed', async () => {
  await s.c.media.put(new Uint8Array(1000), 'mp3');
  await s.c.media.putWidths([{ width: 64, data: new Uint8Array(30) }], 64);
  await sweepMedia(s.c);
  expect((await operation()).storage.media).toEqual({
    at: s.time.now,
    kinds: [
      { kind: 'audio', files: 1, bytes: 1000 },
      { kind: 'pictures', files: 1, bytes: 30 },
      { kind: 'waveforms', files: 0, bytes: 0 },
    ],
  });
});

it('tells how the last scheduled backup went and when the next is due', async () => {
  const at = s.time.now;
  const config = { folder: s.c.media.workFile('backups'), keep: 1 };
  const { writeFile } = await import('node:fs/promises');
  await backUpDaily(s.c, config, async (file) => {
    await writeFile(file, 'a backup');
    return undefined;
  });
  s.time.now += 86_400_000;
  const full = () => Promise.reject(new Error('ENOSPC at postgres://me:secret@db/x'));
  await expect(backUpDaily(s.c, config, full)).rejects.toThrow();
  expect((await operation()).backups).toMatchObject({
    last: { at, bytes: 8, file: expect.stringMatching(/^ovation-.*\.tar$/) },
    next_at: s.time.now,
    failure: { at: s.time.now, text: 'ENOSPC at postgres://…@db/x' },
  });
});

it('lists uploads; a failed one can be processed again, unless its file is gone', async () => {
  const url = await s.c.media.put(new Uint8Array(10), 'mp3');
  const failed = await upload({ state: 'failed', url, failure: 'The server could not process this file.' });
  const gone = await upload({ state: 'failed', failure: 'This is not audio.' });
  const waiting = await upload({ state: 'waiting' });
  const { jobs } = await operation();
  expect(jobs.map(({ state, can_retry, can_cancel }) => [state, can_retry, can_cancel])).toEqual([
    ['failed', true, false],
    ['failed', true, false],
    ['waiting', false, true],
  ]);
  const retry = (id: string) =>
    call(s, `POST /publishing/uploads/${id}/retry`, { token: admin.token, body: {} });
  expect((await retry(failed)).status).toBe(200);
  expect((await retry(failed)).body.code).toBe('upload_not_failed');
  expect((await retry(waiting)).body.code).toBe('upload_not_failed');
  expect((await retry(gone)).body.message).toBe('Please upload another file.');
  const { body: log } = await call(s, 'GET /audit-log', { token: admin.token });
  expect(log[0].action).toBe('POST /publishing/uploads/:id/retry');
});

it('shows a job that failed for good and why, which an admin runs again', async () => {
  await enqueue(s.c.db, s.c.engine, { kind: 'webhooks.send', run_at: s.time.now });
  const failed = { run_at: null, attempts: 10, error: 'the webhook answered 500' };
  await s.c.db.updateTable('job').set(failed).where('kind', '=', 'webhooks.send').execute();
  const [job] = (await operation()).jobs.filter(({ kind }) => kind === 'job');
  expect(job).toMatchObject({
    ...{ title: 'Webhooks send', state: 'failed', failure: failed.error, attempts: 10, can_retry: true },
  });
  const retry = () =>
    call(s, `POST /operation/jobs/${job!.id}/retry` as 'POST /', { token: admin.token, body: {} });
  expect((await retry()).status).toBe(200);
  expect((await retry()).status).toBe(404);
  expect((await operation()).jobs.filter(({ kind }) => kind === 'job')).toEqual([]);
});

it('is bounded, however many jobs there are', async () => {
  for (let i = 0; i < 60; i++) await upload({ state: 'waiting' });
  const { jobs, more_jobs } = await operation();
  expect([jobs.length, more_jobs]).toEqual([50, true]);
});

it('remembers on every server how mails went, with codes only', async () => {
  const outcomes = deliveryRecorder(s.c);
  const sent = watchedMail(async () => {}, outcomes);
  const refused = Object.assign(new Error('550 ann@people.example unknown'), { responseCode: 550 });
  const failing = watchedMail(() => Promise.reject(refused), outcomes);
  await sent({ to: 'a@b.example', subject: '', text: '' });
  await expect(failing({ to: 'a@b.example', subject: '', text: '' })).rejects.toBe(refused);
  await expect
    .poll(async () => (await operation()).mail)
    .toMatchObject({ ok_at: s.time.now, failure: { at: s.time.now, text: '550' } });
});

it('lists the latest faults once each, without secrets, and not too many', async () => {
  const secret = 'connect to postgres://ovation:hunter2@db failed for ann@people.example "Ann" key=abc123';
  faults.add(new Error(secret), 'the daily backup failed');
  s.time.now += 5;
  faults.add(new Error(secret), 'the daily backup failed');
  const { faults: list } = await operation();
  expect(list).toEqual([
    {
      what: 'the daily backup failed',
      message: 'connect to postgres://…@db failed for … "…" key=…',
      count: 2,
      first_at: s.time.now - 5,
      last_at: s.time.now,
    },
  ]);
  for (let i = 0; i < 70; i++) faults.add(new Error(`fault ${i}`), 'a job');
  expect((await operation()).faults).toHaveLength(50);
});

it('remembers what calls failed by, with the address as in the contract', async () => {
  const { db } = s.c;
  await db.schema.dropTable('report').ifExists().execute();
  expect((await call(s, 'GET /publishing/reports', { token: admin.token })).status).toBe(500);
  expect((await operation()).faults[0]).toMatchObject({ what: 'GET /publishing/reports', count: 1 });
});

it('remembers on every server whether the payment provider answers, with codes only', async () => {
  let failure: Error | undefined;
  const provider = {
    findPayment: async () => {
      if (failure) throw failure;
    },
    readEvent: () => ({ kind: 'other' }),
  } as unknown as PaymentProvider;
  const { findPayment, readEvent } = watchedProvider(provider, deliveryRecorder(s.c));
  const state = async () => (await operation()).payments;
  const expectState = (state_: object) => expect.poll(state).toMatchObject(state_);

  await findPayment('pi_1');
  const answeredAt = s.time.now;
  await expectState({ ok_at: answeredAt, failure: null, event_at: null });
  s.time.now += 3_600_000;
  failure = Object.assign(new Error('No such key: sk_live_secret of ann@people.example'), {
    type: 'StripeAuthenticationError',
    statusCode: 401,
  });
  await expect(findPayment('pi_1')).rejects.toBe(failure);
  await expectState({
    ok_at: answeredAt,
    failure: { at: s.time.now, text: 'StripeAuthenticationError 401' },
  });
  // That a card is declined shows that the provider works.
  s.time.now += 3_600_000;
  failure = new Problem('payment_declined');
  await expect(findPayment('pi_1')).rejects.toBe(failure);
  await expectState({ ok_at: s.time.now });
  s.time.now += 3_600_000;
  readEvent(Buffer.from('{}'), 'signature', s.time.now);
  await expectState({ event_at: s.time.now });
});
