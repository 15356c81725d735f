import { STEP } from '../../features/song-requests/song-requests.ts';
import type { Feature, RouteParts } from '../../platform/feature.ts';
import type { WebhookSettings } from './settings.ts';
import { webhookExample, webhookKeys, webhookSettings } from './settings.ts';
import { type WebhookContext, webhook } from './webhooks.ts';

export const webhooks: Feature<WebhookContext, RouteParts<WebhookContext>, WebhookSettings | undefined> = {
  name: 'webhooks',
  settings: { name: 'webhook', keys: webhookKeys, read: webhookSettings, example: webhookExample },
  open: (_c, settings) => ({ webhook: settings }),
  jobs: { 'webhooks.send': webhook },
  onEvents: { [STEP]: 'webhooks.send' },
};
