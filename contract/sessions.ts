import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { epochMs, nothing } from './fields.ts';

const sessionId = z.string().regex(/^[\w-]{22}$/, 'Please give a valid id.');

/** A place where the caller is signed in. */
export const Session = z.object({
  id: sessionId,
  /** Such as "Firefox on Linux"; null if it is not known. */
  device: z.string().nullable(),
  created_at: epochMs,
  /** Accurate to an hour. */
  last_used_at: epochMs,
  /** Whether this call belongs to it. */
  current: z.boolean(),
});
export type Session = z.output<typeof Session>;

export const listSessions = endpoint('GET /auth/sessions', {
  access: 'signed-in',
  summary: "Lists the caller's live sessions, the last used first, 100 at most.",
  returns: z.array(Session),
});

export const endSession = endpoint('DELETE /auth/sessions/:id', {
  access: 'signed-in',
  summary: "Ends one of the caller's sessions.",
  params: z.strictObject({ id: sessionId }),
  returns: nothing,
});

export const endOtherSessions = endpoint('POST /auth/sessions/end-others', {
  access: 'signed-in',
  summary: "Ends all of the caller's sessions except this one.",
  returns: nothing,
});
