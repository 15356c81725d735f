import { can } from 'contract/plans.ts';
import { VOTE_COST } from 'contract/song-requests-constants.ts';
import { useCredits } from '../../lib/credits.ts';
import { useSession, type Viewer } from '../../lib/session.tsx';

/** Who stands before the board, and what they may do there. */
export interface Voter {
  viewer: Viewer | null;
  /** The balance; undefined as long as it is not known. */
  credits: number | undefined;
  /** Why no vote can be cast now; null where one can, as far as the browser knows. */
  obstacle: 'visitor' | 'plan' | 'credits' | null;
  /** Where credits are to be had. */
  getCredits: () => void;
}

/** @param getCredits opens the credits dialog. */
export function useVoter(getCredits: () => void): Voter {
  const { viewer } = useSession();
  const credits = useCredits()?.credits;
  return { viewer, credits, obstacle: obstacleOf(viewer, credits), getCredits };
}

function obstacleOf(viewer: Viewer | null, credits: number | undefined): Voter['obstacle'] {
  if (!viewer) return 'visitor';
  if (!can(viewer, 'vote')) return 'plan';
  return credits !== undefined && credits < VOTE_COST ? 'credits' : null;
}
