import type { BrandingSettings } from './extensions/branding/settings.ts';
import type { RecordingProgress } from './extensions/demo/record.ts';
import type { PushContext } from './extensions/notifications/notifications.ts';
import type { PlayerContext } from './extensions/opensubsonic/call.ts';
import type { OperationContext } from './extensions/operation/routes.ts';
import type { ScrobblingContext } from './extensions/scrobbling/scrobbling.ts';
import type { ScrobblingSettings } from './extensions/scrobbling/settings.ts';
import type { GeneratorSettings } from './extensions/studio/generators/settings.ts';
import type { StudioSettings } from './extensions/studio/settings.ts';
import type { StudioContext } from './extensions/studio/studio.ts';
import type { WebhookSettings } from './extensions/webhooks/settings.ts';
import type { WebhookContext } from './extensions/webhooks/webhooks.ts';

/** Fields that extensions add to the context. */
export interface ExtensionContext
  extends PushContext,
    ScrobblingContext,
    StudioContext,
    OperationContext,
    PlayerContext,
    Pick<WebhookContext, 'webhook'> {
  band: RecordingProgress;
}

/** The settings of extensions, by the names that they give them. */
export interface ExtensionSettings {
  branding: BrandingSettings;
  scrobbling: ScrobblingSettings;
  studio: StudioSettings & { generators: GeneratorSettings };
  push: { origins: string[] };
  /** Receiver of the news of the site; undefined tells nobody. */
  webhook: WebhookSettings | undefined;
}
