import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id } from './fields.ts';

/** A play counts from 30 s or half of the track, whichever is less; milliseconds. */
export function countsFrom(duration_seconds: number): number {
  return Math.min(30_000, duration_seconds * 500);
}

/** A day: nobody listens longer to one track without the player saying so in between. */
const LONGEST_LISTEN_MS = 86_400_000;

export const reportPlay = endpoint('POST /plays', {
  access: 'anyone',
  summary: 'Says that a track was heard; the server decides whether it counts.',
  body: z.object({ track_id: id, played_ms: z.int().nonnegative().max(LONGEST_LISTEN_MS) }),
  returns: z.object({ track_id: id, played_ms: z.int(), counted: z.boolean() }),
  status: 201,
});
