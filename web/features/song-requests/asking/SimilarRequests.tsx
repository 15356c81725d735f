import { useQuery } from '@tanstack/react-query';
import type { SongRequest } from 'contract/features/song-requests.ts';
import { VOTE_COST, VOTE_GOAL } from 'contract/features/song-requests-constants.ts';
import { useEffect, useState } from 'react';
import { buttonLook } from '../../../ui/Button.tsx';
import { Lamps } from '../../../ui/pictures/Lamps.tsx';
import { similarQuery } from '../queries.ts';
import { useOptimisticVote } from '../use-vote.ts';
import type { Voter } from '../use-voter.ts';
import { VoteButton } from '../VoteButton.tsx';

interface Props {
  title: string;
  artist: string;
  voter: Voter;
  onVoted: () => void;
}

/** Offers requests like the one being typed: a vote is much cheaper than a new request. */
export function SimilarRequests({ title, artist, voter, onVoted }: Props) {
  const similar = useSimilarRequests(title, artist);
  return (
    <div role="status" className="empty:hidden">
      {similar.length > 0 && (
        <div className="spotlight grid gap-3 rounded-md border border-line bg-raised p-4">
          <p className="text-sm text-soft">
            {similar.length === 1 ? 'Is it this one?' : 'Is it one of these?'} A vote costs {VOTE_COST}{' '}
            credits.
          </p>
          <ul className="grid gap-4">
            {similar.map((request) => (
              <SimilarRequest key={request.id} request={request} voter={voter} onVoted={onVoted} />
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

function SimilarRequest({
  request,
  voter,
  onVoted,
}: { request: SongRequest } & Pick<Props, 'voter' | 'onVoted'>) {
  const shown = useOptimisticVote(request);
  const { title, artist, votes } = shown;
  return (
    <li className="grid gap-2">
      <p className="leading-snug wrap-anywhere">
        <bdi className="font-semibold">{title}</bdi> <bdi className="text-soft">{artist}</bdi>
      </p>
      <Lamps lit={votes} goal={VOTE_GOAL} className="h-2" />
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span className="figures text-sm text-soft">
          {votes} of {VOTE_GOAL} votes
        </span>
        <VoteButton
          request={shown}
          voter={voter}
          onVoted={onVoted}
          label={`Light one for it: ${title}`}
          className={`${buttonLook()} bg-stage`}
        >
          Light one for it
        </VoteButton>
      </div>
    </li>
  );
}

const DEBOUNCE_MS = 250;
/** Shorter titles match too much. */
const MIN_TITLE_LENGTH = 3;

/** Open requests like the one being typed. */
function useSimilarRequests(title: string, artist: string) {
  const [search, setSearch] = useState({ title: '', artist: '' });
  useEffect(() => {
    const timer = setTimeout(setSearch, DEBOUNCE_MS, { title: title.trim(), artist: artist.trim() });
    return () => clearTimeout(timer);
  }, [title, artist]);
  const enabled = search.title.length >= MIN_TITLE_LENGTH && title.trim().length >= MIN_TITLE_LENGTH;
  const { data } = useQuery({ ...similarQuery(search.title, search.artist), enabled });
  return enabled ? (data ?? []) : [];
}
