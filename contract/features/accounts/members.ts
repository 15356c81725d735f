import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { epochMs, id, idParams, listCost, nothing, ofUser, oneLine, pageQuery, text } from '../../fields.ts';
import { tiers } from '../../plans.ts';
import { english } from '../../text/messages.ts';
import { INVITATION_DAYS_MAX, INVITATION_USES_MAX } from './accounts-constants.ts';

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
  /** The balance, which `PATCH /credits/:id` sets by `credits_id`; null until they have had any. */
  credits_id: id.nullable(),
  credits: z.int().nonnegative().nullable(),
  suspended_at: epochMs.nullable(),
  second_factor: z.boolean(),
  /** Last use of any of their sessions, accurate to an hour; null without one. */
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
  /** The call's route, such as `POST /members/:id/suspend`. */
  action: z.string(),
  subject_id: z.string().nullable(),
  /** Current name of `subject_id`: a member's username, a request's or a track's title. */
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

/** Token in an invitation's link. */
export const invitationToken = text(256);

const between = (max: number, rule: string) => z.number(rule).int(rule).min(1, rule).max(max, rule);

/** A link that lets people sign up, as admins see it. The link itself is shown only once. */
export const Invitation = z.object({
  id,
  /** Intended recipient, in the admin's words. */
  note: z.string().nullable(),
  uses: z.int().nonnegative(),
  max_uses: z.int().positive(),
  /** An admin's username; null if it was made on the command line. */
  creator: z.string().nullable(),
  created_at: epochMs,
  expires_at: epochMs,
  /** `open` invitations let people in. */
  state: z.enum(['open', 'used', 'expired', 'revoked']),
});
export type Invitation = z.output<typeof Invitation>;

export const checkInvitation = endpoint('POST /auth/invitation', {
  access: 'anyone',
  summary:
    'Tells whether an invitation lets people sign up: 403 `bad_invitation`, `invitation_used` or `invitation_expired` if not.',
  body: z.object({ invitation: invitationToken }),
  returns: z.object({ uses_left: z.int().positive(), expires_at: epochMs }),
});

export const listInvitations = endpoint('GET /invitations', {
  access: 'admin',
  cost: listCost,
  summary: 'Lists invitations, newest first.',
  query: pageQuery,
  returns: z.array(Invitation),
});

export const createInvitation = endpoint('POST /invitations', {
  access: 'admin',
  summary:
    'Creates an invitation. Its `token` is returned only here; the link is `/signup#invitation=TOKEN`.',
  body: z.object({
    note: z
      .literal('')
      .or(oneLine(100, english('Please say whom it is for.')))
      .optional(),
    max_uses: between(INVITATION_USES_MAX, english('Please enter a whole number from 1 to 1,000.')),
    days: between(INVITATION_DAYS_MAX, english('Please enter a whole number from 1 to 365.')),
  }),
  status: 201,
  returns: z.object({ token: z.string(), invitation: Invitation }),
});

export const revokeInvitation = endpoint('DELETE /invitations/:id', {
  access: 'admin',
  summary: 'Revokes an invitation. Accounts that were created with it stay.',
  params: idParams,
  returns: nothing,
});

/** A user's plan (§3); `account_status_id` repeats `id` under the name that §3 gives it. */
export const AccountStatus = z.object({
  id,
  account_status_id: id,
  user_id: id,
  plan_tier: z.enum(tiers),
  stripe_customer_id: z.string().nullable(),
  created_at: epochMs,
  updated_at: epochMs,
});
export type AccountStatus = z.output<typeof AccountStatus>;

export const listAccountStatus = endpoint('GET /account_status', {
  access: 'signed-in',
  summary:
    "Lists the caller's plan record. An admin gets all records, their own first, or that of `user_id`.",
  query: pageQuery.extend(ofUser),
  returns: z.array(AccountStatus),
});

export const getAccountStatus = endpoint('GET /account_status/:id', {
  access: 'signed-in',
  summary: "Returns a plan record: the caller's own, or any for an admin.",
  params: idParams,
  returns: AccountStatus,
});

export const makeAccountStatus = endpoint('POST /account_status', {
  access: 'signed-in',
  summary:
    "Returns the caller's plan record, created with the free plan if missing. `user_id` and `plan_tier` are ignored.",
  body: z.object({ user_id: z.unknown().optional(), plan_tier: z.unknown().optional() }),
  returns: AccountStatus,
});

export const editAccountStatus = endpoint('PATCH /account_status/:id', {
  access: 'signed-in',
  audited: true,
  summary: "Sets `plan_tier`, as an admin, and ends the user's sessions. Others cannot change anything.",
  params: idParams,
  body: z.object({
    account_status_id: id.optional(),
    user_id: z.unknown().optional(),
    plan_tier: z.enum(tiers, english('Please choose an existing plan.')).optional(),
    stripe_customer_id: text(255).nullable().optional(),
  }),
  returns: AccountStatus,
});

export const deleteAccountStatus = endpoint('DELETE /account_status/:id', {
  access: 'signed-in',
  summary: 'Always refused: 403, or 404 for a record that the caller cannot see.',
  params: idParams,
  returns: nothing,
});
