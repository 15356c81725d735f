import type { CreditKind } from 'contract/credits.ts';

/** Credits that move, for one cause. */
export interface Movement {
  user_id: string;
  kind: CreditKind;
  /** Added, or (below 0) taken. */
  amount: number;
  /** Moves credits once, however often it comes. */
  key: string;
  /** What causes it: the id of a request, of a purchase … */
  reference: string;
  subject: string | null;
  /** Epoch milliseconds. */
  now: number;
}
