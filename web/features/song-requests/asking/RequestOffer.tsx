import '../../../ui/rows.css';
import { t } from '@lingui/core/macro';
import type { SongRequest } from 'contract/features/song-requests.ts';
import { acceptsVotes, statusNames, VOTE_GOAL } from 'contract/features/song-requests-constants.ts';
import type { ReactNode } from 'react';
import { say } from '../../../lib/i18n.ts';
import { AppLink } from '../../../ui/AppLink.tsx';
import { buttonLook } from '../../../ui/Button.tsx';
import { Face } from '../../../ui/pictures/Face.tsx';
import { Lamps } from '../../../ui/pictures/Lamps.tsx';
import { useVotedRequest } from '../use-vote.ts';
import type { Voter } from '../use-voter.ts';
import { VoteButton, VoteWords } from '../VoteButton.tsx';

/** A request with voting for it as the next step. */
export function RequestOffer({
  request: found,
  voter,
  onVoted,
  children,
}: {
  request: SongRequest;
  voter: Voter;
  onVoted?: () => void;
  /** Stands before the vote. */
  children?: ReactNode;
}) {
  const [request, setVoted] = useVotedRequest(found);
  const { id, title, artist, genre, votes, status } = request;
  return (
    <div className="offer">
      <Face id={id} genre={genre} votes={votes} className="offer-face" />
      <div className="offer-text">
        <h3 dir="auto" className="text-lg leading-snug wrap-anywhere">
          <AppLink href={`/leaderboard/${id}`} className="hover:underline">
            {title}
          </AppLink>
        </h3>
        <p className="figures text-soft wrap-anywhere">
          <bdi>{artist}</bdi> ·{' '}
          {acceptsVotes(status) ? t`${votes} of ${VOTE_GOAL} votes` : say(statusNames[status])}
        </p>
        <Lamps lit={votes} goal={VOTE_GOAL} className="offer-lamps" />
      </div>
      <div className="offer-actions">
        {children}
        {acceptsVotes(status) && (
          <VoteButton
            request={request}
            voter={voter}
            onVoted={(now) => {
              setVoted(now);
              onVoted?.();
            }}
            className={`${buttonLook('ember', 'lg')} vote-offer`}
          >
            <VoteWords song={title}>{t`Vote for it`}</VoteWords>
          </VoteButton>
        )}
      </div>
    </div>
  );
}
