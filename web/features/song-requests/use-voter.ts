import { t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { REQUEST_COST, VOTE_COST } from 'contract/features/song-requests-constants.ts';
import { can, upgradeHint } from 'contract/plans.ts';
import { getCredits, refreshCredits, useBalance } from '../../lib/credits.ts';
import { say } from '../../lib/i18n.ts';
import { useSession, type Viewer } from '../../lib/session.tsx';
import { session } from '../../lib/storage/session-token.ts';
import { askToLogIn } from '../../ui/ask-to-log-in.ts';
import { toastProblem } from '../../ui/layers/toasts.ts';
import type { RequestInput } from './asking/request-input.ts';

/** The viewer as a voter: what they can do on the board now, as far as the browser knows. */
export interface Voter {
  viewer: Viewer | null;
  /** The balance; undefined until it is known. */
  credits: number | undefined;
  /** The balance could not be loaded. */
  creditsFailed: boolean;
  /** Reason why the viewer cannot vote; null if they can. */
  obstacle: 'visitor' | 'plan' | 'credits' | null;
  /** Fetches the viewer and the balance again: an admin may have changed the plan since this page was loaded. */
  refresh: () => Promise<void>;
}

export function useVoter(): Voter {
  const { viewer, refresh } = useSession();
  const client = useQueryClient();
  const { record, failed: creditsFailed } = useBalance();
  const credits = record?.credits;
  const refreshAll = async () => {
    await refresh();
    refreshCredits(client);
  };
  return { viewer, credits, creditsFailed, obstacle: findObstacle(viewer, credits), refresh: refreshAll };
}

function findObstacle(viewer: Viewer | null, credits: number | undefined): Voter['obstacle'] {
  // Until the viewer is loaded, the plan that they had last decides what is shown, and the server what a token allows.
  if (!viewer && session.token() === null) return 'visitor';
  const plan_tier = viewer?.plan_tier ?? session.lastPlan();
  if (plan_tier && !can({ plan_tier }, 'vote')) return 'plan';
  return credits !== undefined && credits < VOTE_COST ? 'credits' : null;
}

/** Checks whether the viewer can vote for a request; otherwise tells them what to do about it. */
export function checkCanVote({ viewer, obstacle, refresh }: Voter, id: string): boolean {
  if (obstacle === 'visitor')
    askToLogIn(t`Authentication required`, t`Please log in to vote on requests.`, { kind: 'vote', id });
  if (obstacle === 'plan') {
    toastProblem(t`Feature not available`, say(upgradeHint('upvotes', viewer?.plan_tier)));
    void refresh();
  }
  if (obstacle === 'credits') getCredits();
  return obstacle === null;
}

/** Checks whether the viewer can request songs; otherwise tells them why not. */
export function checkCanRequest({ viewer, refresh }: Voter, input: RequestInput): boolean {
  if (!viewer) {
    if (session.token() !== null) return true;
    askToLogIn(t`Authentication required`, t`Please log in to submit requests.`, { kind: 'request', input });
    return false;
  }
  const allowed = can(viewer, 'requestSongs');
  if (!allowed) {
    toastProblem(t`Feature not available`, say(upgradeHint('requests', viewer.plan_tier)));
    void refresh();
  }
  return allowed;
}

/** Credits that the viewer lacks for a request; 0 until the balance is known. */
export function missingCredits({ viewer, credits }: Voter): number {
  return can(viewer, 'requestSongs') && credits !== undefined ? Math.max(0, REQUEST_COST - credits) : 0;
}
