import type { Feature } from '../../platform/feature.ts';
import type { AccountsContext } from './accounts.ts';
import { deleteExpiredChallenges } from './login-challenges.ts';
import { pruneSessions } from './sessions.ts';

export const accounts: Feature<AccountsContext> = {
  name: 'accounts',
  jobs: {
    'accounts.prune-sessions': { everyMs: 86_400_000, run: pruneSessions },
    'accounts.prune-challenges': { everyMs: 3_600_000, run: deleteExpiredChallenges },
  },
};
