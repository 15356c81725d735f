import type { ExtensionContext, ExtensionSettings } from './extension-context.ts';
import type { AccountsContext, Guard } from './features/accounts/accounts.ts';
import type { AccountSettings } from './features/accounts/settings.ts';
import type { PaymentsContext } from './features/payments/payments.ts';
import type { PaymentSettings } from './features/payments/settings.ts';
import type { Claims, PlaysContext } from './features/plays/plays.ts';
import type { SongRequestsContext } from './features/song-requests/song-requests.ts';
import type { TracksContext } from './features/tracks/tracks.ts';
import type { RouteParts } from './platform/feature.ts';

/** The contexts of all features. */
export interface AppContext
  extends ExtensionContext,
    AccountsContext,
    PaymentsContext,
    TracksContext,
    PlaysContext,
    SongRequestsContext {}

/** Parts that the routes of all features need. */
export interface AppParts extends RouteParts<AppContext> {
  /** Limits logins and sign-ups. */
  guard: Guard;
  /** Judges what listeners claim to have heard. */
  claims: Claims;
}

/** The settings of all features, by the names that they give them. */
export interface FeatureSettings extends ExtensionSettings {
  accounts: AccountSettings;
  /** The payment provider's keys; undefined means that nothing is sold. */
  payments: PaymentSettings | undefined;
}
