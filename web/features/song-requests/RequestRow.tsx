import '../../ui/rows.css';
import { plural, t } from '@lingui/core/macro';
import type { SongRequest } from 'contract/features/song-requests.ts';
import { acceptsVotes, statusNames, VOTE_GOAL } from 'contract/features/song-requests-constants.ts';
import { genreLabel } from 'contract/genres.ts';
import type { ReactNode } from 'react';
import { say } from '../../lib/i18n.ts';
import { AppLink } from '../../ui/AppLink.tsx';
import { Face } from '../../ui/pictures/Face.tsx';
import { useVotedRequest } from './use-vote.ts';
import { useVoter } from './use-voter.ts';
import { VoteButton, VoteWords } from './VoteButton.tsx';

/**
 * A song request in a list of results, with its vote.
 * @param left whether it says how many votes are missing, not how many there are.
 * @param mark marks what matched in its name.
 */
export function RequestRow({
  request: found,
  left = false,
  mark = (name) => name,
  onVoted,
}: {
  request: SongRequest;
  left?: boolean;
  mark?: (name: string) => ReactNode;
  onVoted?: () => void;
}) {
  const [request, setVoted] = useVotedRequest(found);
  const { id, title, genre, votes, status } = request;
  const voter = useVoter();
  const missing = VOTE_GOAL - votes;
  const progress =
    left && missing > 0
      ? plural(missing, { one: '# vote to go', other: '# votes to go' })
      : t`${votes} of ${VOTE_GOAL} votes`;
  const facts = [genreLabel(genre), acceptsVotes(status) ? progress : say(statusNames[status])];
  return (
    <li className="search-row">
      <Face id={id} genre={genre} votes={votes} className="search-picture" />
      <AppLink href={`/leaderboard/${id}`} className="search-text">
        <span dir="auto" className="search-name">
          {mark(title)}
        </span>
        <span className="search-detail figures">{(left ? facts.reverse() : facts).join(' · ')}</span>
      </AppLink>
      {acceptsVotes(status) && (
        <VoteButton
          request={request}
          voter={voter}
          onVoted={(now) => {
            setVoted(now);
            onVoted?.();
          }}
          className="vote-pill"
        >
          <VoteWords song={title}>{t`Vote`}</VoteWords>
        </VoteButton>
      )}
    </li>
  );
}
