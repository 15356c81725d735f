import { Problem } from 'contract/errors.ts';
import type { OutcomeRecorder } from '../../platform/outcomes.ts';
import type { PaymentProvider } from './provider.ts';

/** A provider whose calls are remembered: whether it answered the last time, and which events arrive. */
export function watchedProvider(provider: PaymentProvider, outcomes: OutcomeRecorder): PaymentProvider {
  const watch = <Input extends unknown[], Result>(call: (...input: Input) => Promise<Result>) =>
    (async (...input: Input) => {
      try {
        const result = await call(...input);
        outcomes.succeeded('payments');
        return result;
      } catch (error) {
        // A card that is declined is no fault of the provider.
        if (error instanceof Problem && error.code === 'payment_declined') outcomes.succeeded('payments');
        else outcomes.failed('payments', codesOf(error));
        throw error;
      }
    }) as (...input: Input) => Promise<Result>;
  return {
    ...provider,
    createPayment: watch(provider.createPayment),
    findPayment: watch(provider.findPayment),
    createCustomer: watch(provider.createCustomer),
    deleteCustomer: watch(provider.deleteCustomer),
    findSubscription: watch(provider.findSubscription),
    openCheckout: watch(provider.openCheckout),
    openPortal: watch(provider.openPortal),
    readEvent: (body, signature, now) => {
      const event = provider.readEvent(body, signature, now);
      outcomes.succeeded('payment_event');
      return event;
    },
  };
}

/** Codes only: the provider's messages may contain part of a key or of somebody's input. */
function codesOf(error: unknown): string {
  const problem = error instanceof Problem ? error : undefined;
  const { type, code, statusCode } = ((problem?.cause ?? error) || {}) as Record<string, unknown>;
  return [problem?.code, type, code, statusCode].filter(Boolean).join(' ') || 'unknown';
}
