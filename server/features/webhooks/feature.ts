import type { Feature } from '../../platform/feature.ts';
import { STEP } from '../song-requests/song-requests.ts';
import { webhookExample, webhookKeys, webhookSettings } from './settings.ts';
import { type WebhookContext, webhook } from './webhooks.ts';

export const webhooks: Feature<WebhookContext> = {
  name: 'webhooks',
  settings: { name: 'webhook', keys: webhookKeys, read: webhookSettings, example: webhookExample },
  jobs: { 'webhooks.tell': webhook },
  onEvents: { [STEP]: 'webhooks.tell' },
};
