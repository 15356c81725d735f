import type { QueryClient } from '@tanstack/react-query';
import type { Board, RequestPage } from 'contract/song-requests.ts';
import { VOTE_COST, VOTE_GOAL } from 'contract/song-requests-constants.ts';
import { call } from '../../lib/api.ts';
import { setCredits } from '../../lib/credits.ts';
import { toast } from '../../ui/toasts.ts';
import { applyVote } from './board-page.ts';
import { withIdempotencyKey } from './idempotency.ts';
import { lastLamp } from './last-lamp.ts';
import { boardKey, nearestQuery, ownRequestsKey } from './queries.ts';
import { requestKey, requestPageKey, updatePage } from './request-queries.ts';

/** Casts one vote for a request; the caches follow the server's answer. */
export async function castVote(client: QueryClient, id: string): Promise<void> {
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
  toast('Vote added!', `Your vote has been counted. ${VOTE_COST} credits deducted.`);
}
