import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';

/** Whether payments are set up here, and what can be subscribed to. */
export function usePaymentSettings() {
  return useQuery({ queryKey: ['payment-settings'], queryFn: () => call('GET /payments/settings') });
}
