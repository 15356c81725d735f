import type { Span } from '@opentelemetry/api';
import type { FastifyInstance } from 'fastify';
import type { LogEvent } from 'kysely';

/**
 * Spans of calls, SQL statements, jobs and generators. They hold no addresses, parameters or messages of errors, which
 * may be personal or secret.
 */

let otel: typeof import('@opentelemetry/api') | undefined;

/**
 * Loads OpenTelemetry's API if one of its variables is set. Otherwise the functions below do nothing and return what
 * they are given. Call it before anything that is traced is opened.
 */
export async function openTracing(env: NodeJS.ProcessEnv): Promise<void> {
  const isWanted = Object.keys(env).some((name) => name.startsWith('OTEL_'));
  otel = isWanted ? await import('@opentelemetry/api') : undefined;
}

const tracer = () => otel!.trace.getTracer('ovation');

/** A span for each call, from its arrival to the end of its response. Its hook must be the first. */
export function traceCalls(server: FastifyInstance): void {
  if (!otel) return;
  const { context, propagation, SpanKind, SpanStatusCode, trace } = otel;
  server.addHook('onRequest', (request, { raw }, done) => {
    const { method, headers } = request;
    const { url: route } = request.routeOptions;
    const parent = trace.getActiveSpan() ? context.active() : propagation.extract(context.active(), headers);
    const attributes = { 'http.request.method': method, ...(route && { 'http.route': route }) };
    const options = { kind: SpanKind.SERVER, attributes };
    const span = tracer().startSpan([method, route].join(' ').trim(), options, parent);
    raw.once('close', () => {
      if (raw.writableEnded) span.setAttribute('http.response.status_code', raw.statusCode);
      else span.setAttribute('error.type', 'aborted');
      if (raw.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    });
    context.with(trace.setSpan(parent, span), done);
  });
}

/** A logger for Kysely that makes a span of each statement; undefined while nothing is traced. */
export function queryLog(system: string): ((event: LogEvent) => void) | undefined {
  if (!otel) return undefined;
  const kind = otel.SpanKind.CLIENT;
  return (event) => {
    const { sql } = event.query;
    // Migrations begin with comments.
    const operation = (/^\s*(\w+)/m.exec(sql)?.[1] ?? 'SQL').toUpperCase();
    const attributes = { 'db.system.name': system, 'db.operation.name': operation, 'db.query.text': sql };
    const [startTime, endedAt] = [performance.now() - event.queryDurationMillis, performance.now()];
    const span = tracer().startSpan(operation, { kind, startTime, attributes });
    if (event.level === 'error') fail(span, event.error);
    span.end(endedAt);
  };
}

/** `run` within a span; `run` itself while nothing is traced. */
export function traced<Args extends unknown[], Result>(
  name: string,
  run: (...args: Args) => Promise<Result>,
): (...args: Args) => Promise<Result> {
  if (!otel) return run;
  return (...args) =>
    tracer().startActiveSpan(name, (span) => {
      const result = run(...args);
      result.catch((error) => fail(span, error)).finally(() => span.end());
      return result;
    });
}

function fail(span: Span, error: unknown): void {
  span.setStatus({ code: otel!.SpanStatusCode.ERROR });
  const { code, name } = error as { code?: unknown; name?: unknown };
  span.setAttribute('error.type', String(code ?? name));
}
