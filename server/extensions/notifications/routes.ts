import * as contract from 'contract/extensions/news/notifications.ts';
import * as push from 'contract/extensions/news/push.ts';
import type { FastifyInstance } from 'fastify';
import type { Bind } from '../../platform/http/bind.ts';
import { sendPage } from '../../platform/http/requests/paging.ts';
import { findFollowed, findPremiere, listNotifications, readNotifications } from './notifications.ts';
import { editPushSettings, getPushSettings } from './push/choices.ts';
import { deleteDevice, putDevice, renewDevice } from './push/devices.ts';
import type { PushContext } from './push/vapid.ts';
import { hasPremiere, updatePremiereSeen } from './queries.ts';
import { selectEmailSetting, unsubscribe, upsertEmailSetting } from './settings.ts';

/** @param sendsEmail whether notifications are sent by email. */
export function notificationRoutes(
  server: FastifyInstance,
  bind: Bind,
  c: PushContext,
  sendsEmail: boolean,
): void {
  bind(contract.listNotifications, async ({ query }, { user, origin, reply }) => {
    const page = await listNotifications(c, user.id, query, origin);
    return { notifications: sendPage(reply, page), unread: page.unread };
  });

  bind(contract.readNotifications, async ({ body }, { user }) => ({
    unread: await readNotifications(c, user.id, body.ids),
  }));

  bind(contract.getPremiere, async ({ params }, { user }) => ({
    waits: await hasPremiere(c.db, user.id, params.id),
  }));

  bind(contract.getWaiting, async (_input, { user, origin }) => {
    const [premiere, followed] = await Promise.all([findPremiere(c, user.id, origin), findFollowed(c, user)]);
    return { premiere, followed };
  });

  bind(contract.endPremiere, ({ params }, { user }) =>
    updatePremiereSeen(c.db, user.id, params.id, c.clock()),
  );

  bind(contract.getNotificationSettings, async (_input, { user }) => ({
    by_email: await selectEmailSetting(c.db, user.id),
    email_available: sendsEmail,
  }));

  bind(contract.editNotificationSettings, async ({ body: { by_email } }, { user }) => {
    await upsertEmailSetting(c.db, user.id, by_email);
    return { by_email, email_available: sendsEmail };
  });

  bind(push.getPushSettings, (_input, { user }) => getPushSettings(c, user));

  bind(push.editPushSettings, async ({ body }, { user }) => {
    await editPushSettings(c, user.id, body);
    return getPushSettings(c, user);
  });

  bind(push.putPushDevice, async ({ body }, { user }) => {
    await putDevice(c, user, body);
    return getPushSettings(c, user);
  });

  bind(push.deletePushDevice, async (_input, { user }) => {
    await deleteDevice(c.db, user);
    return getPushSettings(c, user);
  });

  bind(push.renewPushDevice, ({ body: { old, subscription } }) => renewDevice(c, old, subscription));

  bind(contract.unsubscribe, ({ query }) => unsubscribe(c, query.token));

  // Mail programs without one click open the URL in a browser. That changes nothing: some open links to check them.
  server.get<{ Querystring: { token?: string } }>(
    contract.unsubscribe.path,
    { config: { cost: 1 } },
    ({ query }, reply) => reply.redirect(`/unsubscribe?token=${encodeURIComponent(query.token ?? '')}`),
  );
}
