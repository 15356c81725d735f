import type { CreditKind, CreditsRecord } from 'contract/credits.ts';

/** What every movement of credits has. */
export interface Movement {
  user_id: string;
  /** A whole number of credits above 0. */
  amount: number;
  /**
   * Unique in the whole ledger: the same cause always has the same key and moves credits once. Start it with the
   * kind, and include the user's id if a caller can choose a part of it: `vote:<user>:<header>`.
   */
  key: string;
  /** The id of the cause; `reverse` and `clawBack` find entries by it. */
  reference: string;
  /** What it is for, as the owner of the balance reads it. */
  subject: string | null;
  /** Epoch milliseconds. */
  now: number;
}

export type Spend = Movement & { kind: 'vote' | 'request' };

export type Grant = Movement & { kind: 'grant' | 'purchase' | 'adjustment' };

/** `repeated`: the key was used before for the same cause, and nothing moved now. */
export interface Accepted {
  record: CreditsRecord;
  repeated: boolean;
}

/** Nothing moved; `needed` credits are missing. */
export interface Refused {
  needed: number;
}

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
