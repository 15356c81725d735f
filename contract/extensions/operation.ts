import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { epochMs, id, idParams, nothing } from '../fields.ts';

const count = z.int().nonnegative();

/** A recording that a generator makes, an uploaded file that is measured, or another job that failed lately. */
export const Job = z.object({
  id,
  kind: z.enum(['take', 'upload', 'job']),
  state: z.enum(['waiting', 'running', 'failed']),
  /** The title of the request, the name of the file, or what the job does. */
  title: z.string().nullable(),
  /** Reason as a sentence, if `failed`. */
  failure: z.string().nullable(),
  attempts: count,
  can_retry: z.boolean(),
  can_cancel: z.boolean(),
  updated_at: epochMs,
});
export type Job = z.output<typeof Job>;

/** Last outcomes of something outside of the server; null if it never happened. */
const Outcomes = z.object({
  ok_at: epochMs.nullable(),
  failure: z.object({ at: epochMs, text: z.string() }).nullable(),
});
export type Outcomes = z.output<typeof Outcomes>;

/** Equal failures are one, with how often they happened. */
export const Fault = z.object({
  what: z.string(),
  message: z.string(),
  count: z.int().positive(),
  first_at: epochMs,
  last_at: epochMs,
});
export type Fault = z.output<typeof Fault>;

export const Operation = z.object({
  /** Failed jobs first, then running ones, then those that wait. */
  jobs: z.array(Job),
  /** True if there are more jobs than are listed. */
  more_jobs: z.boolean(),
  storage: z.object({
    database_bytes: count,
    /** Of the disk with the data folder; null if the system does not report it. */
    disk: z.object({ free_bytes: count, bytes: count }).nullable(),
    /** Findings of the last daily sweep; null before the first. */
    media: z
      .object({
        at: epochMs,
        kinds: z.array(
          z.object({ kind: z.enum(['audio', 'pictures', 'waveforms']), files: count, bytes: count }),
        ),
      })
      .nullable(),
  }),
  /** Null if no backups are scheduled. */
  backups: z
    .object({
      keep: count,
      last: z.object({ at: epochMs, file: z.string(), bytes: count, ms: count }).nullable(),
      next_at: epochMs,
      failure: z.object({ at: epochMs, text: z.string() }).nullable(),
    })
    .nullable(),
  mail: Outcomes.extend({
    configured: z.boolean(),
    /** Emails that wait to be sent, 1,000 at most. */
    waiting: count,
  }),
  payments: Outcomes.extend({
    configured: z.boolean(),
    live: z.boolean(),
    /** Time when the last event of the provider arrived and was handled. */
    event_at: epochMs.nullable(),
  }),
  /** Of the server that answers, since it started; the latest first. */
  faults: z.array(Fault),
  server: z.object({
    name: z.string(),
    version: z.string(),
    node: z.string(),
    engine: z.enum(['sqlite', 'postgres']),
    engine_version: z.string(),
    /** The last migration. */
    schema: z.string(),
    started_at: epochMs,
    read_only: z.boolean(),
  }),
});
export type Operation = z.output<typeof Operation>;

export const retryJob = endpoint('POST /operation/jobs/:id/retry', {
  access: 'admin',
  summary: 'Runs a failed job again. 404 unless it has failed.',
  params: idParams,
  returns: nothing,
});

export const getOperation = endpoint('GET /operation', {
  access: 'admin',
  cost: 5,
  summary: 'Returns how the site is doing: jobs, storage, backups, mail, payments, faults and versions.',
  returns: Operation,
});
