import * as contract from 'contract/plays.ts';
import type { Bind } from '../../platform/http/bind.ts';
import { ipBucket, visitorKey } from '../../platform/http/caller.ts';
import { announceListen, type ScrobblingContext } from '../scrobbling/scrobbling.ts';
import type { Claims } from './claims.ts';
import { recordPlay } from './plays.ts';

export function playRoutes(bind: Bind, c: ScrobblingContext, claims: Claims): void {
  bind(contract.reportPlay, async ({ body }, { user, request }) => {
    const { started, ...heard } = body;
    const listener = user ? `user:${user.id}` : visitorKey(c.visitorSecret, request.ip);
    const claim = { track_id: body.track_id, listener, address: ipBucket(request.ip), started };
    const counted = await recordPlay(c, { ...heard, user_id: user?.id ?? null, listener }, (heard_ms, now) =>
      claims.isPossible(claim, heard_ms, now),
    );
    if (user && body.played_ms === 0) void announceListen(c, user.id, body.track_id);
    const start = body.played_ms === 0 && { started: claims.start(body.track_id, c.clock()) };
    return { ...heard, counted, ...start };
  });
}
