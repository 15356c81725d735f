import { upgradeHint } from 'contract/plans.ts';
import { session } from '../../lib/session-token.ts';
import { Button } from '../../ui/Button.tsx';
import type { Voter } from './use-voter.ts';

/**
 * Invites free members to upgrade. So that it does not push the board down when they are loaded, it is there before
 * for those who were free members last: in the server's picture, where a style decides, and until the script knows.
 */
export function FreeBanner({ voter, onViewPlans }: { voter: Voter; onViewPlans: () => void }) {
  const isDrawn = typeof window === 'undefined';
  const isFree = voter.obstacle === 'plan' || (!voter.viewer && session.lastPlan() === 'free');
  if (!isDrawn && !isFree) return null;
  return (
    <div className={isDrawn ? 'for-free' : ''}>
      <div className="spotlight flex flex-wrap items-center justify-between gap-4 rounded-lg border border-line bg-stage p-4 md:p-5">
        <p className="font-medium">{upgradeHint('requests', 'free')}</p>
        <Button look="ember" onClick={onViewPlans}>
          View Plans
        </Button>
      </div>
    </div>
  );
}
