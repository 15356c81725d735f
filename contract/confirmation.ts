import { z } from 'zod';
import { PASSWORD_MAX } from './accounts-constants.ts';
import { endpoint } from './endpoint.ts';
import { text } from './fields.ts';
import { RequestOptions, usedCredential } from './passkeys.ts';
import { code } from './second-factor.ts';

/** How the caller can confirm that they are the owner of the account, before they change how one logs in. */
export const Confirmation = z.object({
  /** For how many more seconds this session is confirmed; 0 if it is not. */
  seconds_left: z.int().nonnegative(),
  has_password: z.boolean(),
  /** Whether a code is needed beside the password. */
  needs_code: z.boolean(),
  has_passkey: z.boolean(),
});
export type Confirmation = z.output<typeof Confirmation>;

export const getConfirmation = endpoint('GET /auth/confirmation', {
  access: 'signed-in',
  summary: 'Returns for how long this session is confirmed, and how it can be.',
  returns: Confirmation,
});

export const confirmWithPassword = endpoint('POST /auth/confirmation', {
  access: 'signed-in',
  cost: 5,
  summary:
    'Confirms with the password, and a code if the caller has a second factor, that the caller owns the account. It lasts ten minutes. 403 for a wrong password or code.',
  body: z.object({
    password: text(PASSWORD_MAX).min(1, 'Please enter your password.'),
    code: code.optional(),
  }),
  returns: Confirmation,
});

export const beginPasskeyConfirmation = endpoint('POST /auth/confirmation/challenge', {
  access: 'signed-in',
  cost: 5,
  summary: 'Returns the options to confirm with a passkey instead.',
  returns: RequestOptions,
});

export const confirmWithPasskey = endpoint('POST /auth/confirmation/passkey', {
  access: 'signed-in',
  cost: 5,
  summary: 'Confirms with a passkey that the caller owns the account. This session then has a second factor.',
  body: z.object({ credential: usedCredential }),
  returns: Confirmation,
});
