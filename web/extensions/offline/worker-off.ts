/**
 * Part of its global scope that a worker uses. TypeScript's own library of workers contradicts that of pages, and both
 * are checked together here.
 */
export interface WorkerScope {
  registration: ServiceWorkerRegistration;
  clients: {
    claim: () => Promise<void>;
    matchAll: (options: { type: 'window'; includeUncontrolled: boolean }) => Promise<unknown[]>;
  };
  skipWaiting: () => Promise<void>;
  addEventListener: {
    (name: 'install' | 'activate', listener: (event: WorkerEvent) => void): void;
    (name: 'message', listener: (event: WorkerEvent & MessageEvent) => void): void;
  };
}

interface WorkerEvent extends Event {
  /** Keeps the worker alive, and the next step of its life waiting, until a promise settles. */
  waitUntil: (until: Promise<unknown>) => void;
}

const worker = globalThis as unknown as WorkerScope;

/**
 * Takes the place of a broken worker, with `OFFLINE=off`: it deletes the shell and the songs that the
 * device keeps, and removes itself. Pages that are open go on, and load from the server from then on. Each page that
 * opens registers it again, so that it also reaches people who come back after months.
 */
async function remove(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => /^(workbox-|ovation-)/.test(name)).map((name) => caches.delete(name)),
  );
  await worker.registration.unregister();
}

worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()));
worker.addEventListener('activate', (event) => event.waitUntil(remove()));
