import { Problem } from 'contract/errors.ts';
import * as contract from 'contract/extensions/hearing/premieres.ts';
import { trackPath } from 'contract/text/slugs.ts';
import type { FastifyInstance } from 'fastify';
import { getRequest } from '../../features/song-requests/song-requests.ts';
import type { Context } from '../../platform/context.ts';
import type { Bind } from '../../platform/http/bind.ts';
import { ipBucket, visitorKey } from '../../platform/http/requests/caller.ts';
import { rateLimit, tooMany } from '../../platform/http/requests/rate-limit.ts';
import { say } from '../../platform/text/say.ts';
import { toCalendar } from './calendar.ts';
import { type HouseSettings, premiereHouses } from './house.ts';
import { callOff, findPremiere, getState, setPremiere } from './premieres.ts';

/** Premieres that one address names: at once, and later for each second, six a day. */
const NAMED = { burst: 6, perSecond: 6 / 86_400 };
/** Assumed length of a song not made yet, ms. */
const USUAL_MS = 180_000;

export function premiereRoutes(
  server: FastifyInstance,
  bind: Bind,
  c: Context,
  streams: HouseSettings,
): void {
  const houses = premiereHouses(c, streams, (error) =>
    server.log.error({ err: error }, 'sending events of premieres failed'),
  );
  server.addHook('onReady', houses.start);
  server.addHook('preClose', async () => houses.stop());

  bind(contract.getClock, () => ({ now: c.clock() }));

  bind(contract.getPremiereState, ({ params }, { user }) => getState(c, user, params.id));

  const limit = rateLimit(NAMED);
  bind(contract.setPremiere, ({ params, body }, { user, request }) =>
    setPremiere(c, user, params.id, body.starts_at, () => {
      const wait = limit(ipBucket(request.ip), c.clock());
      if (wait > 0) throw tooMany(wait, 'too_many_hearings');
    }),
  );

  bind(contract.callOffPremiere, ({ params }, { user }) => callOff(c, user, params.id));

  bind(contract.getPremiereCalendar, async ({ params }, { user, origin, language, reply }) => {
    const request = await getRequest(c.db, user, params.id);
    const found = await findPremiere(c, request);
    if (!found) throw new Problem('not_found');
    const { title, artist } = request;
    const { starts_at, ends_at, track_id, row } = found;
    const page =
      track_id === null ? `/leaderboard/${request.id}` : `${trackPath({ id: track_id, title })}?premiere`;
    reply.headers({
      'content-disposition': 'attachment; filename="premiere.ics"',
      'cache-control': 'no-store',
    });
    reply.type('text/calendar; charset=utf-8');
    return toCalendar({
      uid: `${row?.id ?? request.id}@${new URL(origin).host}`,
      created_at: row?.created_at ?? starts_at,
      updated_at: row?.updated_at ?? starts_at,
      starts_at,
      ends_at: ends_at ?? starts_at + USUAL_MS,
      summary: say(language, 'Premiere: {title}', { title }),
      description: `${say(language, '“{title}” by {artist}, heard together.', { title, artist })}\n${origin}${page}`,
      url: `${origin}${page}`,
    });
  });

  bind(contract.attendPremiere, ({ params, body }, { user, request }) => {
    const guest = user ? `user:${user.id}` : `${visitorKey(c.visitorSecret, request.ip)}:${body.tab}`;
    const of = { request_id: params.id, guest, user_id: user?.id ?? null };
    return houses.attend(of, user ? null : ipBucket(request.ip), body.leaves);
  });

  bind(contract.subscribePremiere, ({ params }, { request, reply }) =>
    houses.subscribe(request, reply, params.id),
  );
}
