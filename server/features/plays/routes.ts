import * as contract from 'contract/features/plays.ts';
import type { Bind } from '../../platform/http/bind.ts';
import { ipBucket, visitorKey } from '../../platform/http/requests/caller.ts';
import type { Claims } from './claims.ts';
import { backfilledAt, type PlaysContext, recordPlay } from './plays.ts';

export function playRoutes(bind: Bind, c: PlaysContext, claims: Claims): void {
  bind(contract.reportPlay, async ({ body }, { user, request }) => {
    const { started, played_at, ...heard } = body;
    const now = c.clock();
    const at = played_at === undefined ? now : backfilledAt(now, user, played_at);
    const listener = user ? `user:${user.id}` : visitorKey(c.visitorSecret, request.ip);
    const claim = { track_id: body.track_id, listener, ip: ipBucket(request.ip), started };
    const play = { ...heard, user_id: user?.id ?? null, listener };
    const counted = await recordPlay({ ...c, clock: () => at }, play, (heard_ms) =>
      claims.isPossible(claim, heard_ms, now, at),
    );
    if (user && body.played_ms === 0)
      for (const { started } of c.playListeners) started(user.id, body.track_id);
    const start = body.played_ms === 0 && { started: claims.start(body.track_id, now) };
    return { ...heard, counted, ...start };
  });
}
