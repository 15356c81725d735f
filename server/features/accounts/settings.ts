import { type SignUpMode, signUpModes } from 'contract/features/accounts/accounts-constants.ts';
import { z } from 'zod';

/** A login provider (OpenID Connect) where this site is registered. */
export interface ProviderSettings {
  /** The provider's URL, exactly as it names itself. */
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** What people call it. */
  name: string;
  /** The page to which it sends browsers back. */
  redirectUri: string;
  /** Whether it runs on this machine, without https. */
  insecure: boolean;
}

/** Rules for each environment variable. */
const providerKeys = {
  OIDC_ISSUER: z
    .url({ protocol: /^https?$/, error: 'must be the https address of a login provider' })
    .refine((issuer) => !/[?#]/.test(issuer), 'must be an address without ? and #')
    .optional(),
  OIDC_CLIENT_ID: z.string().min(1).optional(),
  OIDC_CLIENT_SECRET: z.string().min(1).optional(),
  OIDC_NAME: z.string().trim().min(1).max(40, 'must have at most 40 characters').optional(),
};

type Given = { [K in keyof typeof providerKeys | 'PUBLIC_URL']?: string | undefined };

const NEEDED = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const;
const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])$/;

/**
 * Checks the settings together: all or none must be set.
 * @returns undefined if none is set; an error message that names the wrong one.
 */
export function providerSettings(given: Given): ProviderSettings | string | undefined {
  const set = (Object.keys(providerKeys) as (keyof Given)[]).filter((name) => given[name] !== undefined);
  if (set.length === 0) return undefined;
  const missing = NEEDED.find((name) => given[name] === undefined);
  if (missing) return `${set[0]} is set, but ${missing} is not. Logging in with a provider needs both.`;
  if (!given.PUBLIC_URL)
    return 'OIDC_ISSUER needs PUBLIC_URL, because the login provider sends people back to it.';
  const issuer = given.OIDC_ISSUER!;
  const { protocol, hostname, host } = new URL(issuer);
  const insecure = protocol === 'http:';
  if (insecure && !LOOPBACK.test(hostname))
    return 'OIDC_ISSUER must start with https://; http is for a provider on this machine.';
  return {
    issuer,
    clientId: given.OIDC_CLIENT_ID!,
    clientSecret: given.OIDC_CLIENT_SECRET!,
    name: given.OIDC_NAME ?? host,
    redirectUri: `${given.PUBLIC_URL.replace(/\/+$/, '')}/login`,
    insecure,
  };
}

/** The operator's choices about accounts. */
export interface AccountSettings {
  /** Admins who signed in with a password alone have no more rights than a free member. */
  requireAdminSecondFactor: boolean;
  signUp: SignUpMode;
  /** New accounts of an address in a day; undefined means without a limit. */
  signUpsPerDay: number | undefined;
  /** Who else may vouch for members; undefined means nobody. */
  provider?: ProviderSettings | undefined;
}

const flag = z
  .enum(['0', '1', 'false', 'true'], 'must be 1 or 0')
  .transform((value) => /^(1|true)$/.test(value));

/** Rules for each environment variable. */
export const accountKeys = {
  REQUIRE_ADMIN_2FA: flag.default(false),
  SIGNUP: z.enum(signUpModes, 'must be open, invite or closed').default('open'),
  SIGNUPS_PER_DAY: z
    .string()
    .regex(/^[1-9]\d{0,5}$/, 'must be a whole number from 1')
    .transform(Number)
    .default(50),
  ...providerKeys,
};

const environment = z.object(accountKeys);

/** The environment's settings of accounts by their names here; a sentence for the operator if they do not fit. */
export function accountSettings(
  e: z.output<typeof environment> & { RATE_LIMIT: 'on' | 'off'; PUBLIC_URL?: string | undefined },
): AccountSettings | string {
  const provider = providerSettings(e);
  if (typeof provider === 'string') return provider;
  return {
    requireAdminSecondFactor: e.REQUIRE_ADMIN_2FA,
    signUp: e.SIGNUP,
    signUpsPerDay: e.RATE_LIMIT === 'on' ? e.SIGNUPS_PER_DAY : undefined,
    provider,
  };
}

/** The section of `.env.example`. */
export const accountExample = `# Who may create an account: open (default), invite or closed. Admins create invitations on /create.
SIGNUP=
# Accounts that one address may create in a day (50); its network may create five times as many.
SIGNUPS_PER_DAY=
# 1: admins have an admin's rights only after signing in with a second factor.
REQUIRE_ADMIN_2FA=
# A login provider (OpenID Connect) with which members may log in: the first three or none, with PUBLIC_URL. Register
# this site there with the redirect address PUBLIC_URL/login. docs/configure.md has the rest.
OIDC_ISSUER=
OIDC_CLIENT_ID=
OIDC_CLIENT_SECRET=
# What members call it, for the button. Default: its host name.
OIDC_NAME=
`;
