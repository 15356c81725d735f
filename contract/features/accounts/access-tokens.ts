import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { epochMs, id, idParams, nothing, oneLine } from '../../fields.ts';
import { english } from '../../text/messages.ts';
import { TOKEN_DAYS_MAX } from './accounts-constants.ts';
import { scopeNames } from './scopes.ts';

const Scope = z.enum(scopeNames, english('Please choose of {values}.'));

/** A token for a script of an admin's. The token itself is shown only once. */
export const AccessToken = z.object({
  id,
  name: z.string(),
  /** The admin whose rights it has, within its scopes. */
  username: z.string(),
  scopes: z.array(Scope),
  created_at: epochMs,
  expires_at: epochMs,
  /** Accurate to a minute; null until the first use. */
  last_used_at: epochMs.nullable(),
});
export type AccessToken = z.output<typeof AccessToken>;

export const listAccessTokens = endpoint('GET /auth/tokens', {
  access: 'admin',
  summary: 'Lists the tokens of all admins, newest first, 100 at most.',
  returns: z.array(AccessToken),
});

export const createAccessToken = endpoint('POST /auth/tokens', {
  access: 'admin',
  cost: 5,
  summary:
    'Makes a token for a script, with which it calls as the caller, within its scopes: `x-scope` says which one a call wants. 403 `confirmation_needed` unless the caller has just confirmed who they are.',
  body: z.object({
    name: oneLine(60, english('Please say what the token is for.')),
    scopes: z.array(Scope).min(1, english('Please choose at least one scope.')).max(scopeNames.length),
    days: z.int().min(1).max(TOKEN_DAYS_MAX).default(90),
  }),
  status: 201,
  returns: AccessToken.extend({ token: z.string() }),
});

export const revokeAccessToken = endpoint('DELETE /auth/tokens/:id', {
  access: 'admin',
  summary: 'Revokes a token of any admin.',
  params: idParams,
  returns: nothing,
});
