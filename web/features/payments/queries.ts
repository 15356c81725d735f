import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';

/** Whether payments are configured, and which plans are for sale. */
export const paymentSettingsQuery = queryOptions({
  queryKey: ['payment-settings'],
  queryFn: () => call('GET /payments/settings'),
});

/** The viewer's subscription, if they have one. */
export const subscriptionQuery = queryOptions({
  queryKey: ['subscription'],
  queryFn: () => call('GET /payments/subscription'),
  refetchOnMount: 'always',
  meta: { private: true },
});
