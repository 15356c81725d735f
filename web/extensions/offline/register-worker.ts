import { t } from '@lingui/core/macro';
import { serviceWorkers, workerUrl } from '../../lib/browser.ts';
import { site } from '../../lib/site.ts';
import type { Player } from '../../player/engine/player.ts';
import { toast } from '../../ui/layers/toasts.ts';

/** Minimum interval between checks for a new release, made when an open page becomes visible; ms. */
const LOOK_EVERY = 3_600_000;
/** The longest wait for a page that has loaded to rest; ms. */
const LATEST = 3000;

/**
 * Registers the worker that opens pages without a network, once the page has loaded and rests: what it fetches must not
 * delay the page or the first song. Browsers that save data get none.
 */
export function registerWhenIdle(player: Pick<Player, 'state' | 'subscribe'>): void {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  const workers = serviceWorkers();
  if (!import.meta.env.PROD || !workers || connection?.saveData) return;
  const register = () => {
    if (player.state().status !== 'loading') {
      registerWorker(workers).catch((error) => console.info('Pages will not open without a network.', error));
      return;
    }
    const stop = player.subscribe(() => {
      if (player.state().status === 'loading') return;
      stop();
      register();
    });
  };
  const whenIdle = () => {
    if (window.requestIdleCallback?.(register, { timeout: LATEST }) === undefined)
      setTimeout(register, LATEST);
  };
  if (document.readyState === 'complete') whenIdle();
  else addEventListener('load', whenIdle, { once: true });
}

/** Registers the worker, and offers its updates. */
async function registerWorker(workers: ServiceWorkerContainer): Promise<void> {
  const registration = await workers.register(workerUrl());
  const offerWaiting = () =>
    registration.waiting && workers.controller && void offerUpdate(workers, registration.waiting);
  offerWaiting();
  registration.addEventListener('updatefound', () => {
    const { installing } = registration;
    installing?.addEventListener('statechange', () => installing.state === 'installed' && offerWaiting());
  });
  // Browsers look after a page has opened, too, but Chromium only once the worker rests.
  const look = () => void registration.update().catch(() => {});
  look();
  let looked = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden' || Date.now() - looked < LOOK_EVERY) return;
    looked = Date.now();
    look();
  });
}

/** Offers a new release if this page is of an older one. Nothing reloads before a person presses Update. */
async function offerUpdate(workers: ServiceWorkerContainer, waiting: ServiceWorker): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  const entry = document.querySelector('script[type=module][src]')?.getAttribute('src') ?? '';
  const isNew = new Promise<boolean>((resolve) => {
    port1.onmessage = ({ data }) => resolve(data);
  });
  waiting.postMessage({ ready: entry }, [port2]);
  if (!(await isNew)) return;
  toast(
    t`A new version of ${{ name: site.name }} is ready`,
    t`The page reloads, and the music pauses for it.`,
    {
      label: t`Update`,
      run: () => {
        workers.addEventListener('controllerchange', () => location.reload(), { once: true });
        waiting.postMessage('take over');
      },
    },
  );
}
