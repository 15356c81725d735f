import { AnswerProblem } from 'contract/answers.ts';

/** The keys of operations whose outcome is unknown. */
const keys = new Map<string, string>();

/**
 * Sends an operation with an `Idempotency-Key`. If no answer arrives, or a 5xx, the next attempt at the same operation
 * sends the same key, so that it happens once.
 */
export async function withIdempotencyKey<T>(
  operation: string,
  send: (key: string) => Promise<T>,
): Promise<T> {
  const key = keys.get(operation) ?? createKey();
  keys.set(operation, key);
  try {
    const answer = await send(key);
    keys.delete(operation);
    return answer;
  } catch (error) {
    if (error instanceof AnswerProblem && error.status < 500) keys.delete(operation);
    throw error;
  }
}

/** `crypto.randomUUID` exists in secure contexts only. */
function createKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
