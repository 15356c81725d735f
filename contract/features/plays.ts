import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { epochMs, id } from '../fields.ts';

/** Time that a track must be heard for a play to count: 30 s or half of it, whichever is less; milliseconds. */
export function countsFrom(duration_seconds: number): number {
  return Math.min(30_000, duration_seconds * 500);
}

/** A day. The player reports more often than that. */
const LONGEST_LISTEN_MS = 86_400_000;

export const reportPlay = endpoint('POST /plays', {
  access: 'anyone',
  summary:
    'Reports that a track was played; the server decides whether the play counts. Report the start too, with 0 ms, and send its `started` with the report of what was heard. A member may report up to 14 days late, with `played_at`, when it had been heard; 401 for visitors, 400 for other times.',
  body: z.object({
    track_id: id,
    played_ms: z.int().nonnegative().max(LONGEST_LISTEN_MS),
    started: z.string().max(100).optional(),
    // Not `epochMs.optional()`: players on other sites import this file, and their build knows only calls of `z` as pure.
    played_at: z.optional(epochMs),
  }),
  returns: z.object({
    track_id: id,
    played_ms: z.int(),
    counted: z.boolean(),
    /** Proves when a play started; only in the answer to 0 ms. */
    started: z.string().optional(),
  }),
  status: 201,
});
