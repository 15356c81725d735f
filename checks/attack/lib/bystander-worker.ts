import http from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';
import type { Calm } from './report.ts';

/** Linux answers on all of 127.0.0.0/8, so the bystander has an address of its own. */
const ADDRESS = '127.0.0.2';
const EVERY_MS = 20;
const TIMEOUT_MS = 60_000;

const { port, path } = workerData as { port: number; path: string };
const agent = new http.Agent({ keepAlive: true });
const latencies: number[] = [];
const pending = new Set<Promise<void>>();
let failures = 0;
// Calls do not wait for each other, so a frozen server shows up in the latency of each.
const timer = setInterval(() => {
  const call = lightCall(agent, port, path).then(
    (ms) => {
      latencies.push(ms);
    },
    () => {
      failures++;
    },
  );
  pending.add(call);
  void call.finally(() => pending.delete(call));
}, EVERY_MS);

parentPort!.once('message', async () => {
  clearInterval(timer);
  await Promise.all(pending);
  agent.destroy();
  parentPort!.postMessage(summarize(latencies, failures));
});

/** @returns its latency, ms. @throws Error unless the answer is 200. */
function lightCall(agent: http.Agent, port: number, path: string): Promise<number> {
  const startedAt = performance.now();
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, path, agent, localAddress: ADDRESS, timeout: TIMEOUT_MS };
    const request = http.get(options, (response) => {
      response.resume();
      response.once('error', reject);
      response.once('end', () => {
        if (response.statusCode === 200) resolve(performance.now() - startedAt);
        else reject(new Error(`${path} answered ${response.statusCode}`));
      });
    });
    request.once('timeout', () => request.destroy(new Error('timed out')));
    request.once('error', reject);
  });
}

function summarize(latencies: number[], failures: number): Calm {
  const sorted = latencies.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { calls: sorted.length + failures, failures, p50: at(0.5), p99: at(0.99), max: at(1) };
}
