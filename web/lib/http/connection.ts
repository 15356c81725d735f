import { createStore } from '../store.ts';

/** True while the server cannot be reached: without a network, and while it is away. */
export const isLost = createStore(false);

/** Polling interval for the server's return while the page is visible, ms. */
const ASK_EVERY = 10_000;
let timer: ReturnType<typeof setInterval> | undefined;

const isReached = () =>
  fetch('/healthz', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );

/** Asks the server whether it is there. A single call may fail for other reasons, such as leaving the page. */
export async function checkConnection(): Promise<void> {
  const lost = !(await isReached());
  isLost.set(lost);
  if (lost) {
    timer ??= setInterval(() => document.visibilityState === 'visible' && void checkConnection(), ASK_EVERY);
    return;
  }
  clearInterval(timer);
  timer = undefined;
}

/** Follows what the browser knows of the network. @returns a function that stops it. */
export function watchConnection(): () => void {
  const check = () => void checkConnection();
  addEventListener('offline', check);
  addEventListener('online', check);
  if (!navigator.onLine) check();
  return () => {
    removeEventListener('offline', check);
    removeEventListener('online', check);
    clearInterval(timer);
    timer = undefined;
  };
}
