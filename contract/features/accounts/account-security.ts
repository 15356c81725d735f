import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { epochMs, id, idParams, nothing, oneLine, text } from '../../fields.ts';
import { english } from '../../text/messages.ts';
import { ownPassword } from './account-fields.ts';
import { APP_PASSWORD_NAME_MAX } from './accounts-constants.ts';

/** A code of an authenticator app, or a recovery code. Spaces and hyphens do not matter. */
export const code = text(40)
  .transform((value) => value.replace(/[\s-]/g, '').toLowerCase())
  .refine(
    (value) => /^(\d{6}|[a-z0-9]{10})$/.test(value),
    english('Please enter the six digits from your app, or a recovery code.'),
  );

export const SecondFactor = z.object({
  enabled: z.boolean(),
  recovery_codes_left: z.int().nonnegative(),
  /** True if the caller is an admin who has no admin's rights until they sign in with a second factor. */
  required: z.boolean(),
});
export type SecondFactor = z.output<typeof SecondFactor>;

const recoveryCodes = z.object({ recovery_codes: z.array(z.string()) });

export const getSecondFactor = endpoint('GET /auth/second-factor', {
  access: 'signed-in',
  summary: 'Returns whether the caller signs in with a code of an authenticator app.',
  returns: SecondFactor,
});

export const beginSecondFactor = endpoint('POST /auth/second-factor', {
  access: 'signed-in',
  cost: 5,
  summary: 'Makes a secret for an authenticator app (TOTP). Nothing changes until a code confirms it.',
  body: z.object({ password: ownPassword }),
  returns: z.object({ secret: z.string(), uri: z.string() }),
});

export const confirmSecondFactor = endpoint('POST /auth/second-factor/confirm', {
  access: 'signed-in',
  summary:
    'Turns the second factor on with a first code. Returns the recovery codes, which are shown only once.',
  body: z.object({ code }),
  returns: recoveryCodes,
});

export const makeRecoveryCodes = endpoint('POST /auth/second-factor/recovery-codes', {
  access: 'signed-in',
  cost: 5,
  summary: 'Replaces the recovery codes. 403 for a wrong password or code.',
  body: z.object({ password: ownPassword, code }),
  returns: recoveryCodes,
});

export const removeSecondFactor = endpoint('DELETE /auth/second-factor', {
  access: 'signed-in',
  cost: 5,
  summary: 'Turns the second factor off. 403 for a wrong password or code.',
  body: z.object({ password: ownPassword, code }),
  returns: nothing,
});

const sessionId = z.string().regex(/^[\w-]{22}$/, english('Please give a valid id.'));

/** A place where the caller is signed in. */
export const Session = z.object({
  id: sessionId,
  /** Such as "Firefox on Linux"; null if it is not known. */
  device: z.string().nullable(),
  created_at: epochMs,
  /** Accurate to an hour. */
  last_used_at: epochMs,
  /** True if this call belongs to it. */
  current: z.boolean(),
});
export type Session = z.output<typeof Session>;

export const listSessions = endpoint('GET /auth/sessions', {
  access: 'signed-in',
  summary: "Lists the caller's live sessions, the last used first, 100 at most.",
  returns: z.array(Session),
});

export const endSession = endpoint('DELETE /auth/sessions/:id', {
  access: 'signed-in',
  summary: "Ends one of the caller's sessions.",
  params: z.strictObject({ id: sessionId }),
  returns: nothing,
});

export const endOtherSessions = endpoint('POST /auth/sessions/end-others', {
  access: 'signed-in',
  summary: "Ends all of the caller's sessions except this one.",
  returns: nothing,
});

/** A password for one of the caller's programs, such as a player. */
export const AppPassword = z.object({
  id,
  name: z.string(),
  created_at: epochMs,
  /** Accurate to an hour; null until the first use. */
  last_used_at: epochMs.nullable(),
});
export type AppPassword = z.output<typeof AppPassword>;

export const listAppPasswords = endpoint('GET /auth/app-passwords', {
  access: 'signed-in',
  summary: "Lists the caller's app passwords, oldest first, without the passwords themselves.",
  returns: z.array(AppPassword),
});

export const createAppPassword = endpoint('POST /auth/app-passwords', {
  access: 'signed-in',
  cost: 5,
  summary:
    'Makes a password for a program, which is shown only once. It opens the OpenSubsonic calls under `/rest`, and as a bearer token all calls here that do not concern the account, its security, payments or administration. 403 `confirmation_needed` unless the caller has just confirmed who they are; 409 `too_many_app_passwords`.',
  body: z.object({ name: oneLine(APP_PASSWORD_NAME_MAX, english('Please give the app password a name.')) }),
  status: 201,
  returns: AppPassword.extend({
    password: z.string(),
    /** Server address and username, which a player asks for. */
    address: z.string(),
    username: z.string(),
  }),
});

export const revokeAppPassword = endpoint('DELETE /auth/app-passwords/:id', {
  access: 'signed-in',
  summary: 'Revokes an app password, which ends at once.',
  params: idParams,
  returns: nothing,
});
