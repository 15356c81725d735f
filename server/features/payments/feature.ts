import type { Feature, RouteParts } from '../../platform/feature.ts';
import { ACCOUNT_DELETED } from '../accounts/accounts.ts';
import { deleteCustomers, type PaymentsContext, purchaseChecks, purchaseData } from './payments.ts';
import { watchedProvider } from './provider.ts';
import { paymentRoutes } from './routes.ts';
import type { PaymentSettings } from './settings.ts';
import { paymentExample, paymentKeys, paymentSettings } from './settings.ts';
import { openProvider } from './stripe.ts';

export const payments: Feature<PaymentsContext, RouteParts<PaymentsContext>, PaymentSettings | undefined> = {
  name: 'payments',
  settings: { name: 'payments', keys: paymentKeys, read: paymentSettings, example: paymentExample },
  open: async (_c, settings, { isServer, outcomes }) => {
    if (!settings || !isServer) return { payments: null };
    const provider = await openProvider(settings);
    return { payments: outcomes ? watchedProvider(provider, outcomes) : provider };
  },
  routes: ({ server, bind, c }) => paymentRoutes(server, bind, c),
  personalData: [purchaseData],
  checks: purchaseChecks,
  jobs: { 'payments.delete-customers': { everyMs: 3_600_000, run: deleteCustomers } },
  onEvents: { [ACCOUNT_DELETED]: 'payments.delete-customers' },
};
