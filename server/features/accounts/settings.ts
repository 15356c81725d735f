import { type SignUpMode, signUpModes } from 'contract/accounts-constants.ts';
import { z } from 'zod';
import { type ProviderSettings, providerKeys } from './provider-settings.ts';

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
  SECRET_KEY: z.string().min(32, 'must have at least 32 characters').optional(),
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

/** The environment's settings of accounts by their names here. */
export const accountSettings = (
  e: z.output<typeof environment> & { RATE_LIMIT: 'on' | 'off' },
  provider: ProviderSettings | undefined,
): AccountSettings => ({
  requireAdminSecondFactor: e.REQUIRE_ADMIN_2FA,
  signUp: e.SIGNUP,
  signUpsPerDay: e.RATE_LIMIT === 'on' ? e.SIGNUPS_PER_DAY : undefined,
  provider,
});
