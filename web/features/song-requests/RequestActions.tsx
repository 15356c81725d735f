import type { RequestPage } from 'contract/song-requests.ts';
import { acceptsVotes, VOTE_COST, VOTE_GOAL } from 'contract/song-requests-constants.ts';
import { Coins, Play, Share2 } from 'lucide-react';
import { usePlayTrack } from '../../player/use-play-track.ts';
import { AppLink } from '../../ui/AppLink.tsx';
import { Button, buttonLook } from '../../ui/Button.tsx';
import { share } from './share.ts';
import type { Voter } from './use-voter.ts';
import { VoteButton } from './VoteButton.tsx';

const large = 'h-14! flex-1 sm:flex-none sm:min-w-60';

/** What a viewer can do about a request now: vote, listen, share. */
export function RequestActions({
  request,
  voter,
  onViewPlans,
}: {
  request: RequestPage;
  voter: Voter;
  onViewPlans: () => void;
}) {
  const { id, title, artist, status, track_id } = request;
  const isAlone = !acceptsVotes(status) && !track_id;
  return (
    <div className="flex items-center gap-3">
      {acceptsVotes(status) && <Vote request={request} voter={voter} onViewPlans={onViewPlans} />}
      {status === 'released' && track_id && <Listen track_id={track_id} title={title} />}
      {status !== 'in_review' && (
        <Button
          aria-label="Share"
          data-tooltip={isAlone ? undefined : 'Share'}
          onClick={() => share(`/leaderboard/${id}`, `${title} by ${artist}`)}
          className={isAlone ? '' : 'size-14! shrink-0 px-0!'}
        >
          <Share2 size={isAlone ? 17 : 20} aria-hidden="true" />
          {isAlone && 'Share'}
        </Button>
      )}
    </div>
  );
}

function Vote({
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
      <AppLink href={`/login?from=${encodeURIComponent(`/leaderboard/${id}`)}`} className={look}>
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

/** Plays the released song. */
function Listen(track: { track_id: string; title: string }) {
  const { play, isPending } = usePlayTrack(track);
  return (
    <Button look="ember" size="lg" aria-busy={isPending || undefined} onClick={play} className={large}>
      <Play size={18} fill="currentColor" aria-hidden="true" /> Listen
    </Button>
  );
}
