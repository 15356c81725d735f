import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { epochMs, id, idParams, nothing, ofUser, pageQuery, text } from './fields.ts';
import { tiers } from './plans.ts';

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
  summary: "Lists the caller's plan record. An admin gets all records, or that of `user_id`.",
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
    plan_tier: z.enum(tiers, 'Please choose an existing plan.').optional(),
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
