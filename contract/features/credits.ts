import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { epochMs, id, idParams, listCost, nothing, ofUser, pageQuery, text } from '../fields.ts';
import { english } from '../text/messages.ts';

/** A user's balance (§3). `credits_id` repeats `id` under §3's name. */
export const CreditsRecord = z.object({
  id,
  credits_id: id,
  user_id: id,
  credits: z.int().nonnegative(),
  /** Times when credits were last taken and last added; null if never. */
  last_spend: epochMs.nullable(),
  last_refilled: epochMs.nullable(),
  /** Due time of the plan's next monthly credits; null if none are due. */
  next_refill: epochMs.nullable(),
});
export type CreditsRecord = z.output<typeof CreditsRecord>;

/** The kinds of ledger entries. */
const creditKinds = ['purchase', 'vote', 'request', 'grant', 'adjustment', 'reversal', 'clawback'] as const;
export type CreditKind = (typeof creditKinds)[number];

/** A ledger entry as the owner of the balance sees it. */
export const CreditEntry = z.object({
  id,
  kind: z.enum(creditKinds),
  /** Credits added; negative if they were taken. */
  amount: z.int(),
  /** The balance right after it. */
  balance: z.int().nonnegative(),
  created_at: epochMs,
  /** Purpose: a song's title, a pack's name, a plan's month, an operator's reason. */
  subject: z.string().nullable(),
});
export type CreditEntry = z.output<typeof CreditEntry>;

const ofMembers = { access: 'signed-in', signedOut: english('User not authenticated') } as const;

export const listCredits = endpoint('GET /credits', {
  ...ofMembers,
  summary:
    "The caller's balance, created if it is missing. For an admin: all balances, their own first, or that of `user_id`.",
  query: pageQuery.extend(ofUser),
  returns: z.array(CreditsRecord),
});

export const getCredits = endpoint('GET /credits/:id', {
  ...ofMembers,
  summary: "One balance: the caller's own, or any for an admin.",
  params: idParams,
  returns: CreditsRecord,
});

export const makeCredits = endpoint('POST /credits', {
  ...ofMembers,
  summary: "The caller's balance, created if it is missing. `user_id` and `credits` are ignored.",
  body: z.object({ user_id: z.unknown().optional(), credits: z.unknown().optional() }),
  returns: CreditsRecord,
});

export const editCredits = endpoint('PATCH /credits/:id', {
  ...ofMembers,
  audited: true,
  summary:
    "An admin sets `credits` by an adjustment, their own only upwards. Of one's own record, up to the true balance changes nothing and returns the true record; more is 403 unless an admin sends it.",
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
  ...ofMembers,
  summary: 'Never allowed: 403, or 404 for a balance the caller may not see.',
  params: idParams,
  returns: nothing,
});

export const listCreditEntries = endpoint('GET /credits/history', {
  ...ofMembers,
  cost: listCost,
  summary: "The caller's ledger entries, newest first.",
  query: pageQuery,
  returns: z.array(CreditEntry),
});
