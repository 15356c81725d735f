import { type SignUpMode, signUpModes } from 'contract/features/accounts/accounts-constants.ts';
import type { Tier } from 'contract/plans.ts';
import { z } from 'zod';

/** A login provider (OpenID Connect) where this site is registered. */
export interface ProviderSettings {
  /** `1`, `2` or `3`, as in the names of its settings and in the address to which it sends browsers back. */
  id: string;
  /** The provider's URL, exactly as it names itself. */
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Display name. */
  name: string;
  /** The page to which it sends browsers back: one of its own, so that nobody passes off another provider's answer. */
  redirectUri: string;
  /** True if it runs on this machine, without https. */
  insecure: boolean;
  scopes: string;
  /** True if people who have no account get one. */
  signUp: boolean;
  /** The claim that lists a person's groups. */
  groupsClaim: string;
  /** The plans that groups give. */
  plans: ReadonlyMap<string, Tier>;
}

const PROVIDER_IDS = ['1', '2', '3'] as const;
const prefixOf = (id: string) => (id === '1' ? 'OIDC_' : `OIDC_${id}_`);

const flag = z
  .enum(['0', '1', 'false', 'true'], 'must be 1 or 0')
  .transform((value) => /^(1|true)$/.test(value));

const line = z.string().trim().min(1).max(200, 'must have at most 200 characters');

/** Rules for what each provider has, by the name behind its prefix. */
const providerRules = {
  ISSUER: z
    .url({ protocol: /^https?$/, error: 'must be the https address of a login provider' })
    .refine((issuer) => !/[?#]/.test(issuer), 'must be an address without ? and #')
    .optional(),
  CLIENT_ID: z.string().min(1).optional(),
  CLIENT_SECRET: z.string().min(1).optional(),
  NAME: z.string().trim().min(1).max(40, 'must have at most 40 characters').optional(),
  SCOPES: line.regex(/^openid( |$)/, 'must begin with openid').optional(),
  SIGNUP: flag.optional(),
  GROUPS_CLAIM: line.optional(),
  ADMIN_GROUP: line.optional(),
  PLAN_GROUPS: z
    .string()
    .regex(
      /^[^=,]+=(plus|premium|platinum)(,[^=,]+=(plus|premium|platinum))*$/,
      'must look like supporters=plus,patrons=platinum',
    )
    .transform((text) => text.split(',').map((pair) => pair.split('=').map((part) => part.trim())))
    .optional(),
};
type ProviderRules = typeof providerRules;

const providerKeys = {
  ...Object.fromEntries(
    PROVIDER_IDS.flatMap((id) =>
      Object.entries(providerRules).map(([name, rule]) => [prefixOf(id) + name, rule]),
    ),
  ),
  OIDC_ONLY: flag.default(false),
};

const NEEDED = ['ISSUER', 'CLIENT_ID', 'CLIENT_SECRET'] as const;
const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])$/;

/**
 * Checks the settings of a provider together: the needed ones or none must be set.
 * @returns undefined if none is set; an error message that names the wrong one.
 */
function providerSettings(
  id: string,
  env: Record<string, unknown>,
  publicUrl: string | undefined,
): ProviderSettings | string | undefined {
  const prefix = prefixOf(id);
  const names = Object.keys(providerRules) as (keyof ProviderRules)[];
  const given = Object.fromEntries(names.map((name) => [name, env[prefix + name]])) as {
    [K in keyof ProviderRules]: z.output<ProviderRules[K]>;
  };
  const set = names.find((name) => given[name] !== undefined);
  if (set === undefined) return undefined;
  const missing = NEEDED.find((name) => given[name] === undefined);
  if (missing)
    return `${prefix}${set} is set, but ${prefix}${missing} is not. Logging in with a provider needs both.`;
  if (!publicUrl)
    return `${prefix}ISSUER needs PUBLIC_URL, because the login provider sends people back to it.`;
  const issuer = given.ISSUER!;
  const { protocol, hostname, host } = new URL(issuer);
  const insecure = protocol === 'http:';
  if (insecure && !LOOPBACK.test(hostname))
    return `${prefix}ISSUER must start with https://; http is for a provider on this machine.`;
  const login = `${publicUrl.replace(/\/+$/, '')}/login`;
  return {
    id,
    issuer,
    clientId: given.CLIENT_ID!,
    clientSecret: given.CLIENT_SECRET!,
    name: given.NAME ?? host,
    redirectUri: id === '1' ? login : `${login}/${id}`,
    insecure,
    scopes: given.SCOPES ?? 'openid email profile',
    signUp: given.SIGNUP ?? false,
    groupsClaim: given.GROUPS_CLAIM ?? 'groups',
    plans: new Map([
      ...(given.PLAN_GROUPS ?? []).map(([group, tier]) => [group!, tier as Tier] as const),
      ...(given.ADMIN_GROUP ? [[given.ADMIN_GROUP, 'admin' as const] as const] : []),
    ]),
  };
}

/** The operator's choices about accounts. */
export interface AccountSettings {
  /** Admins who signed in with a password alone have no more rights than a free member. */
  requireAdminSecondFactor: boolean;
  signUp: SignUpMode;
  /** New accounts of an address in a day; undefined means without a limit. */
  signUpsPerDay: number | undefined;
  /** Providers that vouch for members. Each has an issuer of its own. */
  providers: readonly ProviderSettings[];
  /** Nobody else may: passwords and passkeys log nobody in. */
  onlyProviders: boolean;
}

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
  const found = PROVIDER_IDS.map((id) => providerSettings(id, e, e.PUBLIC_URL));
  const wrong = found.find((one) => typeof one === 'string');
  if (wrong !== undefined) return wrong;
  const providers = found.filter((one) => typeof one === 'object');
  const issuers = new Set(providers.map(({ issuer }) => issuer));
  if (issuers.size < providers.length) return 'Two login providers have the same address (OIDC_…ISSUER).';
  const onlyProviders = e.OIDC_ONLY;
  if (onlyProviders && providers.length === 0)
    return 'OIDC_ONLY=1 needs a login provider (OIDC_ISSUER): nobody could log in.';
  return {
    requireAdminSecondFactor: e.REQUIRE_ADMIN_2FA,
    signUp: e.SIGNUP,
    signUpsPerDay: e.RATE_LIMIT === 'on' ? e.SIGNUPS_PER_DAY : undefined,
    providers,
    onlyProviders,
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
# 1: people without an account get one at their first login.
OIDC_SIGNUP=
# The group whose members are admins, and groups that give plans: supporters=plus,patrons=platinum. Those who leave a
# group lose what it gave at their next login.
OIDC_ADMIN_GROUP=
OIDC_PLAN_GROUPS=
# The claim that lists groups, and what is asked for. Defaults: groups, and openid email profile.
OIDC_GROUPS_CLAIM=
OIDC_SCOPES=
# 1: passwords and passkeys log nobody in, and nobody signs up with them.
OIDC_ONLY=
# A second and a third provider, with the redirect addresses PUBLIC_URL/login/2 and PUBLIC_URL/login/3.
${PROVIDER_IDS.slice(1)
  .flatMap((id) => Object.keys(providerRules).map((name) => `${prefixOf(id)}${name}=\n`))
  .join('')}`;
