import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** What proxies and tracing use: UUIDs, ULIDs, hexadecimal numbers. */
const VALID = /^[\w.-]{8,64}$/;

/** The id of a call in the log and in the response: the one of a proxy or client if it is harmless, otherwise a new one. */
export function requestId({ headers }: IncomingMessage): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && VALID.test(given) ? given : randomUUID();
}
