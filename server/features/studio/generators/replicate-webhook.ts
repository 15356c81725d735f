import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { at } from './refusal.ts';

/** How far a message's time may be from our clock, seconds. */
const TOLERANCE = 300;

/**
 * Reads genuine, recent messages of Replicate. A repeated one is not refused: it only makes the studio look.
 * Source: replicate.com/docs/topics/webhooks/verify-webhook
 */
export function verifyReplicateWebhook(secret: string, clock: () => number = Date.now) {
  const key = Buffer.from(secret.slice(secret.indexOf('_') + 1), 'base64');
  return (headers: IncomingHttpHeaders, rawBody: Buffer): string | undefined => {
    const [id, sentAt, signatures] = ['id', 'timestamp', 'signature'].map(
      (name) => headers[`webhook-${name}`],
    );
    if (typeof id !== 'string' || typeof sentAt !== 'string' || typeof signatures !== 'string')
      return undefined;
    if (!(Math.abs(clock() / 1000 - Number(sentAt)) <= TOLERANCE)) return undefined;
    const expected = createHmac('sha256', key).update(`${id}.${sentAt}.`).update(rawBody).digest();
    const genuine = signatures.split(' ').some((one) => {
      const given = Buffer.from(one.replace(/^v1,/, ''), 'base64');
      return given.length === expected.length && timingSafeEqual(given, expected);
    });
    if (!genuine) return undefined;
    try {
      const prediction = at(JSON.parse(rawBody.toString()), 'id');
      return typeof prediction === 'string' ? prediction : undefined;
    } catch {
      return undefined;
    }
  };
}
