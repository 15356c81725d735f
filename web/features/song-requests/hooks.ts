import { useMutation, useMutationState, useQuery, useQueryClient } from '@tanstack/react-query';
import { AnswerProblem } from 'contract/answers.ts';
import type { Board, RequestPage, SongRequest } from 'contract/song-requests.ts';
import { REQUEST_COST, VOTE_COST } from 'contract/song-requests-constants.ts';
import { call } from '../../lib/api.ts';
import { refreshCredits, setCredits } from '../../lib/credits.ts';
import { useSession } from '../../lib/session.tsx';
import { toast, toastProblem } from '../../ui/toasts.ts';
import { applyVote, withPendingVote } from './board-page.ts';
import { withIdempotencyKey } from './idempotency.ts';
import { boardKey, boardQuery, ownRequestsKey, similarKey } from './queries.ts';
import type { RequestInput } from './request-input.ts';
import { requestKey, requestPageKey, updatePage } from './request-queries.ts';
import type { Voter } from './use-voter.ts';

/** The board as the viewer sees it, once it is known who that is. */
export function useBoard(page: number) {
  const { viewer, loading } = useSession();
  return useQuery({ ...boardQuery(viewer?.id, page), enabled: !loading });
}

const voteKey = (id: string) => ['vote', id];

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

/** The request with the viewer's pending vote counted; the vote disappears if the server refuses it. */
export function useOptimisticVote(request: SongRequest): SongRequest {
  const [before] = useMutationState({
    filters: { mutationKey: voteKey(request.id), status: 'pending' },
    select: ({ state }) => state.variables as SongRequest,
  });
  return before ? withPendingVote(request, before) : request;
}

/** Puts a new request on the board. */
export function useSubmitRequest(voter: Voter, onSubmitted: (request: SongRequest) => void) {
  const client = useQueryClient();
  const reportRefusal = useReportRefusal(voter);
  return useMutation({
    mutationFn: (input: RequestInput) =>
      withIdempotencyKey(`submit ${JSON.stringify(input)}`, (key) =>
        call('POST /requests', { body: input, headers: { 'idempotency-key': key } }),
      ),
    onSuccess: (request) => {
      toast('Request created!', `Your song is on the board. ${REQUEST_COST} credits deducted.`);
      refreshCredits(client);
      for (const queryKey of [boardKey, ownRequestsKey]) void client.invalidateQueries({ queryKey });
      onSubmitted(request);
    },
    onError: (error) => {
      const code = reportRefusal(error, 'Failed to create request');
      if (code === 'duplicate_request') void client.invalidateQueries({ queryKey: similarKey });
    },
  });
}

const titles: Record<string, string> = {
  plan_refuses: 'Feature not available',
  duplicate_request: 'Duplicate request',
};

/** Shows why the server refused to spend credits: a toast, or the credits dialog. Returns the error's code. */
function useReportRefusal({ getCredits }: Voter) {
  const client = useQueryClient();
  return (error: Error, title: string): string | undefined => {
    const code = error instanceof AnswerProblem ? error.code : undefined;
    if (code === 'not_enough_credits') {
      refreshCredits(client);
      getCredits();
    } else toastProblem(titles[code ?? ''] ?? title, error.message);
    return code;
  };
}
