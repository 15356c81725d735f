import * as contract from 'contract/plays.ts';
import type { Context } from '../../context.ts';
import type { Bind } from '../../platform/http/bind.ts';
import { visitorKey } from '../../platform/http/visitor.ts';
import { recordPlay } from './plays.ts';

export function playRoutes(bind: Bind, c: Context): void {
  bind(contract.reportPlay, async ({ body }, { user, request }) => {
    const counted = await recordPlay(c, {
      ...body,
      user_id: user?.id ?? null,
      listener: user ? `user:${user.id}` : visitorKey(c.visitorSecret, request.ip),
    });
    return { ...body, counted };
  });
}
