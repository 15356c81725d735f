import type { Tier } from 'contract/plans.ts';
import type { Generated } from 'kysely';
import type { Flag } from './flag.ts';

export interface AccountTables {
  user: UserTable;
  account_status: AccountStatusTable;
  /** Places from which users have logged in before; see `known-places.ts`. */
  known_place: { user_id: string; place: string; last_used_at: number };
  session: SessionTable;
  second_factor: SecondFactorTable;
  recovery_code: { user_id: string; code_hash: string };
  passkey: PasskeyTable;
  identity: IdentityTable;
  app_password: AppPasswordTable;
  access_token: AccessTokenTable;
  login_challenge: LoginChallengeTable;
  password_reset: { token_hash: string; user_id: string; expires_at: number };
  email_confirmation: { token_hash: string; user_id: string; email: string; expires_at: number };
  account_event: AccountEventTable;
  invitation: InvitationTable;
  /** Number of accounts that a place created on a day (days since 1970); see `guard.ts`. */
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
  /** Time when a link in a mail proved that the address is theirs. */
  email_confirmed_at: number | null;
  /** True if the account is limited until then. */
  must_confirm_email: Generated<Flag>;
  /** Chosen by the member, a code of `contract/languages.ts`; the site may not offer it any more. */
  language: string | null;
}

interface SessionTable {
  token_hash: string;
  user_id: string;
  created_at: number;
  last_used_at: number;
  /** Such as "Firefox on Linux"; null if it is not known. */
  device: string | null;
  /** True if the person proved more than a password. */
  second_factor: Flag;
  /** Time when the person last proved to own the account; see `sessions.ts`. */
  confirmed_at: number | null;
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

/** A passkey (WebAuthn) of a user. */
export interface PasskeyTable {
  id: string;
  user_id: string;
  /** The authenticator's name of it, in base64url. */
  credential_id: string;
  /** COSE, in base64url. */
  public_key: string;
  /** Number of signatures; always 0 for passkeys that are on several devices. */
  counter: number;
  /** Transports by which a browser may reach it, separated by commas. */
  transports: string;
  name: string;
  created_at: number;
  last_used_at: number | null;
}

/** An account at a login provider (OpenID Connect) that logs a user in; one for each user and provider. */
export interface IdentityTable {
  id: string;
  user_id: string;
  /** The provider's address, and its name of the person: both together are what identifies them. */
  issuer: string;
  subject: string;
  /** Provider's name for the person when they linked it. Nobody is recognized by it. */
  label: string | null;
  created_at: number;
  /** The plan that the provider's groups gave at the last login; it is never above what they give then. */
  group_tier: Tier | null;
}

/** Lets a program of a user call Ovation; see `app-passwords.ts`. */
export interface AppPasswordTable {
  id: string;
  user_id: string;
  token_hash: string;
  /** The password, encrypted; see `secret-box.ts`. */
  secret: string;
  name: string;
  created_at: number;
  /** Accurate to an hour; null until the first use. */
  last_used_at: number | null;
}

/** Lets a script of an admin's call; see `access-tokens.ts`. */
interface AccessTokenTable {
  id: string;
  user_id: string;
  token_hash: string;
  name: string;
  /** With spaces between them. */
  scopes: string;
  created_at: number;
  expires_at: number;
  /** Accurate to a minute; null until the first use. */
  last_used_at: number | null;
}

/** Challenge to a browser before it is logged in; see `login-challenges.ts`. */
export interface LoginChallengeTable {
  token_hash: string;
  kind:
    | 'passkey-add'
    | 'passkey-log-in'
    | 'passkey-confirm'
    | 'provider-log-in'
    | 'provider-link'
    | 'provider-code';
  /** User who may finish it, and in which session; null while nobody is signed in. */
  user_id: string | null;
  session: string | null;
  /** The hash of the cookie of the browser that has to finish it. */
  browser: string | null;
  /** The login provider that has to answer. */
  issuer: string | null;
  expires_at: number;
}

/** A link that lets people sign up. */
export interface InvitationTable {
  id: string;
  token_hash: string;
  /** Intended recipient, in the admin's words. */
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
  /** Start of this tier; monthly credits are granted on its anniversaries. */
  plan_since: number;
  /** The tier an admin granted; a subscription never lowers the plan below it. */
  granted_tier: Tier;
}

interface AccountEventTable {
  id: string;
  user_id: string;
  kind: 'joined' | 'profile' | 'password' | 'plan' | 'security';
  /** The new tier of a `plan` event; what a `security` event changed, in words. */
  detail: string | null;
  created_at: number;
}
