import { createHash, timingSafeEqual } from 'node:crypto';
import type { Server } from 'node:http';
import { Problem } from 'contract/errors.ts';
import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import { observeCalls } from '../http/log.ts';

/** Figures are read again after this, ms, however often a scraper asks. */
const FRESH_MS = 2000;

/** Reads figures when a scraper asks, such as from the database. */
export type Collect = () => Promise<void> | void;

export type Library = typeof import('prom-client');

export interface Metrics {
  /** Prometheus' text format, and its Content-Type. */
  read: () => Promise<{ text: string; type: string }>;
  /** Counts the calls of a server; before its other hooks, so that refused calls count too. */
  countCalls: (server: FastifyInstance) => void;
}

/**
 * Metrics of the process, of its calls, and those that are defined. The library is loaded only here, so it costs nothing
 * while the metrics are off.
 */
export async function openMetrics(
  definitions: readonly ((library: Library, register: Registry) => Collect)[],
): Promise<Metrics> {
  const library = await import('prom-client');
  const register = new library.Registry();
  library.collectDefaultMetrics({ register });
  const collected = definitions.map((define) => define(library, register));
  let reading: Promise<string> | undefined;
  const read = async () => {
    // What cannot be read, for instance without a database, keeps its last value; the rest is still reported.
    await Promise.allSettled(collected.map(async (collect) => collect()));
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

/** Serves `/metrics` beside everything else, to those who know the token. */
export function metricsRoute(server: FastifyInstance, metrics: Metrics, token: string): void {
  server.get('/metrics', async (request, reply) => {
    if (!knowsToken(request.headers.authorization, token)) throw new Problem('unauthorized');
    const { text, type } = await metrics.read();
    return reply.header('cache-control', 'no-store').type(type).send(text);
  });
}

/** Serves `/metrics` on a port of its own. @param token is asked for if there is one. */
export async function metricsServer(metrics: Metrics, token: string | undefined): Promise<Server> {
  // An ES import of node:http also loads undici, which would add 60 ms to every start.
  const { createServer } = await import('node:http');
  return createServer(async (request, response) => {
    const answer = (status: number, text: string, type = 'text/plain') =>
      response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(text);
    if (request.method !== 'GET' || request.url?.split('?')[0] !== '/metrics')
      return answer(404, 'Not found\n');
    if (token !== undefined && !knowsToken(request.headers.authorization, token))
      return answer(401, 'This needs the token.\n');
    try {
      const { text, type } = await metrics.read();
      answer(200, text, type);
    } catch {
      answer(500, 'The metrics cannot be read.\n');
    }
  });
}

const digest = (text: string) => createHash('sha256').update(text).digest();

function knowsToken(authorization: string | undefined, token: string): boolean {
  return timingSafeEqual(digest(authorization ?? ''), digest(`Bearer ${token}`));
}
