import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { epochMs, id, idParams, ofUser, pageQuery, text } from './fields.ts';

/** Somebody's balance (§3); `credits_id` is `id` under the name that §3 gives it. */
export const CreditsRecord = z.object({
  id,
  credits_id: id,
  user_id: id,
  credits: z.int().nonnegative(),
  /** When credits were last taken and last added; null for never. */
  last_spend: epochMs.nullable(),
  last_refilled: epochMs.nullable(),
});
export type CreditsRecord = z.output<typeof CreditsRecord>;

/** Why credits moved (`decisions.md` 3). */
export const creditKinds = [
  'purchase',
  'vote',
  'request',
  'grant',
  'adjustment',
  'reversal',
  'clawback',
] as const;
export type CreditKind = (typeof creditKinds)[number];

/** One movement of credits as its owner sees it. */
export const CreditEntry = z.object({
  id,
  kind: z.enum(creditKinds),
  /** Added, or (below 0) taken. */
  amount: z.int(),
  /** What the balance was right after. */
  balance: z.int().nonnegative(),
  created_at: epochMs,
  /** What it was for, in words: a song's title, a pack's name, a plan's month, an operator's reason. */
  subject: z.string().nullable(),
});
export type CreditEntry = z.output<typeof CreditEntry>;

export const listCredits = endpoint('GET /credits', {
  access: 'signed-in',
  summary: "The caller's own balance, made at 0 if missing; everybody's for an admin, or that of `user_id`.",
  query: pageQuery.extend(ofUser),
  returns: z.array(CreditsRecord),
});

export const getCredits = endpoint('GET /credits/:id', {
  access: 'signed-in',
  summary: 'One balance: the own, or any for an admin.',
  params: idParams,
  returns: CreditsRecord,
});

export const makeCredits = endpoint('POST /credits', {
  access: 'signed-in',
  summary: "The caller's own balance, made at 0 if missing. `user_id` and `credits` are not taken.",
  body: z.object({ user_id: z.unknown().optional(), credits: z.unknown().optional() }),
  returns: CreditsRecord,
});

export const editCredits = endpoint('PATCH /credits/:id', {
  access: 'signed-in',
  summary:
    'An admin sets `credits` by an adjustment. For others nothing changes: not more than the true balance answers the true record, more is 403.',
  params: idParams,
  body: z.object({
    credits_id: id.optional(),
    user_id: z.unknown().optional(),
    credits: z.int().nonnegative().max(1_000_000_000).optional(),
    last_spend: z.unknown().optional(),
    last_refilled: z.unknown().optional(),
    reason: text(500).optional(),
  }),
  returns: CreditsRecord,
});

export const deleteCredits = endpoint('DELETE /credits/:id', {
  access: 'signed-in',
  summary: 'Not allowed to anybody: 403, or 404 for what the caller may not see.',
  params: idParams,
  returns: z.object({}),
});

export const listCreditEntries = endpoint('GET /credits/history', {
  access: 'signed-in',
  summary: "The caller's own movements of credits, newest first: what, when, how many, why.",
  query: pageQuery,
  returns: z.array(CreditEntry),
});
