import { call } from '../../lib/http/api.ts';

/**
 * The server's clock, as this page sees it. It is told by `performance.now()`, which runs evenly whatever happens to the
 * clock of the device: that one may be a day wrong, and may jump.
 */

/** A question about the time and its answer. */
export interface ClockSample {
  /** Times of the request and the response, by `performance.now()`. */
  sent: number;
  received: number;
  /** The server's time, epoch ms. */
  server: number;
}

const SAMPLES = 3;
/** The two clocks of the device are compared this often; apart by more, it slept or its clock jumped. ms. */
const COMPARE_MS = 1000;
const JUMP_MS = 250;

/**
 * Server's time minus `performance.now()`, by the sample with the shortest round trip: the answer was made within it,
 * most likely in the middle. @param samples at least one.
 */
export function offsetOf(samples: readonly ClockSample[]): number {
  const best = samples.reduce((one, other) =>
    other.received - other.sent < one.received - one.sent ? other : one,
  );
  return best.server - (best.sent + best.received) / 2;
}

async function sample(): Promise<ClockSample> {
  const sent = performance.now();
  const { now: server } = await call('GET /premieres/clock');
  return { sent, received: performance.now(), server };
}

/** Asks the server for the time, one question after another. @throws if not one was answered. */
async function askForOffset(): Promise<number> {
  const samples: ClockSample[] = [];
  let failure: unknown;
  for (let nth = 0; nth < SAMPLES; nth++)
    await sample().then(
      (one) => samples.push(one),
      (error) => {
        failure = error;
      },
    );
  if (samples.length === 0) throw failure;
  return offsetOf(samples);
}

export interface ServerClock {
  /** The server's time, epoch ms. */
  now: () => number;
  stop: () => void;
}

/** Agrees on the time with the server, and again whenever the device has slept or the page comes back. */
export async function agreeOnClock(): Promise<ServerClock> {
  // Without an answer, the device's own clock is all there is; it asks until it is answered.
  let isAgreed = true;
  let offset = await askForOffset().catch(() => {
    isAgreed = false;
    return Date.now() - performance.now();
  });
  let apart = Date.now() - performance.now();
  let isAsking = false;
  const ask = async () => {
    if (isAsking) return;
    isAsking = true;
    await askForOffset().then(
      (agreed) => {
        offset = agreed;
        isAgreed = true;
      },
      () => {},
    );
    isAsking = false;
  };
  const timer = setInterval(() => {
    const before = apart;
    apart = Date.now() - performance.now();
    if (!isAgreed || Math.abs(apart - before) > JUMP_MS) void ask();
  }, COMPARE_MS);
  const onVisible = () => document.visibilityState === 'visible' && void ask();
  document.addEventListener('visibilitychange', onVisible);
  addEventListener('online', onVisible);
  return {
    now: () => performance.now() + offset,
    stop() {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', onVisible);
      removeEventListener('online', onVisible);
    },
  };
}
