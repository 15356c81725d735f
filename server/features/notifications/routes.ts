import * as contract from 'contract/notifications.ts';
import type { Context } from '../../context.ts';
import type { Bind } from '../../platform/http/bind.ts';
import { sendPage } from '../../platform/http/paging.ts';
import { listNotifications, readNotifications } from './notifications.ts';

export function notificationRoutes(bind: Bind, c: Context): void {
  bind(contract.listNotifications, async ({ query }, { user, reply }) => {
    const page = await listNotifications(c, user.id, query);
    return { notifications: sendPage(reply, page), unread: page.unread };
  });

  bind(contract.readNotifications, async ({ body }, { user }) => ({
    unread: await readNotifications(c, user.id, body.ids),
  }));
}
