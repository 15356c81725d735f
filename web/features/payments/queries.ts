import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../lib/http/api.ts';

/** Availability of payments, and the plans for sale. */
export const paymentSettingsQuery = queryOptions({
  queryKey: ['payment-settings'],
  queryFn: () => call('GET /payments/settings'),
});

/**
 * True if a plan can be bought here; undefined until it is known.
 * @param enabled false where nobody needs to know.
 */
export function usePlansForSale(enabled = true): boolean | undefined {
  const { data } = useQuery({ ...paymentSettingsQuery, enabled });
  return data && data.subscriptions.length > 0;
}

/** The viewer's subscription, if they have one. */
export const subscriptionQuery = queryOptions({
  queryKey: ['subscription'],
  queryFn: () => call('GET /payments/subscription'),
  refetchOnMount: 'always',
  meta: { private: true },
});
