import type { MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import type { QueryClient } from '@tanstack/react-query';
import { AnswerProblem } from 'contract/answers.ts';
import { getCredits, refreshCredits } from '../../lib/credits.ts';
import { toastProblem } from '../../ui/layers/toasts.ts';

/** The keys of operations whose outcome is unknown. */
const keys = new Map<string, string>();

/**
 * Sends an operation that costs credits with an `Idempotency-Key`. If no answer arrives, or a 5xx, the next attempt
 * at the same operation sends the same key, so that it is charged once.
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

/** Shows why the server refused to spend credits: a toast, or the credits dialog. Returns the error's code. */
export function reportRefusal(client: QueryClient, error: Error, title: string): string | undefined {
  const code = error instanceof AnswerProblem ? error.code : undefined;
  if (code === 'not_enough_credits') {
    refreshCredits(client);
    getCredits();
  } else {
    const known = code && titles[code];
    toastProblem(known ? t(known) : title, error);
  }
  return code;
}

const titles: Record<string, MessageDescriptor> = {
  plan_refuses: msg`Feature not available`,
  duplicate_request: msg`Duplicate request`,
};
