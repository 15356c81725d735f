import { z } from 'zod';

/** The operator's choices about accounts. */
export interface AccountSettings {
  /** Admins who signed in with a password alone have no more rights than a free member. */
  requireAdminSecondFactor: boolean;
}

const flag = z
  .enum(['0', '1', 'false', 'true'], 'must be 1 or 0')
  .transform((value) => /^(1|true)$/.test(value));

/** Rules for each environment variable. */
export const accountKeys = {
  SECRET_KEY: z.string().min(32, 'must have at least 32 characters').optional(),
  REQUIRE_ADMIN_2FA: flag.default(false),
};

const environment = z.object(accountKeys);

/** The environment's settings of accounts by their names here. */
export const accountSettings = (e: z.output<typeof environment>): AccountSettings => ({
  requireAdminSecondFactor: e.REQUIRE_ADMIN_2FA,
});
