import type { Migration } from 'kysely/migration';
import type { Engine } from '../engine.ts';
import { tracks } from './0001-tracks.ts';
import { accounts } from './0002-accounts.ts';
import { library } from './0003-library.ts';
import { credits } from './0004-credits.ts';
import { payments } from './0005-payments.ts';
import { songRequests } from './0006-song-requests.ts';
import { publishing } from './0007-publishing.ts';
import { managedTracks } from './0008-managed-tracks.ts';
import { standardNames } from './0009-standard-names.ts';
import { catalogue } from './0010-catalogue.ts';
import { countedPlays } from './0011-counted-plays.ts';
import { studio } from './0012-studio.ts';
import { knownPlaces } from './0013-known-places.ts';
import { discovery } from './0014-discovery.ts';
import { playlistCards } from './0015-playlist-cards.ts';
import { artists } from './0016-artists.ts';
import { charts } from './0017-charts.ts';
import { forgivingSearch } from './0018-forgiving-search.ts';
import { notificationEmails } from './0019-notification-emails.ts';
import { people } from './0020-people.ts';
import { moments } from './0021-moments.ts';
import { secondFactor } from './0022-second-factor.ts';
import { administration } from './0023-administration.ts';
import { signUps } from './0024-sign-ups.ts';
import { failedTakes } from './0027-failed-takes.ts';
import { mergedRequests } from './0028-merged-requests.ts';
import { passkeys } from './0029-passkeys.ts';
import { lyrics } from './0032-lyrics.ts';
import { identities } from './0033-identities.ts';
import { namesByCodePoint } from './0034-names-by-code-point.ts';

/** Every migration, oldest first. Never change one that was released; add another. */
const all: Record<string, (engine: Engine) => Migration> = {
  '0001-tracks': tracks,
  '0002-accounts': accounts,
  '0003-library': library,
  '0004-credits': credits,
  '0005-payments': payments,
  '0006-song-requests': songRequests,
  '0007-publishing': publishing,
  '0008-managed-tracks': managedTracks,
  '0009-standard-names': standardNames,
  '0010-catalogue': catalogue,
  '0011-counted-plays': countedPlays,
  '0012-studio': studio,
  '0013-known-places': knownPlaces,
  '0014-discovery': discovery,
  '0015-playlist-cards': playlistCards,
  '0016-artists': artists,
  '0017-charts': charts,
  '0018-forgiving-search': forgivingSearch,
  '0019-notification-emails': notificationEmails,
  '0020-people': people,
  '0021-moments': moments,
  '0022-second-factor': secondFactor,
  '0023-administration': administration,
  '0024-sign-ups': signUps,
  '0027-failed-takes': failedTakes,
  '0028-merged-requests': mergedRequests,
  '0029-passkeys': passkeys,
  '0032-lyrics': lyrics,
  '0033-identities': identities,
  '0034-names-by-code-point': namesByCodePoint,
};

export const migrationNames = Object.keys(all);

export const migrations = (engine: Engine): Record<string, Migration> =>
  Object.fromEntries(Object.entries(all).map(([name, open]) => [name, open(engine)]));
