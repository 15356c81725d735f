import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PaymentSettings } from '../settings.ts';
import { api } from './api.ts';
import { controls } from './control.ts';
import { hostedPage } from './hosted-pages.ts';
import { type Account, emptyAccount, newId } from './objects.ts';
import { type ApiResponse, bodyOf, formOf, refused, send } from './wire.ts';

/**
 * A stand-in for Stripe: speaks its wire format over HTTP, keeps an account in memory, and signs events as Stripe
 * does. README.md explains how to use it.
 */

/** An event in Stripe's format, with a snapshot of its object. */
export interface StripeEvent {
  id: string;
  object: 'event';
  type: string;
  created: number;
  livemode: boolean;
  data: { object: Record<string, unknown> };
}

/**
 * Failure of a call. `error` 500, `decline` 402, `unauthorized` 401, `limit` 429; `silent` never responds; `lost`
 * performs the call but drops the response; `cut` closes the connection without performing the call.
 */
export type Fault = 'error' | 'decline' | 'unauthorized' | 'limit' | 'silent' | 'lost' | 'cut';

export type StandIn = Awaited<ReturnType<typeof openStandIn>>;

const WEBHOOK_SECRET = 'whsec_standin';
/** The price ids of the plans. */
export const PRICES = { plus: 'price_plus', premium: 'price_premium', platinum: 'price_platinum' };

