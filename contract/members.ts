import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { epochMs, id, idParams, listCost, nothing, pageQuery, text } from './fields.ts';
import { tiers } from './plans.ts';

/** A member, as admins see them. */
export const Member = z.object({
  id,
  username: z.string(),
  name: z.string(),
  email: z.string(),
  /** Epoch milliseconds. */
  created_at: epochMs,
  /** Of the plan record, which `PATCH /account_status/:id` changes. */
  account_status_id: id,
  plan_tier: z.enum(tiers),
  suspended_at: epochMs.nullable(),
  second_factor: z.boolean(),
  /** When one of their sessions was last used, accurate to an hour; null without one. */
  last_used_at: epochMs.nullable(),
});
export type Member = z.output<typeof Member>;

export const listMembers = endpoint('GET /members', {
  access: 'admin',
  cost: listCost,
  summary:
    'Lists members, newest first, or those whose email or username begins with `q`, 50 at most. `X-Total-Count` is at most 10,000.',
  query: pageQuery.extend({ q: text(254).optional() }),
  returns: z.array(Member),
});

export const suspendMember = endpoint('POST /members/:id/suspend', {
  access: 'admin',
  summary:
    'Ends all sessions of a member, who cannot log in until they are restored. 409 `last_admin` for the last admin.',
  params: idParams,
  body: z.object({}),
  returns: Member,
});

export const restoreMember = endpoint('POST /members/:id/restore', {
  access: 'admin',
  summary: 'Lets a suspended member log in again.',
  params: idParams,
  body: z.object({}),
  returns: Member,
});

export const endMemberSessions = endpoint('POST /members/:id/end-sessions', {
  access: 'admin',
  summary: 'Ends all sessions of a member.',
  params: idParams,
  body: z.object({}),
  returns: nothing,
});

/** Something an admin did, or tried to. */
export const AuditEntry = z.object({
  id,
  /** The admin's username. */
  actor: z.string(),
  /** The call's address, such as `POST /members/:id/suspend`. */
  action: z.string(),
  subject_id: z.string().nullable(),
  /** What `subject_id` is called today: a member's username, a request's or a track's title. */
  subject: z.string().nullable(),
  /** The input as JSON, at most 500 characters, without secrets. */
  detail: z.string().nullable(),
  created_at: epochMs,
});
export type AuditEntry = z.output<typeof AuditEntry>;

export const listAuditLog = endpoint('GET /audit-log', {
  access: 'admin',
  cost: listCost,
  summary: 'Lists what admins did, newest first. `X-Total-Count` is at most 10,000.',
  query: pageQuery,
  returns: z.array(AuditEntry),
});
