import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Board, RequestPage, SongRequest } from 'contract/song-requests.ts';
import { VOTE_COST } from 'contract/song-requests-constants.ts';
import { call } from '../../lib/api.ts';
import { setCredits } from '../../lib/credits.ts';
import { toast } from '../../ui/toasts.ts';
import { applyVote } from './board-page.ts';
import { withIdempotencyKey } from './idempotency.ts';
import { boardKey, ownRequestsKey } from './queries.ts';
import { requestKey, requestPageKey, updatePage } from './request-queries.ts';
import { useReportRefusal } from './use-report-refusal.ts';
import type { Voter } from './use-voter.ts';

/** Votes for one request; the caches follow the server's answer. */
export function useVote(id: string, voter: Voter, onVoted?: () => void) {
  const client = useQueryClient();
  const reportRefusal = useReportRefusal(voter);
  return useMutation({
    mutationKey: voteKey(id),
    mutationFn: (request: SongRequest) =>
      withIdempotencyKey(`vote ${request.id}`, (key) =>
        call('POST /requests/:id/votes', { params: { id: request.id }, headers: { 'idempotency-key': key } }),
      ),
    onSuccess: ({ request, credits }) => {
      client.setQueriesData<Board>({ queryKey: boardKey }, (board) => board && applyVote(board, request));
      client.setQueriesData<RequestPage>(
        { queryKey: requestPageKey(id) },
        (page) => page && updatePage(page, request),
      );
      void client.invalidateQueries({ queryKey: requestKey(id) });
      setCredits(client, credits);
      void client.invalidateQueries({ queryKey: ownRequestsKey });
      toast('Vote added!', `Your vote has been counted. ${VOTE_COST} credits deducted.`);
      onVoted?.();
    },
    onError: (error) => {
      const code = reportRefusal(error, 'Failed to vote');
      // Released or declined in the meantime.
      if (code === 'request_closed' || code === 'not_found')
        for (const queryKey of [boardKey, requestKey(id)]) void client.invalidateQueries({ queryKey });
    },
  });
}

export const voteKey = (id: string) => ['vote', id];
