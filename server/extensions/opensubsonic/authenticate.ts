import {
  type AccountsContext,
  findAppUser,
  findAppUserByToken,
  type Guard,
} from '../../features/accounts/accounts.ts';
import type { CurrentUser } from '../../platform/http/requests/caller.ts';
import { Refusal } from './answer.ts';
import type { Params } from './params.ts';

/**
 * The member who makes a call, by an app password in any of the ways that players know. The password of an account
 * never works: players keep what they are given where others can read it.
 *
 * A right password is never kept waiting, so that nobody's attempts can stop somebody's music; a wrong one waits like a
 * failed login.
 * @throws Refusal `missing`; `wrongPassword`; `noSuchMechanism`; `conflict`; `wrongKey`.
 * @throws Problem `too_many_attempts`.
 */
export async function authenticate(
  c: AccountsContext,
  guard: Guard,
  params: Params,
  ip: string,
): Promise<CurrentUser> {
  const { user, account, isKey } = await find(c, params);
  if (user) return user;
  await guard.attempt({ account: `app ${account}`, ip, now: c.clock(), known: false }, async () => false);
  throw isKey
    ? new Refusal(
        'wrongKey',
        'This API key is not valid. Please make an app password under Settings, Apps & devices.',
      )
    : new Refusal(
        'wrongPassword',
        'Wrong username or app password. Please make an app password under Settings, Apps & devices: your account’s own password does not work here.',
      );
}

async function find(c: AccountsContext, params: Params) {
  const [name, password, proof, salt, key] = ['u', 'p', 't', 's', 'apiKey'].map(params.one);
  if (key !== undefined) {
    if ([name, password, proof, salt].some((given) => given !== undefined))
      throw new Refusal('conflict', 'Please send either apiKey, or u with p, or u with t and s.');
    return { user: await findAppUser(c, key), account: 'key', isKey: true };
  }
  if (name === undefined || name === '') throw new Refusal('missing', 'The parameter “u” is missing.');
  if (password !== undefined && proof !== undefined)
    throw new Refusal('conflict', 'Please send either p, or t and s.');
  const account = name.toLowerCase();
  if (password !== undefined)
    return { user: await findAppUser(c, decode(password), name), account, isKey: false };
  if (proof === undefined)
    throw params.one('jwt') === undefined
      ? new Refusal('missing', 'The parameters “t” and “s” are missing.')
      : new Refusal('noSuchMechanism', 'Please send apiKey, or u with p, or u with t and s.');
  if (salt === undefined) throw new Refusal('missing', 'The parameter “s” is missing.');
  const user = await findAppUserByToken(c, account, { proof, salt });
  return { user, account, isKey: false };
}

/** A password, or one that is hidden from eyes as `enc:` and hexadecimal digits. */
function decode(password: string): string {
  return password.startsWith('enc:') ? Buffer.from(password.slice(4), 'hex').toString() : password;
}
