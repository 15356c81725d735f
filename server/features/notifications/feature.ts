import type { Feature } from '../../platform/feature.ts';
import { STEP } from '../song-requests/song-requests.ts';
import { type EmailContext, emails } from './emails.ts';
import {
  notificationData,
  notificationSettingData,
  notifyOfStep,
  pruneNotifications,
  pushDeviceData,
  pushSettingData,
} from './notifications.ts';
import { pushes } from './push/pushes.ts';
import type { PushContext } from './push/vapid.ts';
import { notificationRoutes } from './routes.ts';
import { EMAILS, PUSHES } from './settings.ts';

export const notifications: Feature<EmailContext & PushContext> = {
  name: 'notifications',
  routes: ({ server, bind, c, settings }) =>
    notificationRoutes(server, bind, c, c.mail !== null && settings.publicUrl !== undefined),
  personalData: [notificationData, notificationSettingData, pushDeviceData, pushSettingData],
  jobs: {
    'notifications.step': notifyOfStep,
    [EMAILS]: emails,
    [PUSHES]: pushes,
    'notifications.prune': { everyMs: 86_400_000, run: pruneNotifications },
  },
  onEvents: { [STEP]: 'notifications.step' },
};
