import { t } from '@lingui/core/macro';
import type { RequestPage } from 'contract/features/song-requests.ts';
import { acceptsVotes, VOTE_COST, VOTE_GOAL } from 'contract/features/song-requests-constants.ts';
import { Coins, Image, Play, Share2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { getCredits, viewPlans } from '../../../lib/credits.ts';
import { keepIntent } from '../../../lib/intent.ts';
import { usePlayTrack } from '../../../player/use-play-track.ts';
import { AppLink } from '../../../ui/AppLink.tsx';
import { Button, buttonLook } from '../../../ui/Button.tsx';
import { shareLink } from '../../../ui/layers/share.ts';
import { SharePart } from '../song/SharePart.tsx';
import type { Voter } from '../use-voter.ts';
import { VoteButton } from '../VoteButton.tsx';

/** Viewer's actions on a request now: vote, listen, share. */
export function RequestActions({ request, voter }: { request: RequestPage; voter: Voter }) {
  const { id, title, artist, status, track_id } = request;
  if (status === 'in_review') return null;
  const isAlone = !acceptsVotes(status) && !track_id;
  return (
    <div className="request-actions flex flex-wrap items-center gap-3">
      {acceptsVotes(status) && <RequestVote request={request} voter={voter} />}
      {status === 'released' && track_id && <Listen track_id={track_id} title={title} />}
      <Button
        aria-label={t`Share`}
        data-tooltip={isAlone ? undefined : t`Share`}
        onClick={() => void shareLink(t`${title} by ${artist}`, `${location.origin}/leaderboard/${id}`)}
        className={isAlone ? '' : 'size-14! shrink-0 px-0!'}
      >
        <Share2 size={isAlone ? 17 : 20} aria-hidden="true" />
        {isAlone && t`Share`}
      </Button>
    </div>
  );
}

/** Plays the released song. */
function Listen(track: { track_id: string; title: string }) {
  const { play, isPending } = usePlayTrack(track);
  return (
    <Button look="ember" size="lg" aria-busy={isPending || undefined} onClick={play} className={large}>
      <Play size={18} fill="currentColor" aria-hidden="true" /> {t`Listen`}
    </Button>
  );
}

/** The vote of a request's page, or what stands before it: to log in, a plan, credits. */
function RequestVote({ request, voter }: { request: RequestPage; voter: Voter }) {
  const { id, votes } = request;
  const lamp = votes + 1;
  const look = `${buttonLook('ember', 'lg')} ${place}`;
  const logIn = (
    <AppLink
      href={`/login?from=${encodeURIComponent(`/leaderboard/${id}`)}`}
      onClick={() => keepIntent({ kind: 'vote', id }, `/leaderboard/${id}`)}
      className={`for-visitors ${look}`}
    >
      {votes < VOTE_GOAL ? t`Log in to light lamp ${lamp}` : t`Log in to vote`}
    </AppLink>
  );
  const seePlans = (className = '') => (
    <Button look="ember" size="lg" onClick={viewPlans} className={`${place} ${className}`}>
      {t`View Plans`}
    </Button>
  );
  const vote = (className = '') => (
    <VoteButton request={request} voter={voter} className={`${look} justify-between! ${className}`}>
      {votes < VOTE_GOAL ? t`Light lamp ${lamp}` : t`Move it up the queue`} <Price />
    </VoteButton>
  );
  // The server draws all of them, and a style shows the one for the person who was here last.
  if (typeof window === 'undefined')
    return (
      <>
        {logIn}
        {seePlans('for-free')}
        {vote('for-voters')}
      </>
    );
  if (voter.obstacle === 'visitor') return logIn;
  if (voter.obstacle === 'plan') return seePlans();
  if (voter.obstacle === 'credits')
    return (
      <Button look="ember" size="lg" onClick={getCredits} className={place}>
        {t`Get credits`}
      </Button>
    );
  return vote();
}

/** Price of a vote. */
function Price() {
  return (
    <span className="price figures -me-3 flex items-center gap-2 rounded-full px-3 py-1.5 text-[0.9375rem]">
      <Coins size={16} aria-hidden="true" />
      {t`${VOTE_COST} credits`}
    </span>
  );
}

const large = 'h-14! flex-1 sm:flex-none sm:min-w-60';

const place = `request-vote ${large}`;

/** Opens the picture of the latest lamp that the viewer has lit. Without one, `tellMe` is in its place. */
export function ShareLamp({
  request: { id, title, artist, seats },
  username,
  tellMe,
}: {
  request: RequestPage;
  username: string | undefined;
  tellMe: ReactNode;
}) {
  const number = username === undefined ? 0 : seats.lastIndexOf(username) + 1;
  if (number === 0) return tellMe;
  return (
    <SharePart
      request_id={id}
      name={t`${title} by ${artist}`}
      number={number}
      className="self-start justify-self-start text-ember-ink"
    >
      <Image size={17} aria-hidden="true" /> {t`Share your part`}
    </SharePart>
  );
}
