import { REQUEST_COST } from 'contract/song-requests-constants.ts';
import { formatCount } from '../../lib/format.ts';
import type { Voter } from './use-voter.ts';

export function RequestCost({ voter, missing }: { voter: Voter; missing: number }) {
  if (missing > 0)
    return (
      <p role="status" className="flex flex-wrap items-center gap-x-3">
        <span className="text-warn">You need {missing} more credits to submit a request</span>
        <button
          type="button"
          onClick={voter.getCredits}
          className="min-h-11 font-semibold text-ember-ink hover:underline"
        >
          Get credits
        </button>
      </p>
    );
  return (
    <p className="figures text-soft">
      Costs <span className="font-semibold text-ink">{REQUEST_COST} credits</span>
      {voter.credits !== undefined && <> of your {formatCount(voter.credits)}</>}
    </p>
  );
}
