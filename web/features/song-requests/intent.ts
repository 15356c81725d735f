import { AnswerProblem } from 'contract/answers.ts';

/** Keys of intents whose outcome nobody has told yet. */
const open = new Map<string, string>();

/**
 * Sends something that costs credits under an `Idempotency-Key`. Where no answer came, or one that says nothing of
 * the outcome, the same intent goes under the same key the next time: what was charged is not charged again.
 */
export async function once<T>(intent: string, send: (key: string) => Promise<T>): Promise<T> {
  const key = open.get(intent) ?? makeKey();
  open.set(intent, key);
  try {
    const answer = await send(key);
    open.delete(intent);
    return answer;
  } catch (error) {
    if (error instanceof AnswerProblem && error.status < 500) open.delete(intent);
    throw error;
  }
}

/** Not `crypto.randomUUID`: browsers have that on secure pages alone. */
function makeKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
