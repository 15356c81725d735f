import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { epochMs, id, idParams, listCost, nothing, pageQuery, text } from '../fields.ts';
import { REASON_MAX, REASON_REQUIRED } from './publishing-constants.ts';

const reason = z
  .string(REASON_REQUIRED)
  .pipe(text(REASON_MAX))
  .transform((value) => value.trim())
  .refine((value) => value.length > 0, REASON_REQUIRED);
/** Words of a report, whatever it is about. */
export const reportBody = z.object({ reason });
const filed = { id, reason: z.string(), created_at: epochMs };
/** Additional fields for admins. */
const managed = {
  /** The username; null when the account was deleted. */
  reported_by: z.string().nullable(),
  title: z.string(),
  resolved_at: epochMs.nullable(),
};
const query = pageQuery.extend({ state: z.enum(['open', 'resolved']).default('open') });
const filing = { access: 'signed-in', confirmed: true, status: 201 } as const;

export const reportTrack = endpoint('POST /report', {
  ...filing,
  summary: 'Reports a track to the admins. A second report by the same user replaces the first.',
  body: z.object({ track_id: id, ...reportBody.shape, user_id: z.unknown().optional() }),
  returns: z.object({ ...filed, track_id: id }),
});

export const ManagedReport = z.object({
  ...filed,
  ...managed,
  track_id: id,
  display_artist: z.string(),
  /** True if the track is withdrawn. */
  is_deleted: z.boolean(),
});
export type ManagedReport = z.output<typeof ManagedReport>;

export const listReports = endpoint('GET /publishing/reports', {
  access: 'admin',
  cost: listCost,
  summary: 'Lists open or resolved reports, newest first.',
  query,
  returns: z.array(ManagedReport),
});

export const resolveReport = endpoint('POST /publishing/reports/:id/resolve', {
  access: 'admin',
  summary: 'Marks a report as resolved.',
  params: idParams,
  returns: nothing,
});

export const reportRequest = endpoint('POST /requests/:id/report', {
  ...filing,
  summary: 'Reports a request to the admins. A second report by the same user replaces the first.',
  params: idParams,
  body: reportBody,
  returns: z.object({ ...filed, request_id: id }),
});

export const ManagedRequestReport = z.object({
  ...filed,
  ...managed,
  request_id: id,
  artist: z.string(),
  description: z.string(),
});
export type ManagedRequestReport = z.output<typeof ManagedRequestReport>;

export const listRequestReports = endpoint('GET /requests/reports', {
  access: 'admin',
  cost: listCost,
  summary: 'Lists open or resolved reports of requests, newest first.',
  query,
  returns: z.array(ManagedRequestReport),
});

export const resolveRequestReport = endpoint('POST /requests/reports/:id/resolve', {
  access: 'admin',
  summary: 'Marks a report of a request as resolved.',
  params: idParams,
  returns: nothing,
});
