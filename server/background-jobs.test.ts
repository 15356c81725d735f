import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { backgroundJobs } from './background-jobs.ts';
import { insertUpload } from './features/publishing/upload-queries.ts';
import { serverOfFile } from './testing/hooks.ts';

const s = serverOfFile();

/** An upload whose file is gone, so that the first attempt says so. */
async function addUpload(): Promise<string> {
  const id = randomUUID();
  const none = { user_id: null, file_name: null, step: null, facts: null, failure: null, lease: null };
  const at = { lease_until: null, created_at: s.c.clock(), updated_at: s.c.clock() };
  const url = `/media/${id.replaceAll('-', '')}.mp3`;
  await s.c.db.transaction().execute((tx) =>
    insertUpload(tx, {
      ...{ id, url, bytes: 1, state: 'waiting', progress: 0, attempts: 0, track_id: null, take_id: null },
      ...none,
      ...at,
    }),
  );
  return id;
}

const attempts = async (id: string) => {
  const query = s.c.db.selectFrom('upload').where('id', '=', id).select('attempts');
  return (await query.executeTakeFirstOrThrow()).attempts;
};

it('rests while it is stopped, and goes on from there', async () => {
  const jobs = backgroundJobs(
    s.c,
    { publicUrl: undefined, backups: undefined, webhook: undefined },
    () => {},
    Promise.resolve(),
  );
  const first = await addUpload();
  jobs.start();
  await expect.poll(() => attempts(first)).toBe(1);
  await jobs.stop();
  const second = await addUpload();
  s.c.processing.wake();
  await new Promise((resolve) => setImmediate(resolve));
  expect(await attempts(second)).toBe(0);
  // The last wish counts, however quickly it changes.
  jobs.start();
  void jobs.stop();
  jobs.start();
  await expect.poll(() => attempts(second)).toBe(1);
  await jobs.stop();
});

it('stops only after the job that runs, and reports no failure', async () => {
  const [begun, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const clearLeftovers = async () => {
    begun.resolve();
    await released.promise;
  };
  const failures: string[] = [];
  const jobs = backgroundJobs(
    { ...s.c, media: { ...s.c.media, clearLeftovers } },
    { publicUrl: undefined, backups: undefined, webhook: undefined },
    (_error, what) => failures.push(what),
    Promise.resolve(),
  );
  jobs.start();
  await begun.promise;
  let isStopped = false;
  const stopping = jobs.stop().then(() => {
    isStopped = true;
  });
  // Everything else that runs has stopped by then.
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(isStopped).toBe(false);
  released.resolve();
  await stopping;
  expect(failures).toEqual([]);
});
