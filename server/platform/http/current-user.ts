import type { Tier } from 'contract/plans.ts';

/** Whoever calls, as their session tells: everything a rule may ask, in one query. */
export interface CurrentUser {
  id: string;
  username: string;
  name: string;
  email: string;
  avatar_url: string | null;
  /** Epoch seconds. */
  created_at: number;
  plan_tier: Tier;
  /** The hash of the token of this very session. */
  session: string;
}
