import { Problem } from 'contract/errors.ts';
import type { DeliveryRecorder } from '../../platform/delivery-status.ts';
import type { AccountsContext } from '../accounts/accounts.ts';
import type { PaymentSettings, SoldTier } from './settings.ts';

/** A payment as the provider has it now. Amounts in cents. */
export interface Payment {
  id: string;
  /** Lets the browser pay, and nothing else. */
  clientSecret: string;
  status: 'open' | 'processing' | 'succeeded' | 'canceled';
  /** The amount that arrived, and its currency. */
  received: number;
  currency: string;
  /** The purchase it was created for; undefined if it is not one of ours. */
  purchase_id: string | undefined;
  refunded: number;
  /** In disputes that are open or lost. */
  disputed: number;
}

/** A subscription as the provider has it now. */
export interface ProviderSubscription {
  id: string;
  customer_id: string;
  /** The line item of the plan; a change of plan names it. */
  item_id: string;
  price_id: string;
  /** `incomplete` has never been paid. */
  status: 'incomplete' | 'active' | 'past_due' | 'ended';
  cancel_at_period_end: boolean;
  /** Epoch milliseconds. */
  current_period_end: number | null;
}

/** The content of an event is not used: the object it is about is read from the provider. */
export interface ProviderEvent {
  id: string;
  type: string;
  about: { kind: 'payment' | 'subscription'; id: string } | null;
}

export interface CheckoutInput {
  customer_id: string;
  user_id: string;
  tier: SoldTier;
  price_id: string;
  successUrl: string;
  cancelUrl: string;
}

export interface PortalInput {
  customer_id: string;
  returnUrl: string;
  /** Opens the portal at the confirmation of this change of plan. */
  change?: { subscription_id: string; item_id: string; price_id: string };
}

/** The calls we make to the payment provider. They throw Problems that have the provider's error as `cause`. */
export interface PaymentProvider {
  publishableKey: string;
  prices: PaymentSettings['prices'];
  /** Idempotent by `key`. `amount` in cents. */
  createPayment: (input: {
    purchase_id: string;
    user_id: string;
    amount: number;
    key: string;
  }) => Promise<Payment>;
  findPayment: (id: string) => Promise<Payment | undefined>;
  /** Idempotent by `key`. @returns the customer's id. */
  createCustomer: (input: { user_id: string; email: string; key: string }) => Promise<string>;
  /** Deletes a customer with their cards and ends their subscriptions. Succeeds if the customer is already gone. */
  deleteCustomer: (id: string) => Promise<void>;
  findSubscription: (id: string) => Promise<ProviderSubscription | undefined>;
  /** @returns the URL of a hosted checkout: the open one for the same price, or a new one that replaces all others. */
  openCheckout: (input: CheckoutInput) => Promise<string>;
  /** @returns the URL of the customer portal. */
  openPortal: (input: PortalInput) => Promise<string>;
  /** @param now epoch milliseconds. @throws Problem `bad_signature`. */
  readEvent: (body: Buffer, signature: string, now: number) => ProviderEvent;
}

/** @throws Problem `payments_off` if the operator has not set up payments. */
export function requireProvider({ payments }: { payments: PaymentProvider | null }): PaymentProvider {
  if (!payments) throw new Problem('payments_off');
  return payments;
}

export interface PaymentsContext extends AccountsContext {
  /** Null if the operator has not set up payments. */
  payments: PaymentProvider | null;
}

/** A provider whose calls are remembered: whether it answered the last time, and which events arrive. */
export function watchedProvider(provider: PaymentProvider, outcomes: DeliveryRecorder): PaymentProvider {
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
