import type { CreditKind } from 'contract/features/credits.ts';
import type { Generated } from 'kysely';

export interface CreditTables {
  credits: CreditsTable;
  credit_entry: CreditEntryTable;
  clawback: ClawbackTable;
}

export interface CreditsTable {
  id: string;
  user_id: string;
  /** The sum of the user's entries; they change together. */
  credits: number;
  last_spend: number | null;
  last_refilled: number | null;
  /** Due time of the next monthly credits; null for a plan without any. */
  grant_due_at: number | null;
  created_at: number;
}

/** The ledger. Append-only, except that deleting an account clears its subjects. */
export interface CreditEntryTable {
  /** The order of a user's entries; never sent to clients. */
  seq: Generated<number>;
  id: string;
  user_id: string;
  kind: CreditKind;
  /** Positive when added, negative when charged. */
  amount: number;
  /** The balance after this entry. */
  balance: number;
  /** Unique for the cause, so that a cause moves credits once. */
  key: string;
  /** The vote, request, purchase … that caused it. */
  reference: string;
  subject: string | null;
  created_at: number;
}

/** Credits to take back from what a reference granted, and how much of them is still owed. */
export interface ClawbackTable {
  key: string;
  user_id: string;
  reference: string;
  amount: number;
  owed: number;
  subject: string | null;
  created_at: number;
  reversed_at: number | null;
}
