import { Worker } from 'node:worker_threads';
import type { Calm } from './report.ts';

/**
 * Makes a light call every 20 ms from another address, as an ordinary visitor would, until it is stopped. It has a
 * thread of its own: the attack keeps this one busy, which must not count as the server's latency.
 */
export async function startBystander(port: number, path: string): Promise<{ stop: () => Promise<Calm> }> {
  const worker = new Worker(new URL('./bystander-worker.ts', import.meta.url), {
    workerData: { port, path },
  });
  await new Promise((resolve, reject) => worker.once('online', resolve).once('error', reject));
  return {
    stop: () =>
      new Promise((resolve, reject) => {
        worker.once('message', resolve).once('error', reject);
        worker.postMessage('stop');
      }),
  };
}
