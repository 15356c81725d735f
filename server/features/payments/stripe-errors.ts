import { Problem } from 'contract/errors.ts';

/** Characters of what the provider says about a card. */
const MESSAGE_MAX = 300;

/** Calls Stripe and turns its errors into Problems. */
export async function callStripe<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw toProblem(error);
  }
}

/** Calls Stripe for an object. @returns undefined if there is none. */
export async function findAtStripe<T>(call: () => Promise<T>): Promise<T | undefined> {
  try {
    return await call();
  } catch (error) {
    if ((error as { code?: unknown }).code === 'resource_missing') return undefined;
    throw toProblem(error);
  }
}

/**
 * Never passes on the provider's status: a 401 from there would sign our user out. Its messages are for the
 * operator, except those about a card.
 */
function toProblem(error: unknown): Error {
  if (error instanceof Problem || !(error instanceof Error)) return error as Error;
  const { type } = error as { type?: unknown };
  if (typeof type !== 'string' || !type.startsWith('Stripe')) return error;
  const problem = problemOf(type, error.message);
  problem.cause = error;
  return problem;
}

function problemOf(type: string, message: string): Problem {
  if (type === 'StripeCardError') return new Problem('payment_declined', message.slice(0, MESSAGE_MAX));
  return new Problem(type === 'StripeConnectionError' ? 'payment_away' : 'payment_failed');
}
