import * as contract from 'contract/extensions/news/following.ts';
import type { Context } from '../../platform/context.ts';
import type { Bind } from '../../platform/http/bind.ts';
import { sendPage } from '../../platform/http/requests/paging.ts';
import { follow, getFollow, listFollows, unfollow } from './following.ts';

export function followingRoutes(bind: Bind, c: Context): void {
  bind(contract.getFollow, async ({ query }, { user }) => ({ id: await getFollow(c, user.id, query) }));

  bind(contract.follow, async ({ body }, { user }) => ({ id: await follow(c, user.id, body) }));

  bind(contract.unfollow, ({ params }, { user }) => unfollow(c, user.id, params.id));

  bind(contract.listFollows, async ({ query }, { user, origin, reply }) =>
    sendPage(reply, await listFollows(c, user.id, query, origin)),
  );
}
