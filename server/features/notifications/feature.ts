import type { Feature } from '../../platform/feature.ts';
import { STEP } from '../song-requests/song-requests.ts';
import { type EmailContext, emails } from './emails.ts';
import { notifyOfStep, pruneNotifications } from './notifications.ts';
import { pushes } from './push/pushes.ts';
import type { PushContext } from './push/vapid.ts';
import { EMAILS, PUSHES } from './settings.ts';

export const notifications: Feature<EmailContext & PushContext> = {
  name: 'notifications',
  jobs: {
    'notifications.step': notifyOfStep,
    [EMAILS]: emails,
    [PUSHES]: pushes,
    'notifications.prune': { everyMs: 86_400_000, run: pruneNotifications },
  },
  onEvents: { [STEP]: 'notifications.step' },
};
