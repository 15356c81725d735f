import type { Feature } from '../../platform/feature.ts';
import { ACCOUNT_DELETED } from '../accounts/accounts.ts';
import { deleteCustomers, type PaymentsContext, purchaseChecks, purchaseData } from './payments.ts';
import { paymentRoutes } from './routes.ts';
import { paymentExample, paymentKeys, paymentSettings } from './settings.ts';

export const payments: Feature<PaymentsContext> = {
  name: 'payments',
  settings: { name: 'payments', keys: paymentKeys, read: paymentSettings, example: paymentExample },
  routes: ({ server, bind, c }) => paymentRoutes(server, bind, c),
  personalData: [purchaseData],
  checks: purchaseChecks,
  jobs: { 'payments.delete-customers': { everyMs: 3_600_000, run: deleteCustomers } },
  onEvents: { [ACCOUNT_DELETED]: 'payments.delete-customers' },
};
