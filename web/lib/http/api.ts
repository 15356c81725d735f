import { t } from '@lingui/core/macro';
import { AnswerProblem, NETWORK_FAILURE, ReadableError, sentenceFor } from 'contract/answers.ts';
import type { Api } from 'contract/api.ts';
import type { CallInput, ResponseOf } from 'contract/endpoint.ts';
import { language, say } from '../i18n.ts';
import { session } from '../storage/session-token.ts';

const authBase: string = import.meta.env.VITE_AUTH_BASE_URL ?? '';
const dataBase: string = import.meta.env.VITE_API_BASE_URL ?? '';

type Nothing = Record<never, never>;
type Given<T> = {
  [K in keyof T as T[K] extends undefined ? never : Nothing extends T[K] ? never : K]: T[K];
} & {
  [K in keyof T as T[K] extends undefined ? never : Nothing extends T[K] ? K : never]?: T[K];
};
export type Input<A extends keyof Api> = Given<CallInput<Api[A]>> & { headers?: Record<string, string> };
/** The input is optional if none of its fields is required. */
type Rest<I> = Nothing extends I ? [input?: I] : [input: I];

/** One page of a list: its rows, the total number of matches, and the cursor of the next page. */
export interface Page<Row> {
  rows: Row[];
  total: number;
  next: string | undefined;
}

/** Calls an endpoint of the contract by its route: `call('GET /track/:id', { params: { id } })`. */
export async function call<A extends keyof Api>(
  route: A,
  ...[input]: Rest<Input<A>>
): Promise<ResponseOf<Api[A]>> {
  const response = await request(route, input as Parts | undefined);
  return bodyOf(response);
}

/** Calls an endpoint that returns a list in pages. */
export async function callPage<A extends keyof Api>(
  route: A,
  ...[input]: Rest<Input<A>>
): Promise<ResponseOf<Api[A]> extends (infer Row)[] ? Page<Row> : never> {
  const response = await request(route, input as Parts | undefined);
  const page: Page<unknown> = {
    rows: await bodyOf(response),
    total: Number(response.headers.get('x-total-count')),
    next: response.headers.get('x-next-cursor') ?? undefined,
  };
  return page as never;
}

/** Calls an endpoint whose response contains one page of a list. Adds the cursor of the next page to the response. */
export async function callWithCursor<A extends keyof Api>(
  route: A,
  ...[input]: Rest<Input<A>>
): Promise<ResponseOf<Api[A]> & { next: string | undefined }> {
  const response = await request(route, input as Parts | undefined);
  return { ...(await bodyOf(response)), next: response.headers.get('x-next-cursor') ?? undefined };
}

/** The JSON of an answer. One that breaks off, or that a proxy or a hotel's login page gave, is no answer of ours. */
const bodyOf = (response: Response) => response.json().catch(noAnswer);

let onFailedCall = () => {};

/** Registers what happens when a call gets no answer; see `web/offline`. */
export const watchFailedCalls = (onFailure: () => void) => {
  onFailedCall = onFailure;
};

/** @throws AnswerProblem for an answer that did not come, or not to its end. */
export function noAnswer(): never {
  onFailedCall();
  throw unanswered();
}

/** The error of a call that no answer came to. */
export const unanswered = () => new AnswerProblem(503, say(NETWORK_FAILURE), 'unavailable');

/** Sentence for a person about an error: its message if that was written for people. */
export const sentenceOf = (
  error: unknown,
  otherwise = t`Something went wrong. Please reload the page and try again.`,
): string => (error instanceof ReadableError && error.message) || otherwise;

export interface Parts {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
  headers?: Record<string, string>;
}

/** The URL of a data path, for event streams and uploads, which `call` cannot do. */
export const serverUrl = (path: string) => `${dataBase}${path}`;

export async function request(
  route: string,
  { params = {}, query = {}, body, headers }: Parts = {},
): Promise<Response> {
  const [method, path] = route.split(' ') as [string, string];
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name]!));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  const base = path.startsWith('/auth') ? authBase : dataBase;
  const url = `${base}${filled}${search.size > 0 ? `?${search}` : ''}`;
  // Files and forms are sent as they are, with their own content type.
  const isJson = body !== undefined && !(body instanceof Blob || body instanceof FormData);
  const init = isJson
    ? { method, body: JSON.stringify(body), headers: { ...headers, 'content-type': 'application/json' } }
    : { method, body: body as BodyInit | undefined, headers };
  return sendAs(BEGINS_SESSION.test(path) ? null : session.token(), url, init);
}

/** Calls that begin a session. They never carry the token of an old one, whose refusal would be theirs. */
export const BEGINS_SESSION = /^\/auth\/(signup|login|passkey-login|provider-login)\b/;

/**
 * Sends an HTTP request with the session's token.
 * @throws AnswerProblem with the server's message, or §8's sentence for the status; without a response, the sentence
 *   for a network failure.
 */
export const send = (url: string, init: RequestInit = {}) => sendAs(session.token(), url, init);

async function sendAs(token: string | null, url: string, init: RequestInit): Promise<Response> {
  const headers = new Headers(init.headers);
  // The language of errors.
  headers.set('accept-language', language);
  if (token) headers.set('authorization', `Bearer ${token}`);
  const response = await fetch(url, { ...init, headers }).catch(noAnswer);
  if (response.ok) return response;
  if (response.status === 401 && token) session.refused(token);
  const body: { message?: unknown; code?: unknown } | null = await response.json().catch(() => null);
  const { message, code, ...details } = body ?? {};
  throw new AnswerProblem(
    response.status,
    typeof message === 'string' && message !== '' ? message : say(sentenceFor(response.status)),
    typeof code === 'string' ? code : undefined,
    details,
  );
}

/** True if a call failed because what its URL names does not exist; 400 is the answer to an invalid id. */
export const isMissing = (error: Error) =>
  error instanceof AnswerProblem && (error.status === 404 || error.status === 400);

/**
 * Delays between retries: each doubles the one before, with jitter so that clients do not retry in step.
 * @param first the first delay, ms.
 * @param max the longest delay, ms.
 */
export function createBackoff(first: number, max: number) {
  let delay = first;
  return {
    /** The next delay, ms. */
    next(): number {
      const current = delay * (0.5 + Math.random());
      delay = Math.min(delay * 2, max);
      return current;
    },
    reset(): void {
      delay = first;
    },
  };
}
