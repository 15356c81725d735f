import type { Flag } from './flag.ts';

export interface PaymentTables {
  purchase: PurchaseTable;
  subscription: SubscriptionTable;
  /** Sequence numbers of the last started and the last applied sync of each object of the payment provider. */
  provider_sync: { object_id: string; last_started: number; last_applied: number };
  /** Customers of deleted accounts, waiting to be deleted at the payment provider. */
  customer_deletion: { customer_id: string };
}

/** A credit pack in checkout or bought; its status follows the payment provider. */
export interface PurchaseTable {
  id: string;
  user_id: string;
  package_id: string;
  /** Credits the pack contains. */
  credits: number;
  /** Cents. */
  amount: number;
  currency: 'usd';
  status: 'open' | 'processing' | 'succeeded' | 'failed' | 'refunded';
  /** Number of certain failures to create its payment intent; each attempt has its own idempotency key. */
  attempt: number;
  payment_intent_id: string | null;
  /** Time when the credits were granted; null before. */
  credited_at: number | null;
  /** Credits clawed back by refunds and disputes: the sum of its open clawbacks in the ledger. */
  clawed_back: number;
  /** Reason why an operator must review it; null if nothing is wrong. */
  review_reason: 'wrong_amount' | 'paid_twice' | 'account_deleted' | null;
  created_at: number;
  updated_at: number;
}

export interface SubscriptionTable {
  /** The provider's id. */
  id: string;
  user_id: string;
  tier: 'plus' | 'premium' | 'platinum';
  price_id: string;
  status: 'active' | 'past_due' | 'ended';
  cancel_at_period_end: Flag;
  current_period_end: number | null;
  created_at: number;
  updated_at: number;
}
