import { randomUUID } from 'node:crypto';

/** The stand-in's objects: Stripe's shapes, reduced to the fields that we read. */

export interface Intent {
  id: string;
  object: 'payment_intent';
  amount: number;
  amount_received: number;
  currency: string;
  status: 'requires_payment_method' | 'processing' | 'succeeded' | 'canceled';
  client_secret: string;
  metadata: Record<string, string>;
  latest_charge: string | null;
  last_payment_error: { message: string } | null;
  livemode: boolean;
  created: number;
}

export interface Charge {
  id: string;
  object: 'charge';
  amount: number;
  amount_refunded: number;
  currency: string;
  refunded: boolean;
  disputed: boolean;
  payment_intent: string;
  status: 'succeeded';
}

export interface Dispute {
  id: string;
  object: 'dispute';
  amount: number;
  charge: string;
  payment_intent: string;
  status: 'warning_needs_response' | 'warning_closed' | 'needs_response' | 'won' | 'lost';
}

export interface Subscription {
  id: string;
  object: 'subscription';
  customer: string;
  status: 'incomplete' | 'active' | 'past_due' | 'canceled';
  cancel_at_period_end: boolean;
  cancel_at: number | null;
  metadata: Record<string, string>;
  items: {
    object: 'list';
    data: {
      id: string;
      object: 'subscription_item';
      price: { id: string; object: 'price' };
      current_period_end: number;
    }[];
  };
}

export interface CheckoutSession {
  id: string;
  object: 'checkout.session';
  mode: 'subscription';
  status: 'open' | 'complete' | 'expired';
  url: string | null;
  customer: string;
  client_reference_id: string | null;
  metadata: Record<string, string>;
  success_url: string;
  cancel_url: string;
  subscription: string | null;
  /** Not a field of Stripe's object, but needed to complete the checkout. */
  price: string;
  plan_metadata: Record<string, string>;
}

export interface Customer {
  id: string;
  object: 'customer';
  email: string | null;
  metadata: Record<string, string>;
  deleted?: true;
}

export interface PortalSession {
  id: string;
  object: 'billing_portal.session';
  url: string;
  customer: string;
  return_url: string;
  /** The new price that the customer is asked to confirm. */
  wanted_price: string | null;
}

/** All objects by id, each kind in the order of creation. */
export const emptyAccount = () => ({
  intents: new Map<string, Intent>(),
  charges: new Map<string, Charge>(),
  disputes: new Map<string, Dispute>(),
  customers: new Map<string, Customer>(),
  subscriptions: new Map<string, Subscription>(),
  checkouts: new Map<string, CheckoutSession>(),
  portals: new Map<string, PortalSession>(),
});
export type Account = ReturnType<typeof emptyAccount>;

export const newId = (prefix: string) => `${prefix}_${randomUUID().replaceAll('-', '').slice(0, 24)}`;
