import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { epochMs, id, listCost, pageQuery } from '../../fields.ts';
import { User } from './accounts.ts';

export const exportMe = endpoint('GET /auth/me/export', {
  access: 'signed-in',
  cost: 100,
  summary: 'Exports everything stored about the caller as a JSON file.',
  streamed: true,
  returns: z.looseObject({ exported_at: z.iso.datetime(), user: User }),
});

/**
 * Something the caller did. `subject` is the track's title, the playlist's name, the plan's tier or what changed about
 * the account's security; `subject_id` is its
 * id if it can still be opened.
 */
export const Activity = z.object({
  id,
  kind: z.enum([
    'play',
    'save',
    'playlist',
    'request',
    'vote',
    'joined',
    'profile',
    'password',
    'plan',
    'security',
  ]),
  created_at: epochMs,
  subject_id: id.nullable(),
  subject: z.string().nullable(),
  artist: z.string().nullable(),
});
export type Activity = z.output<typeof Activity>;

export const listActivity = endpoint('GET /auth/me/activity', {
  access: 'signed-in',
  cost: listCost,
  summary: "Lists the caller's activity, newest first.",
  query: pageQuery,
  returns: z.array(Activity),
});
