import { t } from '@lingui/core/macro';
import { type QueryClient, useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import type { Board, RequestPage, SongRequest } from 'contract/features/song-requests.ts';
import { VOTE_COST, VOTE_GOAL } from 'contract/features/song-requests-constants.ts';
import { useState } from 'react';
import { setCredits } from '../../lib/credits.ts';
import { call } from '../../lib/http/api.ts';
import { withIdempotencyKey } from '../../lib/http/idempotency.ts';
import { createStore } from '../../lib/store.ts';
import { toast } from '../../ui/layers/toasts.ts';
import { applyVote, newest, withPendingVote } from './board/board-page.ts';
import { boardKey, nearestQuery, ownRequestsKey, requestKey, requestPageKey, updatePage } from './queries.ts';
import { reportRefusal } from './spending.ts';

/** Votes for one request. */
export function useVote(id: string, onVoted?: (request: SongRequest) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationKey: voteKey(id),
    mutationFn: (_before: SongRequest) => castVote(client, id),
    onSuccess: onVoted,
    onError: (error) => {
      const code = reportRefusal(client, error, t`Failed to vote`);
      // Released or declined in the meantime.
      if (code === 'request_closed' || code === 'not_found')
        for (const queryKey of [boardKey, requestKey(id)]) void client.invalidateQueries({ queryKey });
    },
  });
}

const voteKey = (id: string) => ['vote', id];

/** Casts one vote for a request; the caches follow the server's answer. */
export async function castVote(client: QueryClient, id: string): Promise<SongRequest> {
  const { request, credits, lamp } = await withIdempotencyKey(`vote ${id}`, (key) =>
    call('POST /requests/:id/votes', { params: { id }, headers: { 'idempotency-key': key } }),
  );
  client.setQueriesData<Board>({ queryKey: boardKey }, (board) => board && applyVote(board, request));
  client.setQueriesData<RequestPage>(
    { queryKey: requestPageKey(id) },
    (page) => page && updatePage(page, request),
  );
  for (const queryKey of [requestKey(id), ownRequestsKey, nearestQuery.queryKey])
    void client.invalidateQueries({ queryKey });
  if (lamp === VOTE_GOAL) lastLamp.set(id);
  setCredits(client, credits);
  toast(t`Vote added!`, t`Your vote has been counted. ${VOTE_COST} credits deducted.`);
  return request;
}

/** The request whose last lamp the viewer has just lit, until they have seen the moment. */
export const lastLamp = createStore<string | null>(null);

/** The request with the viewer's pending vote counted; the vote disappears if the server refuses it. */
export function useOptimisticVote(request: SongRequest): SongRequest {
  const [before] = useMutationState({
    filters: { mutationKey: voteKey(request.id), status: 'pending' },
    select: ({ state }) => state.variables as SongRequest,
  });
  return before ? withPendingVote(request, before) : request;
}

/** A request of a list that votes do not reload: as the server said after the viewer's last vote, with a pending one. */
export function useVotedRequest(known: SongRequest) {
  const [voted, setVoted] = useState(known);
  return [useOptimisticVote(newest(known, voted)), setVoted] as const;
}
