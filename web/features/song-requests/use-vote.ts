import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { SongRequest } from 'contract/song-requests.ts';
import { castVote } from './cast-vote.ts';
import { boardKey } from './queries.ts';
import { reportRefusal } from './report-refusal.ts';
import { requestKey } from './request-queries.ts';
import type { Voter } from './use-voter.ts';

/** Votes for one request. */
export function useVote(id: string, { getCredits }: Voter, onVoted?: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationKey: voteKey(id),
    mutationFn: (_before: SongRequest) => castVote(client, id),
    onSuccess: onVoted,
    onError: (error) => {
      const code = reportRefusal(client, getCredits, error, 'Failed to vote');
      // Released or declined in the meantime.
      if (code === 'request_closed' || code === 'not_found')
        for (const queryKey of [boardKey, requestKey(id)]) void client.invalidateQueries({ queryKey });
    },
  });
}

export const voteKey = (id: string) => ['vote', id];
