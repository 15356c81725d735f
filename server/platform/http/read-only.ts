import { Problem } from 'contract/errors.ts';
import type { FastifyInstance } from 'fastify';

const READS = new Set(['GET', 'HEAD', 'OPTIONS']);
/** When to try again, in seconds. */
const RETRY_AFTER = 60;

/** Refuses everything but reads while the server is read-only, before the body is read. */
export function refuseWrites(server: FastifyInstance, isReadOnly: () => boolean): void {
  server.addHook('onRequest', (request, _reply, done) => {
    const refused = isReadOnly() && !READS.has(request.method);
    done(refused ? new Problem('read_only', undefined, { retry_after: RETRY_AFTER }) : undefined);
  });
}

/** What pages show at their top meanwhile. Part of the HTML, so it takes no script; in the page's colors. */
export const READ_ONLY_NOTE = `<p role="status" style="margin:0;padding:.6rem 1rem;text-align:center;background:var(--color-raised);color:var(--color-ink);border-bottom:1px solid var(--color-line)">Ovation is under maintenance. Music plays; saving, voting and signing in are back in a few minutes.</p>`;
