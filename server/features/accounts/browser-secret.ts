import { Problem } from 'contract/errors.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { newToken } from './sessions.ts';

/** Longer than logging in with a code takes, seconds. */
const LASTS_S = 900;

/**
 * A cookie with a secret that binds a login to the browser that began it: nobody can make somebody else's browser finish
 * a login of theirs. Scripts cannot read it. It is sent when the browser comes back from another site (`Lax`).
 * @param secure whether the site is served over https: then no other host can set it.
 */
export function giveBrowserSecret(reply: FastifyReply, secure: boolean): string {
  const secret = newToken();
  const rest = `Path=/; Max-Age=${LASTS_S}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
  reply.header('set-cookie', `${nameOf(secure)}=${secret}; ${rest}`);
  return secret;
}

/** @throws Problem `provider_refused` if the browser has none. */
export function browserSecret(request: FastifyRequest, secure: boolean): string {
  const name = nameOf(secure);
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const [key, value] = pair.trim().split('=');
    if (key === name && value && /^[\w-]{43}$/.test(value)) return value;
  }
  throw new Problem('provider_refused');
}

const nameOf = (secure: boolean) => (secure ? '__Host-login' : 'login');
