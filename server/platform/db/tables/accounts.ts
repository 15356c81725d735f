import type { Tier } from 'contract/plans.ts';
import type { Generated } from 'kysely';
import type { Flag } from './flag.ts';

export interface AccountTables {
  user: UserTable;
  account_status: AccountStatusTable;
  /** Where users have logged in before; see `known-places.ts`. */
  known_place: { user_id: string; place: string; last_used_at: number };
  session: SessionTable;
  second_factor: SecondFactorTable;
  recovery_code: { user_id: string; code_hash: string };
  password_reset: { token_hash: string; user_id: string; expires_at: number };
  email_confirmation: { token_hash: string; user_id: string; email: string; expires_at: number };
  account_event: AccountEventTable;
  invitation: InvitationTable;
  /** How many accounts a place created on a day (days since 1970); see `sign-up-limits.ts`. */
  sign_up_count: { day: number; place: string; accounts: number };
}

export interface UserTable {
  id: string;
  username: string;
  /** The username in lower case: unique. */
  username_key: string;
  name: string;
  /** Lower case; null once the account is deleted. */
  email: string | null;
  /** argon2id in PHC notation; null once the account is deleted. */
  password_hash: string | null;
  /** A path on this server. */
  avatar_url: string | null;
  /** Epoch seconds (§3). */
  created_at: number;
  deleted_at: number | null;
  /** Since when an admin keeps them from logging in; null for everybody else. */
  suspended_at: number | null;
  /** When a link in a mail proved that the address is theirs. */
  email_confirmed_at: number | null;
  /** Whether the account is limited until then. */
  must_confirm_email: Generated<Flag>;
}

export interface SessionTable {
  token_hash: string;
  user_id: string;
  created_at: number;
  last_used_at: number;
  /** Such as "Firefox on Linux"; null if it is not known. */
  device: string | null;
  /** Whether the person proved more than a password. */
  second_factor: Flag;
}

/** A user's authenticator app (TOTP). */
export interface SecondFactorTable {
  user_id: string;
  /** Encrypted; see `secret-box.ts`. */
  secret: string;
  /** The time step of the last code that was used: neither it nor an earlier one is accepted again. */
  last_step: number;
  created_at: number;
  /** Null until the first code proves that the app has the secret. */
  confirmed_at: number | null;
}

/** A link that lets people sign up. */
export interface InvitationTable {
  id: string;
  token_hash: string;
  /** Whom it is for, in the admin's words. */
  note: string | null;
  max_uses: number;
  uses: number;
  /** Null if it was made on the command line. */
  creator_id: string | null;
  created_at: number;
  expires_at: number;
  revoked_at: number | null;
}

export interface AccountStatusTable {
  id: string;
  user_id: string;
  plan_tier: Tier;
  stripe_customer_id: string | null;
  created_at: number;
  updated_at: number;
  /** When this tier started; monthly credits are granted on its anniversaries. */
  plan_since: number;
  /** The tier an admin granted; a subscription never lowers the plan below it. */
  granted_tier: Tier;
}

export interface AccountEventTable {
  id: string;
  user_id: string;
  kind: 'joined' | 'profile' | 'password' | 'plan' | 'security';
  /** The new tier of a `plan` event; what a `security` event changed, in words. */
  detail: string | null;
  created_at: number;
}
