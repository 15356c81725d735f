import { Problem } from 'contract/errors.ts';
import type { PushSubscription } from 'contract/extensions/news/push.ts';
import { lockPlan } from '../../../features/accounts/accounts.ts';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import type { PersonalData } from '../../../platform/feature.ts';
import type { CurrentUser } from '../../../platform/http/requests/caller.ts';
import { isUsable } from './encrypt.ts';
import type { PushContext } from './vapid.ts';

/** Devices of one member that are told; the oldest makes room. */
const DEVICES_MAX = 10;

/** Of Chrome and Edge on Android, Firefox, Safari, and Edge on Windows. */
const KNOWN_HOSTS = [
  /^fcm\.googleapis\.com$/,
  /^updates\.push\.services\.mozilla\.com$/,
  /^([a-z\d-]+\.)+push\.apple\.com$/,
  /^([a-z\d-]+\.)+notify\.windows\.com$/,
];

/**
 * True if messages may be sent to an address. Members choose it, so it must not lead the server anywhere else.
 * @param origins that the operator allows besides the known services.
 */
export function isPushService(endpoint: string, origins: readonly string[]): boolean {
  const url = URL.parse(endpoint);
  if (!url || url.username || url.password) return false;
  if (origins.includes(url.origin)) return true;
  return url.protocol === 'https:' && url.port === '' && KNOWN_HOSTS.some((host) => host.test(url.hostname));
}

/**
 * Subscribes the device of the caller's session: the row ends with the session. A browser that another member used
 * before is theirs no longer.
 * @throws Problem `push_refused`; `unauthorized` if the session has just ended, and for programs, which have none.
 */
export async function putDevice(
  c: PushContext,
  { id: user_id, session }: CurrentUser,
  subscription: PushSubscription,
): Promise<void> {
  assertUsable(c, subscription);
  await c.db.transaction().execute(async (tx) => {
    await lockPlan(tx, c.engine, user_id);
    const isLive = tx.selectFrom('session').where('token_hash', '=', session).where('user_id', '=', user_id);
    if (!(await isLive.select('user_id').executeTakeFirst())) throw new Problem('unauthorized');
    const { endpoint, keys } = subscription;
    await deleteEndpoint(tx, endpoint);
    await deleteDevice(tx, { session });
    await tx
      .insertInto('push_subscription')
      .values({ session, user_id, endpoint, ...keys, created_at: c.clock() })
      .execute();
    await tx
      .insertInto('push_setting')
      .values({ user_id, rest_until: 0 })
      .onConflict((conflict) => conflict.column('user_id').doNothing())
      .execute();
    const kept = tx
      .selectFrom('push_subscription')
      .where('user_id', '=', user_id)
      .orderBy('created_at', 'desc')
      .orderBy('session')
      .limit(DEVICES_MAX)
      .select('session');
    const sessions = (await kept.execute()).map((one) => one.session);
    await tx
      .deleteFrom('push_subscription')
      .where('user_id', '=', user_id)
      .where('session', 'not in', sessions)
      .execute();
  });
}

/** Replaces a subscription that its browser has changed. @throws Problem `push_refused`. */
export async function renewDevice(
  c: PushContext,
  old: { endpoint: string; auth: string },
  subscription: PushSubscription,
): Promise<void> {
  assertUsable(c, subscription);
  const { endpoint, keys } = subscription;
  await c.db.transaction().execute(async (tx) => {
    const known = await tx
      .selectFrom('push_subscription')
      .where('endpoint', '=', old.endpoint)
      .where('auth', '=', old.auth)
      .select('session')
      .executeTakeFirst();
    if (!known) return;
    if (endpoint !== old.endpoint) await deleteEndpoint(tx, endpoint);
    await tx
      .updateTable('push_subscription')
      .set({ endpoint, ...keys })
      .where('session', '=', known.session)
      .execute();
  });
}

/** Ends the subscription of a session. */
export async function deleteDevice(db: Db | Tx, { session }: { session: string }): Promise<void> {
  await db.deleteFrom('push_subscription').where('session', '=', session).execute();
}

/** Ends the subscription with an address. */
export async function deleteEndpoint(db: Db | Tx, endpoint: string): Promise<void> {
  await db.deleteFrom('push_subscription').where('endpoint', '=', endpoint).execute();
}

/** A member's subscriptions. */
export const selectDevices = (db: Db | Tx, user_id: string) =>
  db
    .selectFrom('push_subscription')
    .where('user_id', '=', user_id)
    .select(['session', 'endpoint', 'p256dh', 'auth', 'created_at'])
    .orderBy('created_at')
    .execute();

function assertUsable({ push }: PushContext, { endpoint, keys }: PushSubscription): void {
  if (!isPushService(endpoint, push.origins) || !isUsable(keys)) throw new Problem('push_refused');
}

export const pushDeviceData: PersonalData = {
  name: 'push_devices',
  export: async (db, user_id) =>
    (await selectDevices(db, user_id)).map(({ endpoint, created_at }) => ({ endpoint, created_at })),
  erase: (tx, user_id) => tx.deleteFrom('push_subscription').where('user_id', '=', user_id).execute(),
};
