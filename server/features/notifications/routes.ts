import * as contract from 'contract/notifications.ts';
import type { Context } from '../../context.ts';
import type { Bind } from '../../platform/http/bind.ts';
import { pageHeaders } from '../../platform/http/paging.ts';
import { listNotifications, readNotifications } from './notifications.ts';

export function notificationRoutes(bind: Bind, c: Context): void {
  bind(contract.listNotifications, async ({ query }, { user, reply }) => {
    const { notifications, unread, total, next } = await listNotifications(c, user.id, query);
    pageHeaders(reply, total, next);
    return { notifications, unread };
  });

  bind(contract.readNotifications, async ({ body }, { user }) => ({
    unread: await readNotifications(c, user.id, body.ids),
  }));
}
