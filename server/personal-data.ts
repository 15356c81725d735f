import {
  accountEventData,
  appPasswordData,
  identityData,
  knownPlaceData,
  type PersonalData,
  passkeyData,
  secondFactorData,
} from './features/accounts/accounts.ts';
import { applauseData } from './features/applause/applause.ts';
import { creditData } from './features/credits/credits.ts';
import { followData } from './features/following/following.ts';
import { savedTrackData } from './features/library/library.ts';
import {
  notificationData,
  notificationSettingData,
  pushDeviceData,
  pushSettingData,
} from './features/notifications/notifications.ts';
import { playQueueData } from './features/opensubsonic/personal.ts';
import { purchaseData } from './features/payments/payments.ts';
import type { PaymentProvider } from './features/payments/provider.ts';
import { publicProfileData } from './features/people/people.ts';
import { playlistData } from './features/playlists/playlists.ts';
import { playData } from './features/plays/plays.ts';
import { reportData } from './features/publishing/publishing.ts';
import { scrobbleData } from './features/scrobbling/scrobbling.ts';
import { songRequestData } from './features/song-requests/song-requests.ts';
import { studioData } from './features/studio/studio.ts';

/** What each feature knows about a person. */
export const personalData = (payments: PaymentProvider | null): readonly PersonalData[] => [
  accountEventData,
  knownPlaceData,
  secondFactorData,
  passkeyData,
  identityData,
  appPasswordData,
  playData,
  scrobbleData,
  applauseData,
  savedTrackData,
  playQueueData,
  playlistData,
  creditData,
  purchaseData(payments),
  songRequestData,
  studioData,
  reportData,
  notificationData,
  notificationSettingData,
  pushDeviceData,
  pushSettingData,
  followData,
  publicProfileData,
];
