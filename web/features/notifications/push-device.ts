import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { PushSettings, PushSubscription } from 'contract/push.ts';
import { call } from '../../lib/api.ts';
import { type ToastAction, toast, toastProblem } from '../../ui/toasts.ts';

export const pushSettingsQuery = queryOptions({
  queryKey: ['push-settings'],
  queryFn: () => call('GET /notifications/push'),
  meta: { private: true },
});

/** Whether this browser can tell its owner something while the page is closed, and what keeps it from that. */
export type PushSupport = 'yes' | 'blocked' | 'install-first' | 'no';

export function pushSupport(): PushSupport {
  if ('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)
    return Notification.permission === 'denied' ? 'blocked' : 'yes';
  // iPhones and iPads push to apps on the home screen alone; iPads call themselves Macs.
  const isApple = /iPad|iPhone/.test(navigator.userAgent);
  const isTablet = /Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1;
  return isApple || isTablet ? 'install-first' : 'no';
}

/**
 * Subscribes this device. Call it in the handler of a press: browsers let nothing else ask.
 * @throws Error in words for people.
 */
async function subscribe(publicKey: string): Promise<PushSettings> {
  if ((await Notification.requestPermission()) !== 'granted')
    throw new Error(
      'Your browser does not allow it. You can allow notifications in its settings for this site.',
    );
  await navigator.serviceWorker.register('/worker.js');
  const { pushManager } = await navigator.serviceWorker.ready;
  // That of an earlier member, or with keys that the site no longer has.
  await (await pushManager.getSubscription())?.unsubscribe();
  const made = await pushManager
    .subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
    .catch(() => {
      throw new Error('The push service of your browser cannot be reached.');
    });
  return call('PUT /notifications/push/device', { body: made.toJSON() as PushSubscription });
}

/** Tells this device from now on, and says whether that worked. Only after a press. */
export async function tellThisDevice(client: QueryClient, publicKey: string): Promise<void> {
  try {
    client.setQueryData(pushSettingsQuery.queryKey, await subscribe(publicKey));
    toast('This device is told', 'What for and when is up to you, in the settings of your profile.');
  } catch (error) {
    toastProblem('This device cannot be told', (error as Error).message);
  }
}

/** Stops telling this device. */
export async function stopTelling(client: QueryClient): Promise<void> {
  try {
    client.setQueryData(pushSettingsQuery.queryKey, await call('DELETE /notifications/push/device'));
    const registration = await navigator.serviceWorker.getRegistration();
    await (await registration?.pushManager.getSubscription())?.unsubscribe();
  } catch (error) {
    toastProblem('Couldn’t change what this device is told', (error as Error).message);
  }
}

/** What to offer to somebody who has just asked to be told: nothing if this device is told already, or cannot be. */
export async function offerDevice(client: QueryClient): Promise<ToastAction[]> {
  if (pushSupport() !== 'yes') return [];
  const { this_device, public_key } = await client.fetchQuery(pushSettingsQuery);
  if (this_device) return [];
  return [{ label: 'Tell me on this device', run: () => void tellThisDevice(client, public_key) }];
}
