import type { Tier } from 'contract/plans.ts';

/** The signed-in user, loaded with the session in one query. */
export interface CurrentUser {
  id: string;
  username: string;
  name: string;
  email: string;
  avatar_url: string | null;
  /** Epoch seconds. */
  created_at: number;
  plan_tier: Tier;
  /** The hash of this session's token. */
  session: string;
}
