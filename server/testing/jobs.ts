import type { AppContext } from '../app-context.ts';
import { jobKinds } from '../features.ts';
import { claimNext, runClaimed } from '../platform/jobs.ts';

const never = new AbortController().signal;
const fail = (error: unknown) => {
  throw error;
};

/** The kinds of jobs that begin with one of these. */
const kindsOf = (prefixes: readonly string[]) =>
  Object.keys(jobKinds).filter((kind) => prefixes.some((prefix) => kind.startsWith(prefix)));

/** Claims a job as a worker does, and never runs it, as if the server died. */
export const claimJob = async (c: AppContext, ...kinds: string[]) => (await claimNext(c, kindsOf(kinds))).job;

/**
 * Does one job that is due, as a worker does.
 * @param kinds begin the kinds that are done; by default all.
 * @throws what the job throws or reports, once it is over.
 * @returns whether there was one.
 */
export async function runNextJob(c: AppContext, ...kinds: string[]): Promise<boolean> {
  const errors: unknown[] = [];
  const isDone = await runNext(c, kinds, (error) => errors.push(error));
  for (const error of errors) fail(error);
  return isDone;
}

async function runNext(c: AppContext, kinds: string[], onError: (error: unknown) => void): Promise<boolean> {
  const job = await claimJob(c, ...(kinds.length > 0 ? kinds : ['']));
  if (job) await runClaimed(c, jobKinds, { job, lost: new AbortController() }, never, onError);
  return job !== undefined;
}

/** Does all jobs of these kinds that are due now. @throws as `runNextJob`. */
export async function runJobs(c: AppContext, ...kinds: string[]): Promise<void> {
  while (await runNextJob(c, ...kinds));
}

/** Runs what follows events at once: notifications, the studio's next steps, and the closing of reports. */
export const runEvents = (c: AppContext) =>
  runJobs(
    c,
    ...['event:', 'notifications.step', 'notifications.in', 'studio.review', 'studio.measured'],
    ...['premieres.', 'reports.resolve-merged'],
  );

/** Measures the next upload that is due. @throws what kept it from being measured. */
export const processNext = (c: AppContext) => runNextJob(c, 'publishing.process');
