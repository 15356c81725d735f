import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { format } from 'node:util';
import type { FastifyInstance, FastifyRequest, FastifyServerOptions } from 'fastify';

/**
 * Logs JSON lines. Query strings, headers and bodies may contain personal data, so a request is logged by its method
 * and path only. The same goes for fields that drivers add to errors, such as the row in PostgreSQL's `detail`.
 */
export function logger(
  level: string,
  stream?: { write: (line: string) => void },
): FastifyServerOptions['logger'] {
  if (level === 'silent') return false;
  return {
    level,
    ...(stream && { stream }),
    serializers: {
      req: (request: FastifyRequest) => ({ method: request.method, path: request.url.split('?')[0] }),
      err: ({ name, message, stack, code }: Error & { code?: unknown }) => ({
        type: name,
        message,
        stack: stack ?? '',
        code,
      }),
    },
  };
}

/** Ids that proxies and tracing use: UUIDs, ULIDs, hexadecimal numbers. */
const VALID = /^[\w.-]{8,64}$/;

/** The id of a call in the log and in the response: the one of a proxy or client if it is harmless, otherwise a new one. */
export function requestId({ headers }: IncomingMessage): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && VALID.test(given) ? given : randomUUID();
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The response lasts as long as the client likes, so its duration says nothing about the server. */
    isStream?: boolean;
  }
}

interface BegunCall {
  /** The template of its route, such as `/track/:id`; "none" for files of the page and unknown paths. */
  route: string;
  isStream: boolean;
}

interface EndedCall extends BegunCall {
  method: string;
  /** The HTTP status, or "aborted" if the client left before the response had been sent. */
  status: string;
  /** Since the call arrived. */
  ms: number;
  request: FastifyRequest;
}

interface CallObserver {
  onBegin?: (call: BegunCall) => void;
  onEnd: (call: EndedCall) => void;
}

/** Calls the observer once when each call begins and once when its response has ended, however it ended. */
export function observeCalls(server: FastifyInstance, { onBegin, onEnd }: CallObserver): void {
  server.addHook('onRequest', (request, { raw }, done) => {
    const beganAt = performance.now();
    const { url: route = 'none', config } = request.routeOptions;
    const isStream = config.isStream === true;
    onBegin?.({ route, isStream });
    // Unlike Fastify's `onResponse`, this also comes when the client leaves.
    raw.once('close', () => {
      const status = raw.writableEnded ? String(raw.statusCode) : 'aborted';
      onEnd({ method: request.method, route, status, isStream, ms: performance.now() - beganAt, request });
    });
    done();
  });
}

/**
 * Logs a line for each call when its response has ended, whatever the level of the rest of the log. No addresses and
 * no query strings, which are personal data.
 */
export function logAccess(server: FastifyInstance): void {
  const log = server.log.child({}, { level: 'info' });
  observeCalls(server, {
    onEnd: ({ request, route, status, ms }) =>
      log.info({ reqId: request.id, req: request, route, status, ms: Math.round(ms * 10) / 10 }, 'call'),
  });
}

/** Pino's numbers of the levels. */
const LEVELS = { trace: 10, debug: 20, info: 30, warn: 40, error: 50, fatal: 60 };
const LEVEL_NAMES = new Map(Object.entries(LEVELS).map(([name, level]) => [level, name]));

/**
 * Writes the log for people: `12:03:11 warn sending a mail failed code=EENVELOPE`, with the local time; the stack of
 * an error follows on lines of its own.
 */
export const textLog = (write: (text: string) => void) => ({
  write(line: string): void {
    const { level, time, msg, pid, hostname, reqId, req, err, ...more } = JSON.parse(line);
    const facts = { ...(req && { call: `${req.method} ${req.path}` }), ...more, ...(reqId && { reqId }) };
    const words = [
      new Date(time).toTimeString().slice(0, 8),
      LEVEL_NAMES.get(level) ?? level,
      msg,
      ...Object.entries(facts).map(([name, value]) => `${name}=${oneLine(value)}`),
    ];
    const stack = err ? `\n  ${String(err.stack || err.message).replaceAll('\n', '\n  ')}` : '';
    write(`${words.filter(Boolean).join(' ')}${stack}\n`);
  },
});

/** A value without line breaks, so that nothing a caller sends looks like a line of the log. */
const oneLine = (value: unknown) =>
  typeof value === 'string' && /^[\w./:-]+$/.test(value) ? value : JSON.stringify(value);

/** Makes `console` write JSON like the log, to standard output, so that one parser reads all of it. */
export function jsonConsole(): void {
  const write =
    (level: number) =>
    (...values: unknown[]): void => {
      process.stdout.write(`${JSON.stringify({ level, time: Date.now(), msg: format(...values) })}\n`);
    };
  console.log = write(LEVELS.info);
  console.error = write(LEVELS.error);
}
