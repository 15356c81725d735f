import type { Feature, RouteParts } from '../../platform/feature.ts';
import {
  type AccountsContext,
  accountEventData,
  appPasswordData,
  identityData,
  knownPlaceData,
  passkeyData,
  secondFactorData,
} from './accounts.ts';
import type { Guard } from './guard.ts';
import { deleteExpiredChallenges } from './login-challenges.ts';
import { argon2Passwords } from './passwords.ts';
import { accountRoutes } from './routes.ts';
import { pruneSessions } from './sessions.ts';
import type { AccountSettings } from './settings.ts';
import { accountExample, accountKeys, accountSettings } from './settings.ts';

export const accounts: Feature<
  AccountsContext,
  RouteParts<AccountsContext> & { guard: Guard },
  AccountSettings
> = {
  name: 'accounts',
  settings: { name: 'accounts', keys: accountKeys, read: accountSettings, example: accountExample },
  open: (_c, accountSettings) => ({ passwords: argon2Passwords(), accountSettings }),
  routes: ({ bind, c, guard, settings }) => accountRoutes(bind, c, guard, settings.publicUrl),
  personalData: [
    accountEventData,
    knownPlaceData,
    secondFactorData,
    passkeyData,
    identityData,
    appPasswordData,
  ],
  jobs: {
    'accounts.prune-sessions': { everyMs: 86_400_000, run: pruneSessions },
    'accounts.prune-challenges': { everyMs: 3_600_000, run: deleteExpiredChallenges },
  },
};
