import type { Feature } from '../../platform/feature.ts';
import { deleteCustomers, type PaymentsContext } from './payments.ts';

export const payments: Feature<PaymentsContext> = {
  name: 'payments',
  jobs: { 'payments.delete-customers': { everyMs: 3_600_000, run: deleteCustomers } },
};
