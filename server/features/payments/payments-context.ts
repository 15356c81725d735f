import type { AccountsContext } from '../accounts/accounts.ts';
import type { PaymentProvider } from './provider.ts';

export interface PaymentsContext extends AccountsContext {
  /** Null if the operator has not set up payments. */
  payments: PaymentProvider | null;
}
