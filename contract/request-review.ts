import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { epochMs, id, idParams, nothing, pageQuery, text } from './fields.ts';
import { REASON_MAX, REASON_REQUIRED } from './publishing-constants.ts';
import { SongRequest } from './song-requests.ts';

/** A member's report of a song request. */
export const RequestReport = z.object({ id, request_id: id, reason: z.string(), created_at: epochMs });
export type RequestReport = z.output<typeof RequestReport>;

export const reportRequest = endpoint('POST /requests/:id/report', {
  access: 'signed-in',
  confirmed: true,
  summary: 'Reports a request to the admins. A second report by the same user replaces the first.',
  params: idParams,
  body: z.object({
    reason: z
      .string(REASON_REQUIRED)
      .pipe(text(REASON_MAX))
      .transform((value) => value.trim())
      .refine((value) => value.length > 0, REASON_REQUIRED),
  }),
  returns: RequestReport,
  status: 201,
});

/** A report as admins see it. */
export const ManagedRequestReport = RequestReport.extend({
  /** The username; null when the account was deleted. */
  reported_by: z.string().nullable(),
  title: z.string(),
  artist: z.string(),
  description: z.string(),
  resolved_at: epochMs.nullable(),
});
export type ManagedRequestReport = z.output<typeof ManagedRequestReport>;

export const listRequestReports = endpoint('GET /requests/reports', {
  access: 'admin',
  summary: 'Lists open or resolved reports of requests, newest first.',
  query: pageQuery.extend({ state: z.enum(['open', 'resolved']).default('open') }),
  returns: z.array(ManagedRequestReport),
});

export const resolveRequestReport = endpoint('POST /requests/reports/:id/resolve', {
  access: 'admin',
  summary: 'Marks a report of a request as resolved.',
  params: idParams,
  returns: nothing,
});

export const listInReview = endpoint('GET /requests/review', {
  access: 'admin',
  summary:
    'Lists requests whose words need an admin’s eyes before anyone else sees them, newest first. Approve or decline them.',
  query: pageQuery,
  returns: z.array(SongRequest),
});

export const approveRequest = endpoint('POST /requests/:id/approve', {
  access: 'admin',
  summary: 'Puts a request in review on the leaderboard. 409 if it is not in review.',
  params: idParams,
  returns: SongRequest,
});

export const mergeRequest = endpoint('POST /requests/:id/merge', {
  access: 'admin',
  summary:
    'Merges a duplicate into the request `into`, which gets its votes. Its requester gets back what it cost, and its page leads to the other one. 409 `request_closed` unless both take votes. Returns the other one.',
  params: idParams,
  body: z.object({ into: id }),
  returns: SongRequest,
});
