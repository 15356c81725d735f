import { Problem } from 'contract/errors.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../platform/context.ts';

/** For how long `security.txt` may be believed, ms: RFC 9116 advises less than a year. */
const VALID_MS = 90 * 86_400_000;

/**
 * Fixed addresses for programs: whom to tell of a weakness (RFC 9116), and where a password is changed, for password
 * managers.
 * @param contact the address of the people who run the site; without one, there is no `security.txt`.
 */
export function wellKnownRoutes(server: FastifyInstance, c: Context, contact: string | undefined): void {
  server.get('/.well-known/security.txt', (_request, reply) => {
    if (contact === undefined) throw new Problem('not_found');
    const lines = [
      `Contact: mailto:${contact}`,
      `Expires: ${new Date(c.clock() + VALID_MS).toISOString()}`,
      ...(c.publicUrl === undefined ? [] : [`Canonical: ${c.publicUrl}/.well-known/security.txt`]),
    ];
    return reply.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`);
  });
  server.get('/.well-known/change-password', (_request, reply) =>
    reply.redirect('/profile/settings/account', 302),
  );
}
