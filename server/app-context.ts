import type { AccountsContext } from './features/accounts/accounts.ts';
import type { RecordingProgress } from './features/demo/progress.ts';
import type { PaymentsContext } from './features/payments/payments.ts';
import type { PublishingContext } from './features/publishing/publishing.ts';

/** The contexts of all features. */
export interface AppContext extends AccountsContext, PaymentsContext, PublishingContext {
  band: RecordingProgress;
}
