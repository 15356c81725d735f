import * as contract from 'contract/song-requests.ts';
import type { Context } from '../context.ts';
import type { Bind } from '../http/bind.ts';
import { pageHeaders } from '../http/paging.ts';
import { findSimilar } from './similar.ts';
import { getBoard, getNearest, getRequest, listOwn, listRequests } from './song-requests.ts';

export function songRequestRoutes(bind: Bind, c: Context): void {
  bind(contract.listRequests, async ({ query }, { user, reply }) => {
    const { rows, total, next } = await listRequests(c, user?.id, query);
    pageHeaders(reply, total, next);
    return rows;
  });

  bind(contract.getBoard, ({ query }, { user }) => getBoard(c, user?.id, query.page));

  bind(contract.getNearestRequest, (_input, { user }) => getNearest(c, user?.id));

  bind(contract.findSimilarRequests, ({ query }, { user }) => findSimilar(c, user?.id, query));

  bind(contract.listOwnRequests, async ({ query }, { user, reply }) => {
    const { rows, total, next } = await listOwn(c, user.id, query);
    pageHeaders(reply, total, next);
    return rows;
  });

  bind(contract.getRequest, ({ params }, { user }) => getRequest(c.db, user?.id, params.id));
}
