import type { AccountsContext, Guard } from './features/accounts/accounts.ts';
import type { AccountSettings } from './features/accounts/settings.ts';
import type { RecordingProgress } from './features/demo/record.ts';
import type { PushContext } from './features/notifications/notifications.ts';
import type { OperationContext } from './features/operation/routes.ts';
import type { PaymentsContext } from './features/payments/payments.ts';
import type { PaymentSettings } from './features/payments/settings.ts';
import type { Claims, PlaysContext } from './features/plays/plays.ts';
import type { ScrobblingContext } from './features/scrobbling/scrobbling.ts';
import type { ScrobblingSettings } from './features/scrobbling/settings.ts';
import type { GeneratorSettings } from './features/studio/generators/settings.ts';
import type { StudioSettings } from './features/studio/settings.ts';
import type { StudioContext } from './features/studio/studio.ts';
import type { TracksContext } from './features/tracks/tracks.ts';
import type { WebhookSettings } from './features/webhooks/settings.ts';
import type { WebhookContext } from './features/webhooks/webhooks.ts';
import type { RouteParts } from './platform/feature.ts';

/** The contexts of all features. */
export interface AppContext
  extends AccountsContext,
    PaymentsContext,
    PushContext,
    ScrobblingContext,
    StudioContext,
    OperationContext,
    TracksContext,
    PlaysContext,
    Pick<WebhookContext, 'webhook'> {
  band: RecordingProgress;
}

/** What the routes of all features need. */
export interface AppParts extends RouteParts<AppContext> {
  /** Limits logins and sign-ups. */
  guard: Guard;
  /** Judges what listeners claim to have heard. */
  claims: Claims;
}

/** The settings of all features, by the names that they give them. */
export interface FeatureSettings {
  accounts: AccountSettings;
  /** The payment provider's keys; undefined means that nothing is sold. */
  payments: PaymentSettings | undefined;
  scrobbling: ScrobblingSettings;
  studio: StudioSettings & { generators: GeneratorSettings };
  push: { origins: string[] };
  /** What receives the news of the site; undefined tells nobody. */
  webhook: WebhookSettings | undefined;
}
