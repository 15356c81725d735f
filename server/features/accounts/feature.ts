import type { Feature, RouteParts } from '../../platform/feature.ts';
import {
  type AccountsContext,
  accessTokenData,
  accountEventData,
  appPasswordData,
  identityData,
  knownPlaceData,
  passkeyData,
  secondFactorData,
  tokenCommand,
} from './accounts.ts';
import { deleteExpiredChallenges } from './login/login-challenges.ts';
import { openProvider } from './login/login-provider.ts';
import { pruneSessions } from './login/sessions.ts';
import { MAKE_ADMIN } from './members/first-admin.ts';
import { hasAdmin } from './members/members.ts';
import type { Guard } from './proof/guard.ts';
import { argon2Passwords } from './proof/passwords.ts';
import { accountRoutes } from './routes.ts';
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
  async run(c, { demo }, _signal, onFailure) {
    if (demo) return;
    try {
      if (!(await hasAdmin(c.db))) console.log(`There is no admin yet. Create one: ${MAKE_ADMIN}`);
    } catch (error) {
      onFailure(error, 'looking for an admin failed');
    }
  },
  routes: ({ bind, c, guard, settings }) => accountRoutes(bind, c, guard, settings.publicUrl),
  personalData: [
    accountEventData,
    knownPlaceData,
    secondFactorData,
    passkeyData,
    identityData,
    appPasswordData,
    accessTokenData,
  ],
  commands: { 'token create': tokenCommand },
  diagnose: ({ providers }) =>
    providers.map((settings) => ({
      name: 'login provider',
      check: async () => {
        await openProvider(settings, Date.now)
          .check()
          .catch(({ message, cause }: Error) => {
            throw new Error(`${settings.issuer}: ${(cause as Error | undefined)?.message ?? message}`);
          });
        return `${settings.issuer} answers; it sends people back to ${settings.redirectUri}`;
      },
    })),
  jobs: {
    'accounts.prune-sessions': { everyMs: 86_400_000, run: pruneSessions },
    'accounts.prune-challenges': { everyMs: 3_600_000, run: deleteExpiredChallenges },
  },
};
