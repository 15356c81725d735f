import type { AccountsContext } from './features/accounts/accounts.ts';
import type { RecordingProgress } from './features/demo/record.ts';
import type { PushContext } from './features/notifications/notifications.ts';
import type { OperationContext } from './features/operation/feature.ts';
import type { PaymentsContext } from './features/payments/payments.ts';
import type { ScrobblingContext } from './features/scrobbling/scrobbling.ts';
import type { StudioContext } from './features/studio/studio.ts';
import type { WebhookContext } from './features/webhooks/webhooks.ts';

/** The contexts of all features. */
export interface AppContext
  extends AccountsContext,
    PaymentsContext,
    PushContext,
    ScrobblingContext,
    StudioContext,
    OperationContext,
    Pick<WebhookContext, 'webhook'> {
  band: RecordingProgress;
}
