import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import { observeCalls } from '../http/observe-calls.ts';

/** Figures are read again after this, ms, however often a scraper asks. */
const FRESH_MS = 2000;

/** Reads figures when a scraper asks, such as from the database. */
export type Collect = () => Promise<void> | void;

type Library = typeof import('prom-client');

export interface Metrics {
  /** Prometheus' text format, and its Content-Type. */
  read: () => Promise<{ text: string; type: string }>;
  /** Counts the calls of a server; before its other hooks, so that refused calls count too. */
  countCalls: (server: FastifyInstance) => void;
}

/**
 * Metrics of the process, of its calls, and those that `define` adds. The library is loaded only here, so it costs
 * nothing while the metrics are off.
 */
export async function openMetrics(
  define: (library: Library, register: Registry) => Collect,
): Promise<Metrics> {
  const library = await import('prom-client');
  const register = new library.Registry();
  library.collectDefaultMetrics({ register });
  const collect = define(library, register);
  let reading: Promise<string> | undefined;
  const read = async () => {
    // What cannot be read, for instance without a database, keeps its last value; the rest is still reported.
    await Promise.resolve(collect()).catch(() => {});
    return register.metrics();
  };
  return {
    read: async () => {
      if (!reading) {
        reading = read();
        setTimeout(() => (reading = undefined), FRESH_MS).unref();
      }
      return { text: await reading, type: register.contentType };
    },
    countCalls: (server) => observeCalls(server, callMetrics(library, register)),
  };
}

/** Only templates of routes are labels: an address would make a series of its own. */
function callMetrics({ Counter, Gauge, Histogram }: Library, register: Registry) {
  const registers = [register];
  const requests = new Counter({
    name: 'ovation_http_requests_total',
    help: 'Answered calls by route and status; "aborted" if the client left before the end.',
    labelNames: ['method', 'route', 'status'],
    registers,
  });
  const duration = new Histogram({
    name: 'ovation_http_request_duration_seconds',
    help: 'Time from the arrival of a call to the end of its response, without streams and files.',
    labelNames: ['route'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  const open = new Gauge({
    name: 'ovation_open_streams',
    help: 'Event streams and files that are being sent now.',
    labelNames: ['route'],
    registers,
  });
  return {
    onBegin: ({ route, isStream }: { route: string; isStream: boolean }) => {
      if (isStream) open.inc({ route });
    },
    onEnd: (call: { method: string; route: string; status: string; isStream: boolean; ms: number }) => {
      const { method, route, status, isStream, ms } = call;
      requests.inc({ method, route, status });
      if (isStream) open.dec({ route });
      else duration.observe({ route }, ms / 1000);
    },
  };
}
