import type { RecordingProgress } from './extensions/demo/record.ts';
import type { PushContext } from './extensions/notifications/notifications.ts';
import type { OperationContext } from './extensions/operation/routes.ts';
import type { ScrobblingContext } from './extensions/scrobbling/scrobbling.ts';
import type { ScrobblingSettings } from './extensions/scrobbling/settings.ts';
import type { GeneratorSettings } from './extensions/studio/generators/settings.ts';
import type { StudioSettings } from './extensions/studio/settings.ts';
import type { StudioContext } from './extensions/studio/studio.ts';
import type { WebhookSettings } from './extensions/webhooks/settings.ts';
import type { WebhookContext } from './extensions/webhooks/webhooks.ts';
import type { AccountsContext, Guard } from './features/accounts/accounts.ts';
import type { AccountSettings } from './features/accounts/settings.ts';
import type { PaymentsContext } from './features/payments/payments.ts';
import type { PaymentSettings } from './features/payments/settings.ts';
import type { Claims, PlaysContext } from './features/plays/plays.ts';
import type { TracksContext } from './features/tracks/tracks.ts';
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
