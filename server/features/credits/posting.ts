import type { CreditKind } from 'contract/credits.ts';

/** A change of one balance. */
export interface Posting {
  user_id: string;
  kind: CreditKind;
  /** Credits added; negative if they are taken. */
  amount: number;
  /** The idempotency key: an entry with this key is written once. */
  key: string;
  /** The id of the cause: a request, a purchase … */
  reference: string;
  subject: string | null;
  /** Epoch milliseconds. */
  now: number;
}
