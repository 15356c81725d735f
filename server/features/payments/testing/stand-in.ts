import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PaymentSettings } from '../settings.ts';
import { api } from './api.ts';
import { controls } from './control.ts';
import { hostedPage } from './hosted-pages.ts';
import { type Account, emptyAccount, newId } from './objects.ts';
import { type Answer, bodyOf, formOf, refused, send } from './wire.ts';

/**
 * A stand-in for Stripe: speaks its wire format over HTTP, keeps an account in memory, and signs its events as
 * Stripe does. README.md tells how to use it.
 */

/** An event as Stripe tells it; its object is how things stood when it happened. */
export interface StripeEvent {
  id: string;
  object: 'event';
  type: string;
  created: number;
  livemode: boolean;
  data: { object: Record<string, unknown> };
}

/**
 * How a call goes wrong. `error` 500, `decline` 402, `unauthorized` 401, `limit` 429; `silent` never answers;
 * `lost` does it, but the answer is lost; `cut` does nothing and closes the connection.
 */
export type Fault = 'error' | 'decline' | 'unauthorized' | 'limit' | 'silent' | 'lost' | 'cut';

export type StandIn = Awaited<ReturnType<typeof openStandIn>>;

const WEBHOOK_SECRET = 'whsec_standin';
/** Of the plans, where subscriptions are sold. */
export const PRICES = { plus: 'price_plus', premium: 'price_premium', platinum: 'price_platinum' };

/** @param wish.port where the browser must find it; any that is free unless told. */
export async function openStandIn(wish: { port?: number; livemode?: boolean } = {}) {
  const livemode = wish.livemode ?? false;
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
  const answer = api(account, act, { base: () => url, livemode });
  const answered = new Map<string, { asked: string; answer: Answer }>();

  /** Sends the events that were not sent yet, oldest first. @returns the statuses of the answers. */
  async function deliver(
    to: string,
    how: { times?: number; order?: 'given' | 'reversed' } = {},
  ): Promise<number[]> {
    const waiting = events.slice(undelivered);
    undelivered = events.length;
    if (how.order === 'reversed') waiting.reverse();
    const statuses: number[] = [];
    const sending = (async () => {
      for (const event of waiting)
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
    void take(request, response).catch(() => response.destroy());
  });

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
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
    // Stripe answers the same to the same key, whatever the answer was; in the browser its script has none.
    const repeat = request.headers['idempotency-key'];
    const asked = `${request.method} ${pathname} ${text}`;
    const before = typeof repeat === 'string' ? answered.get(repeat) : undefined;
    if (before && before.asked !== asked)
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
    const told =
      before?.answer ??
      (fault === 'error'
        ? refused(500, { type: 'api_error', message: 'An unknown error occurred' })
        : fault === 'decline'
          ? refused(402, { type: 'card_error', code: 'card_declined', message: 'Your card was declined.' })
          : answer({
              method: request.method!,
              ...wayOf(pathname),
              form,
              fromBrowser: key === publishableKey,
            }));
    if (typeof repeat === 'string') answered.set(repeat, { asked, answer: structuredClone(told) });
    if (fault === 'lost') return void response.destroy();
    send(response, told);
  }

  function showHosted(pathname: string, text: string, response: ServerResponse): void {
    const verb = formOf(text).verb;
    const page = hostedPage(account, act, pathname.split('/').slice(2), verb as string | undefined);
    if (!page) return void response.writeHead(404).end();
    if ('to' in page) return void response.writeHead(303, { location: page.to }).end();
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page.html);
  }

  /** Signs as Stripe: `t=…,v1=…`. @param how.at epoch ms; now unless told. */
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

  server.listen(wish.port ?? 0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    url,
    account,
    /** What customers, banks and the operator do. */
    act,
    /** Everything that happened, oldest first. */
    events,
    /** Each call that came, as `POST /v1/payment_intents`. */
    calls,
    /** The next calls go wrong in these ways, one each. */
    fail: (...next: Fault[]) => void faults.push(...next),
    sign,
    deliver,
    /** From now on each event is sent at once, as it happens, or (undefined) is not; `settled` waits for those under way. */
    listen: (to: string | undefined) => {
      listener = to;
    },
    settled: async () => {
      while (deliveries.size > 0) await Promise.all(deliveries);
    },
    /** What a server needs to take this for Stripe. */
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

function wayOf(pathname: string): { way: string[] } {
  const one = pathname
    .replace(/^\/v1\//, '')
    .replace(/^(checkout|billing_portal)\/sessions/, '$1+sessions')
    .split('/');
  return { way: [one[0]!.replace('+', '/'), ...one.slice(1)] };
}
