import { expect, it } from 'vitest';
import { backgroundJobs } from './background-jobs.ts';
import { enqueue } from './platform/jobs.ts';
import { serverOfFile } from './testing/hooks.ts';

const s = serverOfFile();

/** An upload that is gone, so that its job has nothing to do. */
const addJob = (key: string) =>
  enqueue(s.c.db, s.c.engine, { kind: 'publishing.process', key, run_at: s.c.clock() });
const isLeft = async (key: string) =>
  (await s.c.db.selectFrom('job').where('key', '=', key).select('id').execute()).length > 0;

it('rests while it is stopped, and goes on from there', async () => {
  const jobs = backgroundJobs(s.c, () => {});
  await addJob('first');
  jobs.start();
  await expect.poll(() => isLeft('first')).toBe(false);
  await jobs.stop();
  await addJob('second');
  await new Promise((resolve) => setImmediate(resolve));
  expect(await isLeft('second')).toBe(true);
  // The last wish counts, however quickly it changes.
  jobs.start();
  void jobs.stop();
  jobs.start();
  await expect.poll(() => isLeft('second')).toBe(false);
  await jobs.stop();
});

it('stops only after the job that runs, and reports no failure', async () => {
  // The daily jobs are due again.
  s.time.now += 2 * 86_400_000;
  const [begun, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const clearLeftovers = async () => {
    begun.resolve();
    await released.promise;
  };
  const failures: string[] = [];
  const jobs = backgroundJobs({ ...s.c, media: { ...s.c.media, clearLeftovers } }, (_error, what) =>
    failures.push(what),
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
