import type { RequestPage } from 'contract/song-requests.ts';
import { acceptsVotes } from 'contract/song-requests-constants.ts';
import { Play, Share2 } from 'lucide-react';
import { usePlayTrack } from '../../player/use-play-track.ts';
import { Button } from '../../ui/Button.tsx';
import { shareLink } from '../../ui/share.ts';
import { large, RequestVote } from './RequestVote.tsx';
import type { Voter } from './use-voter.ts';

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
  if (status === 'in_review') return null;
  const isAlone = !acceptsVotes(status) && !track_id;
  return (
    <div className="request-actions flex flex-wrap items-center gap-3">
      {acceptsVotes(status) && <RequestVote request={request} voter={voter} onViewPlans={onViewPlans} />}
      {status === 'released' && track_id && <Listen track_id={track_id} title={title} />}
      <Button
        aria-label="Share"
        data-tooltip={isAlone ? undefined : 'Share'}
        onClick={() => void shareLink(`${title} by ${artist}`, `${location.origin}/leaderboard/${id}`)}
        className={isAlone ? '' : 'size-14! shrink-0 px-0!'}
      >
        <Share2 size={isAlone ? 17 : 20} aria-hidden="true" />
        {isAlone && 'Share'}
      </Button>
    </div>
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
