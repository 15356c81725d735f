import { createHash } from 'node:crypto';
import { Problem } from 'contract/errors.ts';
import type { FastifyRequest } from 'fastify';

/** The `Idempotency-Key` header, which identifies repeated requests. @throws Problem `bad_input`. */
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
 * Derives the id of a new entity from a client's key, so that repeating the key creates it only once. A UUID
 * (version 8) of a hash.
 * @param words the key and its scope, such as the user and the kind of entity.
 */
export function idOfKey(...words: string[]): string {
  const hex = createHash('sha256').update(words.join('\0')).digest('hex');
  const variant = ((Number.parseInt(hex[16]!, 16) & 3) | 8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
