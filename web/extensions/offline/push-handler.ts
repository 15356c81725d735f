import { english } from 'contract/text/messages.ts';

/** Part of the worker's scope for push messages; TypeScript's own library of workers contradicts that of pages. */
export interface PushScope {
  registration: ServiceWorkerRegistration;
  location: Location;
  clients: {
    matchAll: (options: { type: 'window'; includeUncontrolled: boolean }) => Promise<Page[]>;
    openWindow: (path: string) => Promise<unknown>;
  };
  addEventListener: {
    (name: 'push', listener: (event: Waiting & { data: { text: () => string } | null }) => void): void;
    (name: 'notificationclick', listener: (event: Waiting & { notification: Notification }) => void): void;
    (name: 'pushsubscriptionchange', listener: (event: Waiting & Changed) => void): void;
  };
}

interface Waiting {
  waitUntil: (until: Promise<unknown>) => void;
}

interface Changed {
  oldSubscription?: PushSubscription | null;
  newSubscription?: PushSubscription | null;
}

interface Page {
  focused: boolean;
  focus: () => Promise<unknown>;
  postMessage: (message: unknown, ports: MessagePort[]) => void;
}

/** A sentence, and the page that it leads to; see `server/extensions/notifications/push/texts.ts`. */
interface Message {
  title: string;
  path: string;
}

/**
 * Shows what the server pushes, opens its page at a press, and keeps the subscription.
 * @param news title of what cannot be read, since browsers demand that every message is shown.
 */
export function handlePush(worker: PushScope, news: string = NEWS): void {
  worker.addEventListener('push', (event) =>
    event.waitUntil(show(worker, read(event.data?.text()) ?? { title: news, path: '/' })),
  );
  worker.addEventListener('notificationclick', (event) => {
    event.notification.close();
    event.waitUntil(open(worker, String(event.notification.data)));
  });
  worker.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renew(worker, event)));
}

const NEWS = english('There is news for you');

function read(text: string | undefined): Message | undefined {
  try {
    const { title, path } = JSON.parse(text ?? '') as Message;
    // Only pages of this site.
    return typeof title === 'string' && /^\/(?![/\\])/.test(path) ? { title, path } : undefined;
  } catch {
    return undefined;
  }
}

/** Of two messages about one page the newer one stays. */
const show = (worker: PushScope, { title, path }: Message) =>
  worker.registration.showNotification(title, {
    tag: path,
    data: path,
    icon: '/icon-192.png',
    badge: '/icon-192.png',
  });

/** Timeout for an open page to confirm that it shows the URL, ms. */
const PAGE_MS = 500;

/** A page that is open goes there by itself, so that the music plays on; otherwise a new one opens. */
async function open(worker: PushScope, path: string): Promise<void> {
  const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const page = pages.find(({ focused }) => focused) ?? pages[0];
  if (page) {
    const { port1, port2 } = new MessageChannel();
    const isShown = new Promise<boolean>((resolve) => {
      port1.onmessage = () => resolve(true);
      setTimeout(resolve, PAGE_MS, false);
    });
    page.postMessage({ open: path }, [port2]);
    if (await isShown) return void (await page.focus());
  }
  await worker.clients.openWindow(path);
}

/** Tells the server the new URL of a subscription that the browser has replaced. */
async function renew({ registration }: PushScope, { oldSubscription: old, newSubscription }: Changed) {
  const auth = old?.toJSON().keys?.auth;
  if (!old || !auth) return;
  const subscription = newSubscription ?? (await registration.pushManager.subscribe(old.options));
  const body = JSON.stringify({ old: { endpoint: old.endpoint, auth }, subscription });
  await fetch('/notifications/push/renew', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
}