/** @param options.port a free port by default. */
export async function openStandIn(options: { port?: number; livemode?: boolean } = {}) {
  const livemode = options.livemode ?? false;
  const mode = livemode ? 'live' : 'test';
  const secretKey = `sk_${mode}_standin`;
  const publishableKey = `pk_${mode}_standin`;
  const account: Account = emptyAccount();
  const events: StripeEvent[] = [];
  const faults: Fault[] = [];
  const calls: string[] = [];
  let listener: string | undefined;
  let undelivered = 0;
  const deliveries = new Set<Promise<unknown>>();

  const act = controls(account, (type, object) => {
    events.push({
      id: newId('evt'),
      object: 'event',
      type,
      created: Math.floor(Date.now() / 1000),
      livemode,
      data: { object: structuredClone(object) as Record<string, unknown> },
    });
    if (listener !== undefined) void deliver(listener);
  });
  const respond = api(account, act, { base: () => url, livemode });
  const repeatable = new Map<string, { call: string; response: ApiResponse }>();

  /** Sends the events that were not sent before, oldest first. @returns the HTTP statuses of the responses. */
  async function deliver(
    to: string,
    how: { times?: number; order?: 'given' | 'reversed' } = {},
  ): Promise<number[]> {
    const pending = events.slice(undelivered);
    undelivered = events.length;
    if (how.order === 'reversed') pending.reverse();
    const statuses: number[] = [];
    const sending = (async () => {
      for (const event of pending)
        for (let i = 0; i < (how.times ?? 1); i++) {
          const { body, headers } = sign(event);
          statuses.push((await fetch(to, { method: 'POST', body, headers })).status);
        }
    })().catch(() => {});
    deliveries.add(sending);
    await sending;
    deliveries.delete(sending);
    return statuses;
  }

  const server = createServer((request, response) => {
    void handle(request, response).catch(() => response.destroy());
  });

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, search } = new URL(request.url!, 'http://stand-in');
    const text = await bodyOf(request);
    if (request.method === 'OPTIONS') {
      response.writeHead(204, {
        'access-control-allow-origin': '*',
        'access-control-allow-headers': '*',
        'access-control-allow-methods': 'GET, POST',
      });
      return void response.end();
    }
    if (pathname.startsWith('/hosted/')) return showHosted(pathname, text, response);
    calls.push(`${request.method} ${pathname}`);
    const form = { ...formOf(search.slice(1)), ...formOf(text) };
    const key = request.headers.authorization?.replace(/^Bearer /, '') ?? form.key;
    if (key !== secretKey && key !== publishableKey)
      return send(
        response,
        refused(401, { type: 'invalid_request_error', message: `Invalid API Key provided: ${key}` }),
      );
    // Stripe repeats its response, even an error, for a repeated idempotency key. Its browser script sends none.
    const idempotencyKey = request.headers['idempotency-key'];
    const requested = `${request.method} ${pathname} ${text}`;
    const before = typeof idempotencyKey === 'string' ? repeatable.get(idempotencyKey) : undefined;
    if (before && before.call !== requested)
      return send(
        response,
        refused(400, { type: 'idempotency_error', message: 'This key was used with other parameters.' }),
      );
    const fault = faults.shift();
    if (fault === 'silent') return;
    if (fault === 'cut') return void response.destroy();
    if (fault === 'unauthorized')
      return send(
        response,
        refused(401, { type: 'invalid_request_error', message: `Invalid API Key provided: ${secretKey}` }),
      );
    if (fault === 'limit')
      return send(
        response,
        refused(429, { type: 'invalid_request_error', code: 'rate_limit', message: 'Too many requests.' }),
      );
    const result =
      before?.response ??
      (fault === 'error'
        ? refused(500, { type: 'api_error', message: 'An unknown error occurred' })
        : fault === 'decline'
          ? refused(402, { type: 'card_error', code: 'card_declined', message: 'Your card was declined.' })
          : respond({
              method: request.method!,
              path: pathOf(pathname),
              form,
              fromBrowser: key === publishableKey,
            }));
    if (typeof idempotencyKey === 'string')
      repeatable.set(idempotencyKey, { call: requested, response: structuredClone(result) });
    if (fault === 'lost') return void response.destroy();
    send(response, result);
  }

  function showHosted(pathname: string, text: string, response: ServerResponse): void {
    const verb = formOf(text).verb;
    const page = hostedPage(account, act, pathname.split('/').slice(2), verb as string | undefined);
    if (!page) return void response.writeHead(404).end();
    if ('to' in page) return void response.writeHead(303, { location: page.to }).end();
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page.html);
  }

  /** Signs an event as Stripe does: `t=…,v1=…`. @param how.at epoch ms, by default now. */
  function sign(event: object, how: { at?: number; secret?: string } = {}) {
    const body = JSON.stringify(event);
    const t = Math.floor((how.at ?? Date.now()) / 1000);
    const v1 = createHmac('sha256', how.secret ?? WEBHOOK_SECRET)
      .update(`${t}.${body}`)
      .digest('hex');
    return {
      body,
      headers: { 'content-type': 'application/json', 'stripe-signature': `t=${t},v1=${v1}` },
    };
  }

  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    url,
    account,
    /** Actions of customers, banks and the operator. */
    act,
    /** All events, oldest first. */
    events,
    /** All calls received, as `POST /v1/payment_intents`. */
    calls,
    /** Makes the next calls fail, one per fault. */
    fail: (...next: Fault[]) => void faults.push(...next),
    sign,
    deliver,
    /** Sends each new event to this URL immediately, or stops with undefined; `settled` waits for deliveries in progress. */
    listen: (to: string | undefined) => {
      listener = to;
    },
    settled: async () => {
      while (deliveries.size > 0) await Promise.all(deliveries);
    },
    /** The settings of a server that uses this stand-in. */
    settings: (prices: PaymentSettings['prices'] = PRICES): PaymentSettings => ({
      secretKey,
      publishableKey,
      webhookSecret: WEBHOOK_SECRET,
      live: livemode,
      apiUrl: url,
      prices,
    }),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function pathOf(pathname: string): string[] {
  const parts = pathname
    .replace(/^\/v1\//, '')
    .replace(/^(checkout|billing_portal)\/sessions/, '$1+sessions')
    .split('/');
  return [parts[0]!.replace('+', '/'), ...parts.slice(1)];
}
