import { setTimeout as sleep } from 'node:timers/promises';
import { context, propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { InMemorySpanExporter, NodeTracerProvider, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-node';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { call } from '../testing/calls.ts';
import { publishTrack, signUp, type TestServer, testServer } from '../testing/server.ts';
import { enqueue, type JobKind, startWorker } from './jobs.ts';
import { openTracing, queryLog, traced } from './tracing.ts';

const exporter = new InMemorySpanExporter();
const provider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
let s: TestServer;
let origin: string;
beforeAll(async () => {
  provider.register();
  await openTracing({ OTEL_SERVICE_NAME: 'ovation' });
  s = await testServer();
  origin = await s.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await openTracing({});
  await s.close();
  await provider.shutdown();
  for (const api of [trace, context, propagation]) api.disable();
});
beforeEach(() => exporter.reset());

/** The finished spans, and one of them. */
const spans = () => exporter.getFinishedSpans();
const spanOf = (name: string) => spans().find((span) => span.name === name)!;
const ended = (name: string) => expect.poll(() => spanOf(name)).toBeDefined();

it('has a span for each call, and in it its statements', async () => {
  const id = await publishTrack(s.c);
  exporter.reset();
  for (let i = 0; i < 2; i++) await (await fetch(`${origin}/track/${id}?secret=1`)).json();
  await expect.poll(() => spans().filter(({ kind }) => kind === SpanKind.SERVER)).toHaveLength(2);
  const calls = spans().filter(({ kind }) => kind === SpanKind.SERVER);
  for (const span of calls) {
    expect(span).toMatchObject({
      name: 'GET /track/:id',
      parentSpanContext: undefined,
      attributes: {
        'http.request.method': 'GET',
        'http.route': '/track/:id',
        'http.response.status_code': 200,
      },
    });
    const statements = spans().filter(
      (one) => one.parentSpanContext?.spanId === span.spanContext().spanId && one.kind === SpanKind.CLIENT,
    );
    expect(statements.map(({ name }) => name)).toContain('SELECT');
    expect(statements[0]!.attributes['db.query.text']).toContain(' from "track" where ');
  }
});

it('keeps the statements of a call with a body in its span, and continues the trace of its caller', async () => {
  const { headers } = await signUp(s);
  exporter.reset();
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
  const response = await fetch(`${origin}/auth/me`, {
    method: 'PATCH',
    headers: { ...headers, traceparent, 'content-type': 'application/json' },
    // Later than the header, as over a slow network.
    body: (async function* () {
      await sleep(50);
      yield Buffer.from(JSON.stringify({ name: 'A secret name' }));
    })() as unknown as ReadableStream,
    duplex: 'half',
  } as RequestInit);
  expect(response.status).toBe(200);
  await ended('PATCH /auth/me');
  expect(spanOf('PATCH /auth/me').parentSpanContext?.spanId).toBe('b7ad6b7169203331');
  const update = spanOf('UPDATE');
  expect(update.parentSpanContext?.spanId).toBe(spanOf('PATCH /auth/me').spanContext().spanId);
  const written = JSON.stringify(
    spans().map(({ name, attributes, events }) => ({ name, attributes, events })),
  );
  expect(written).not.toContain('secret');
  expect(written).not.toContain(headers.authorization.split(' ')[1]);
});

it('names calls of unknown addresses by their method alone', async () => {
  await call(s, 'GET /nothing/here');
  await ended('GET');
  expect(spanOf('GET').attributes).toEqual({
    'http.request.method': 'GET',
    'http.response.status_code': 404,
  });
});

it('tells which statements failed, without what the database says about values', async () => {
  const insert = s.c.db.insertInto('setting').values({ name: 'a secret', value: null as never });
  await expect(insert.execute()).rejects.toThrow();
  expect(spanOf('INSERT')).toMatchObject({ status: { code: SpanStatusCode.ERROR } });
  expect(spanOf('INSERT').attributes['error.type']).toMatch(/^\w+$/);
  expect(JSON.stringify(spanOf('INSERT').attributes)).not.toContain('secret');
  expect(spanOf('INSERT').events).toEqual([]);
});

it('has a span for each job, and for what it does', async () => {
  const compose: JobKind = { run: traced('house-band poll', async () => {}) };
  await enqueue(s.c.db, s.c.engine, { kind: 'compose', run_at: s.c.clock() });
  const worker = startWorker(s.c, { compose }, () => {});
  await ended('job compose');
  await worker.stop();
  expect(spanOf('house-band poll').parentSpanContext?.spanId).toBe(
    spanOf('job compose').spanContext().spanId,
  );
});

it('leaves everything as it is while no variable of OpenTelemetry is set', async () => {
  await openTracing({ PATH: '/bin' });
  const run = async () => {};
  expect(traced('job', run)).toBe(run);
  expect(queryLog('sqlite')).toBeUndefined();
  const plain = await testServer();
  await call(plain, 'GET /track');
  await plain.close();
  expect(spans()).toEqual([]);
});
