import { createHash } from 'node:crypto';
import { Problem } from 'contract/errors.ts';
import type { FastifyRequest } from 'fastify';

/** What a caller gave as `Idempotency-Key`, so that a repeat is known. @throws Problem `bad_input`. */
export function idempotencyKey(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key))
    throw new Problem('bad_input', 'Idempotency-Key: Please use 1 to 255 plain characters.', {
      field: 'Idempotency-Key',
    });
  return key;
}

/**
 * The id that a caller's key stands for: what it makes has this id, so that the same key makes it once. A UUID
 * (version 8) of a hash.
 * @param words what the key is unique for, such as the user and what is made.
 */
export function idOfKey(...words: string[]): string {
  const hex = createHash('sha256').update(words.join('\0')).digest('hex');
  const variant = ((Number.parseInt(hex[16]!, 16) & 3) | 8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
