import type { Feature } from '../../platform/feature.ts';
import { STEP } from '../song-requests/song-requests.ts';
import { type WebhookContext, webhook } from './webhooks.ts';

export const webhooks: Feature<WebhookContext> = {
  name: 'webhooks',
  jobs: { 'webhooks.tell': webhook },
  onEvents: { [STEP]: 'webhooks.tell' },
};
