import type { RequestPage } from 'contract/song-requests.ts';
import { VOTE_COST, VOTE_GOAL } from 'contract/song-requests-constants.ts';
import { Coins } from 'lucide-react';
import { keepIntent } from '../../lib/intent.ts';
import { AppLink } from '../../ui/AppLink.tsx';
import { Button, buttonLook } from '../../ui/Button.tsx';
import type { Voter } from './use-voter.ts';
import { VoteButton } from './VoteButton.tsx';

/** The vote of a request's page, or what stands before it: to log in, a plan, credits. */
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
  const look = `${buttonLook('ember', 'lg')} ${place}`;
  const logIn = (
    <AppLink
      href={`/login?from=${encodeURIComponent(`/leaderboard/${id}`)}`}
      onClick={() => keepIntent({ kind: 'vote', id }, `/leaderboard/${id}`)}
      className={`for-visitors ${look}`}
    >
      Log in to {goal}
    </AppLink>
  );
  const viewPlans = (className = '') => (
    <Button look="ember" size="lg" onClick={onViewPlans} className={`${place} ${className}`}>
      View Plans
    </Button>
  );
  const vote = (className = '') => (
    <VoteButton request={request} voter={voter} className={`${look} justify-between! ${className}`}>
      {goal[0]!.toUpperCase() + goal.slice(1)} <Price />
    </VoteButton>
  );
  // The server draws all of them, and a style shows the one for whoever was here last.
  if (typeof window === 'undefined')
    return (
      <>
        {logIn}
        {viewPlans('for-free')}
        {vote('for-voters')}
      </>
    );
  if (voter.obstacle === 'visitor') return logIn;
  if (voter.obstacle === 'plan') return viewPlans();
  if (voter.obstacle === 'credits')
    return (
      <Button look="ember" size="lg" onClick={voter.getCredits} className={place}>
        Get credits
      </Button>
    );
  return vote();
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

const place = `request-vote ${large}`;
