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
  /**
   * Whether this is an admin who has to sign in with a second factor and did not: `plan_tier` is then that of a free
   * member.
   */
  lacks_second_factor: boolean;
  /** Whether the account is limited until a link in a mail proves that the address is theirs. */
  must_confirm_email: boolean;
  /** The hash of this session's token. */
  session: string;
}
