import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { getSetting } from '../db/settings.ts';
import { VERSION } from '../version.ts';
import { FILE_COST } from './requests/call-limit.ts';

/** A dependency that takes longer is away, ms. */
const PATIENCE_MS = 3000;
/** A result is used again for this long, ms, so that anybody may ask. */
const FRESH_MS = 1000;

export interface Readiness {
  /** Set before the server drains, so that a load balancer sends no more calls. */
  isStopping: boolean;
}

type State = 'ok' | 'away';

/**
 * `/healthz`: the process answers, with its version. `/readyz`: it can do its work, or 503 while the database or the store of files is
 * away and while it stops. Neither says why: the log does.
 */
export function healthRoutes(server: FastifyInstance, c: Context, readiness: Readiness): void {
  const config = { cost: FILE_COST };
  const database = watch(() => getSetting(c.db, 'visitor_secret'));
  const media = watch(() => c.media.check());
  server.get('/healthz', { config }, (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok', version: VERSION }),
  );
  server.get('/readyz', { config }, async (_request, reply) => {
    const checks = { database: await database(), media: await media() };
    const isReady = Object.values(checks).every((state) => state === 'ok');
    const status = readiness.isStopping ? 'stopping' : isReady ? 'ready' : 'unready';
    return reply
      .code(status === 'ready' ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status, checks });
  });
}

/** Runs a check at most once a second and one at a time, also one that hangs. */
function watch(check: () => Promise<unknown>): () => Promise<State> {
  let running: Promise<State> | undefined;
  return () => {
    if (!running) {
      const done: Promise<State> = check().then(
        () => 'ok',
        () => 'away',
      );
      running = done;
      void done.then(() => setTimeout(() => (running = undefined), FRESH_MS).unref());
    }
    return withPatience(running);
  };
}

async function withPatience(running: Promise<State>): Promise<State> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<State>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS, 'away');
  });
  const state = await Promise.race([running, late]);
  clearTimeout(timer);
  return state;
}
