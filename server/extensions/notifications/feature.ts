import { INHERITED, INVITED } from '../../features/playlists/playlists.ts';
import { STEP } from '../../features/song-requests/song-requests.ts';
import { origins } from '../../platform/core-config.ts';
import type { Feature, RouteParts } from '../../platform/feature.ts';
import { emails } from './emails.ts';
import {
  notificationData,
  notificationSettingData,
  notifyOfInheritance,
  notifyOfInvitation,
  notifyOfStep,
  pruneNotifications,
  pushDeviceData,
  pushSettingData,
} from './notifications.ts';
import { pushes } from './push/pushes.ts';
import { openPushKeys, type PushContext } from './push/vapid.ts';
import { notificationRoutes } from './routes.ts';
import { EMAILS, PUSHES } from './settings.ts';

export const notifications: Feature<PushContext, RouteParts<PushContext>, { origins: string[] }> = {
  name: 'notifications',
  settings: {
    name: 'push',
    keys: { PUSH_ORIGINS: origins.optional() },
    read: ({ PUSH_ORIGINS }) => ({ origins: PUSH_ORIGINS ?? [] }),
    example: `# Origins of push services besides those of Chrome, Edge, Firefox and Safari, separated by commas: https://push.example
PUSH_ORIGINS=
`,
  },
  // Commands push nothing, and must not replace the keys.
  open: async (c, settings, { isServer }) =>
    isServer
      ? {
          push: {
            keys: await openPushKeys(c.db, c.secrets),
            origins: settings.origins,
            contact: c.publicUrl?.startsWith('https:') ? c.publicUrl : 'mailto:nobody@localhost',
          },
        }
      : {},
  routes: ({ server, bind, c, settings }) =>
    notificationRoutes(server, bind, c, c.mail !== null && settings.publicUrl !== undefined),
  personalData: [notificationData, notificationSettingData, pushDeviceData, pushSettingData],
  jobs: {
    'notifications.step': notifyOfStep,
    'notifications.invitation': notifyOfInvitation,
    'notifications.inheritance': notifyOfInheritance,
    [EMAILS]: emails,
    [PUSHES]: pushes,
    'notifications.prune': { everyMs: 86_400_000, run: pruneNotifications },
  },
  onEvents: {
    [STEP]: 'notifications.step',
    [INVITED]: 'notifications.invitation',
    [INHERITED]: 'notifications.inheritance',
  },
};
