import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';

/** Whether payments are configured, and which plans are for sale. */
export function usePaymentSettings() {
  return useQuery({ queryKey: ['payment-settings'], queryFn: () => call('GET /payments/settings') });
}
