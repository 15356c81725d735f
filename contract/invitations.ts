import { z } from 'zod';
import { INVITATION_DAYS_MAX, INVITATION_USES_MAX } from './accounts-constants.ts';
import { endpoint } from './endpoint.ts';
import { epochMs, id, idParams, listCost, nothing, oneLine, pageQuery, text } from './fields.ts';

/** What an invitation's link carries. */
export const invitationToken = text(256);

const between = (max: number) => {
  const rule = `Please enter a whole number from 1 to ${max.toLocaleString('en')}.`;
  return z.number(rule).int(rule).min(1, rule).max(max, rule);
};

/** A link that lets people sign up, as admins see it. The link itself is shown only once. */
export const Invitation = z.object({
  id,
  /** Whom it is for, in the admin's words. */
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
    note: z.literal('').or(oneLine(100, 'Please say whom it is for.')).optional(),
    max_uses: between(INVITATION_USES_MAX),
    days: between(INVITATION_DAYS_MAX),
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
