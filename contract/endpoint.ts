import type { z } from 'zod';

/** Callers allowed: anyone, anyone with a live session, or only admins. Features decide access to single rows. */
type Access = 'anyone' | 'signed-in' | 'admin';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export type RawQuery = Readonly<Record<string, unknown>>;

interface Parts {
  access: Access;
  summary: string;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  /** The body is the file itself instead of JSON. */
  file?: { maxBytes: number };
  /** The body is a form (`multipart/form-data`) with one file in this field. */
  upload?: { field: string; maxBytes: number };
  returns: z.ZodType;
  /** The response is an endless stream of server-sent events, each with `returns` as its data, instead of JSON. */
  events?: true;
  /** The handler itself sends the response: in pieces because it is too long for memory, or prepared. */
  streamed?: true;
  /** The Content-Type of a response that is not JSON. */
  type?: string;
  /** Visitors all get the same, which caches in front of the server may keep for half a minute. */
  cacheable?: true;
  /** Records calls by admins, although others may call it too. Calls for admins only are always recorded. */
  audited?: true;
  /** Members whose email address has to be confirmed first may not call it: 403 `email_unconfirmed`. */
  confirmed?: true;
  /** Message for a caller without a token, instead of §8's words for 401. */
  signedOut?: string;
  /** HTTP status of success; 200 by default. */
  status?: number;
  /**
   * Cost charged to the caller's limit, 1 by default: roughly the milliseconds that a call keeps a server busy.
   * A function gets the query string before it is validated.
   */
  cost?: number | ((query: RawQuery) => number);
}

export type Endpoint<Route extends string = string, P extends Parts = Parts> = P & {
  /** Method and path: `GET /track/:id`. */
  route: Route;
  method: Method;
  /** Fastify's notation: `/track/:id`. */
  path: string;
};

/**
 * Declares an endpoint: its route ("GET /track/:id"), who may call it, and the zod schemas of its input and output.
 * Both sides derive their types from it; the server also derives validation, serialization and the OpenAPI page.
 */
export function endpoint<const A extends `${Method} /${string}`, P extends Parts>(
  route: A,
  parts: P,
): Endpoint<A, P> {
  const [method, path] = route.split(' ') as [Method, string];
  return { ...parts, route, method, path };
}

/** Accounts, security and payments. */
const NEEDS_SESSION = /^\/(auth|payments|account_status|api\/create-payment-intent)(\/|$)/;

/** Tells whether an app password may make this call: none about the account, its security or money, and no admin's. */
export const isOpenToApps = ({ access, path }: Pick<Endpoint, 'access' | 'path'>): boolean =>
  access !== 'admin' && !NEEDS_SESSION.test(path);

type In<T> = T extends z.ZodType ? z.input<T> : undefined;
type Out<T> = T extends z.ZodType ? z.output<T> : undefined;

/** Input that a caller passes. */
export interface CallInput<E extends Parts> {
  params: In<E['params']>;
  query: In<E['query']>;
  body: E['file'] extends object ? Blob : E['upload'] extends object ? FormData : In<E['body']>;
}

/** Input that a handler receives: parsed, with defaults. */
export interface HandlerInput<E extends Parts> {
  params: Out<E['params']>;
  query: Out<E['query']>;
  body: E['file'] extends object ? Buffer : E['upload'] extends object ? undefined : Out<E['body']>;
}

export type ResponseOf<E extends Parts> = z.output<E['returns']>;
