import type { RequestPage } from 'contract/song-requests.ts';
import { VOTE_COST, VOTE_GOAL } from 'contract/song-requests-constants.ts';
import { Coins } from 'lucide-react';
import { keepIntent } from '../../lib/intent.ts';
import { AppLink } from '../../ui/AppLink.tsx';
import { Button, buttonLook } from '../../ui/Button.tsx';
import type { Voter } from './use-voter.ts';
import { VoteButton } from './VoteButton.tsx';

export function RequestVote({
  request,
  voter,
  onViewPlans,
}: {
  request: RequestPage;
  voter: Voter;
  onViewPlans: () => void;
}) {
  const { id, votes } = request;
  const goal = votes < VOTE_GOAL ? `light lamp ${votes + 1}` : 'move it up the queue';
  const action = goal[0]!.toUpperCase() + goal.slice(1);
  const look = `${buttonLook('ember', 'lg')} ${large}`;
  if (voter.obstacle === 'visitor')
    return (
      <AppLink
        href={`/login?from=${encodeURIComponent(`/leaderboard/${id}`)}`}
        onClick={() => keepIntent({ kind: 'vote', id }, `/leaderboard/${id}`)}
        className={`for-visitors ${look}`}
      >
        Log in to {goal}
      </AppLink>
    );
  if (voter.obstacle === 'plan')
    return (
      <Button look="ember" size="lg" onClick={onViewPlans} className={large}>
        View Plans
      </Button>
    );
  if (voter.obstacle === 'credits')
    return (
      <Button look="ember" size="lg" onClick={voter.getCredits} className={large}>
        Get credits
      </Button>
    );
  return (
    <VoteButton request={request} voter={voter} className={`${look} justify-between!`}>
      {action} <Price />
    </VoteButton>
  );
}

/** What a vote costs. */
function Price() {
  return (
    <span className="price figures -mr-3 flex items-center gap-2 rounded-full px-3 py-1.5 text-[0.9375rem]">
      <Coins size={16} aria-hidden="true" />
      {VOTE_COST} credits
    </span>
  );
}

export const large = 'h-14! flex-1 sm:flex-none sm:min-w-60';
