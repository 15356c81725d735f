import * as contract from 'contract/extensions/applause.ts';
import { APPLAUSE_AFTER_MS } from 'contract/extensions/applause.ts';
import type { FastifyInstance } from 'fastify';
import type { Claims } from '../../features/plays/plays.ts';
import type { Context } from '../../platform/context.ts';
import type { Bind } from '../../platform/http/bind.ts';
import type { StreamSettings } from '../../platform/http/connections/event-streams.ts';
import { ipBucket, visitorKey } from '../../platform/http/requests/caller.ts';
import { rateLimit, tooMany } from '../../platform/http/requests/rate-limit.ts';
import { applaud, getApplause, liveApplause } from './applause.ts';

/** Claps that count for each address: at once, and for each second after that, as for plays. */
const COUNTED = { burst: 60, perSecond: 10 / 30 };

export function applauseRoutes(
  server: FastifyInstance,
  bind: Bind,
  c: Context,
  claims: Claims,
  streams: StreamSettings,
): void {
  const live = liveApplause(c, streams);
  server.addHook('onReady', live.start);
  server.addHook('preClose', async () => live.stop());
  bind(contract.subscribeApplause, (_input, { request, reply }) => void live.subscribe(request, reply));

  bind(contract.getApplause, ({ params }) => getApplause(c, params.id));

  const limit = rateLimit(COUNTED);
  bind(contract.applaud, ({ params, body }, { user, request }) => {
    const now = c.clock();
    const listener = user ? `user:${user.id}` : visitorKey(c.visitorSecret, request.ip);
    const age = body.started === undefined ? undefined : claims.age(params.id, body.started, now);
    const clap = { track_id: params.id, second: body.second, user_id: user?.id ?? null, listener };
    return applaud(c, clap, age !== undefined && age >= APPLAUSE_AFTER_MS, () => {
      const wait = limit(ipBucket(request.ip), now);
      if (wait > 0) throw tooMany(wait);
    });
  });
}
