import { msg, t } from '@lingui/core/macro';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { ReadableError } from 'contract/answers.ts';
import type { PushSettings, PushSubscription } from 'contract/extensions/news/push.ts';
import { notifications, serviceWorkers, workerUrl } from '../../lib/browser.ts';
import { call } from '../../lib/http/api.ts';
import { type ToastAction, toast, toastProblem } from '../../ui/layers/toasts.ts';

export const pushSettingsQuery = queryOptions({
  queryKey: ['push-settings'],
  queryFn: () => call('GET /notifications/push'),
  meta: { private: true },
});

/** Support for push notifications while the page is closed, and the obstacle to them. */
export type PushSupport = 'yes' | 'blocked' | 'install-first' | 'no';

export function pushSupport(): PushSupport {
  const { permission } = notifications() ?? {};
  if (permission) return permission === 'denied' ? 'blocked' : 'yes';
  // iPhones and iPads push to apps on the home screen alone; iPads call themselves Macs.
  const isApple = /iPad|iPhone/.test(navigator.userAgent);
  const isTablet = /Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1;
  return isApple || isTablet ? 'install-first' : 'no';
}

const NOT_ALLOWED = msg`Your browser doesn’t allow it. You can allow notifications in its settings for this site.`;

/**
 * Subscribes this device. Call it in the handler of a press: browsers let nothing else ask.
 * @throws ReadableError if the browser does not let it.
 */
async function subscribe(publicKey: string): Promise<PushSettings> {
  if ((await notifications()?.requestPermission()) !== 'granted') throw new ReadableError(t(NOT_ALLOWED));
  const registration = await serviceWorkers()
    ?.register(workerUrl())
    .catch(() => undefined);
  if (!registration) throw new ReadableError(t(NOT_ALLOWED));
  const { pushManager } = await serviceWorkers()!.ready;
  // That of an earlier member, or with keys that the site no longer has.
  await (await pushManager.getSubscription())?.unsubscribe();
  const made = await pushManager
    .subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
    .catch(() => {
      throw new ReadableError(t`Your browser can’t reach its push service.`);
    });
  return call('PUT /notifications/push/device', { body: made.toJSON() as PushSubscription });
}

/** Turns push notifications on for this device, and says whether that worked. Only after a press. */
export async function turnOnPush(client: QueryClient, publicKey: string): Promise<void> {
  try {
    client.setQueryData(pushSettingsQuery.queryKey, await subscribe(publicKey));
    toast(t`Push notifications are on`, t`Choose which and when under Settings, Notifications.`);
  } catch (error) {
    toastProblem(t`Couldn’t turn on push notifications`, error);
  }
}

/** Turns push notifications off for this device. */
export async function turnOffPush(client: QueryClient): Promise<void> {
  try {
    client.setQueryData(pushSettingsQuery.queryKey, await call('DELETE /notifications/push/device'));
    const registration = await serviceWorkers()?.getRegistration();
    await (await registration?.pushManager.getSubscription())?.unsubscribe();
  } catch (error) {
    toastProblem(t`Couldn’t turn off push notifications`, error);
  }
}

/** Offers push to somebody who has just asked to be told; nothing if this device has it already, or cannot. */
export async function offerDevice(client: QueryClient): Promise<ToastAction[]> {
  if (pushSupport() !== 'yes') return [];
  const { this_device, public_key } = await client.fetchQuery(pushSettingsQuery);
  if (this_device) return [];
  return [{ label: t`Notify this device`, run: () => void turnOnPush(client, public_key) }];
}
