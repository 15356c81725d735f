import type { z } from 'zod';

/** Who may call: anyone, anyone with a live session, or the admin plan alone. Rows are guarded by rules. */
export type Access = 'anyone' | 'signed-in' | 'admin';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

interface Parts {
  access: Access;
  summary: string;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  /** The body is one file as it is, of at most so many bytes, instead of JSON. */
  file?: { maxBytes: number };
  /** The body is a form (`multipart/form-data`) with one file of at most so many bytes in the field of that name. */
  upload?: { field: string; maxBytes: number };
  returns: z.ZodType;
  /** Answers server-sent events without end, each with `returns` as its data, instead of JSON. */
  events?: true;
  /** HTTP status of success; 200 unless told. */
  status?: number;
}

export type Endpoint<Address extends string = string, P extends Parts = Parts> = P & {
  address: Address;
  method: Method;
  /** Fastify's notation: `/track/:id`. */
  path: string;
};

/**
 * Declares one endpoint: its address ("GET /track/:id"), who may call it, and the zod schemas of what goes
 * in and comes out. Both sides take their types from it; the server also its validation, its serializer and
 * the OpenAPI page.
 */
export function endpoint<const A extends `${Method} /${string}`, P extends Parts>(
  address: A,
  parts: P,
): Endpoint<A, P> {
  const [method, path] = address.split(' ') as [Method, string];
  return { ...parts, address, method, path };
}

type In<T> = T extends z.ZodType ? z.input<T> : undefined;
type Out<T> = T extends z.ZodType ? z.output<T> : undefined;

/** What a caller hands over. */
export interface CallInput<E extends Parts> {
  params: In<E['params']>;
  query: In<E['query']>;
  body: E['file'] extends object ? Blob : E['upload'] extends object ? FormData : In<E['body']>;
}

/** What a handler receives: parsed, defaults filled in. */
export interface HandlerInput<E extends Parts> {
  params: Out<E['params']>;
  query: Out<E['query']>;
  body: E['file'] extends object ? Buffer : E['upload'] extends object ? undefined : Out<E['body']>;
}

export type Answer<E extends Parts> = z.output<E['returns']>;
