import { useMutationState, useQuery } from '@tanstack/react-query';
import type { SongRequest } from 'contract/song-requests.ts';
import { useSession } from '../../lib/session.tsx';
import { withPendingVote } from './board-page.ts';
import { boardQuery } from './queries.ts';
import { voteKey } from './use-vote.ts';

/** The board as the viewer sees it, once it is known who that is. */
export function useBoard(page: number) {
  const { viewer, loading } = useSession();
  return useQuery({ ...boardQuery(viewer?.id, page), enabled: !loading });
}

/** The request with the viewer's pending vote counted; the vote disappears if the server refuses it. */
export function useOptimisticVote(request: SongRequest): SongRequest {
  const [before] = useMutationState({
    filters: { mutationKey: voteKey(request.id), status: 'pending' },
    select: ({ state }) => state.variables as SongRequest,
  });
  return before ? withPendingVote(request, before) : request;
}
