import { useMutation, useQueryClient } from '@tanstack/react-query';
import { AnswerProblem } from 'contract/answers.ts';
import { upgradeHint } from 'contract/plans.ts';
import type { Board, SongRequest } from 'contract/song-requests.ts';
import { VOTE_COST } from 'contract/song-requests-constants.ts';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../lib/api.ts';
import { refreshCredits, setCredits } from '../../lib/credits.ts';
import { toast, toastProblem } from '../../ui/toasts.ts';
import { afterVote, withVote } from './board-page.ts';
import { BOARD, OWN } from './hooks.ts';
import { once } from './intent.ts';
import type { Voter } from './voter.ts';

/** §9, ms. A second click in this time is the same wish: double clicks and held keys cost nothing. */
const HIGHLIGHT = 600;

/**
 * Voting for one request: the vote shows at once and is gone again when the server refuses it.
 * @param onCounted called when the server has counted the vote.
 */
export function useVote(request: SongRequest, voter: Voter, onCounted?: () => void) {
  const client = useQueryClient();
  const [lit, setLit] = useState(false);
  const resting = useRef(false);
  const casting = useMutation({
    mutationFn: ({ id }: SongRequest) =>
      once(`vote ${id}`, (key) =>
        call('POST /requests/:id/votes', { params: { id }, headers: { 'idempotency-key': key } }),
      ),
    onSuccess: ({ request: voted, credits }) => {
      client.setQueriesData<Board>({ queryKey: BOARD }, (board) => board && afterVote(board, voted));
      setCredits(client, credits);
      void client.invalidateQueries({ queryKey: OWN });
      toast('Vote added!', `Your vote has been counted. ${VOTE_COST} credits deducted.`);
      onCounted?.();
    },
    onError: (error) => {
      const code = error instanceof AnswerProblem ? error.code : '';
      if (code === 'not_enough_credits') {
        refreshCredits(client);
        voter.getCredits();
      } else if (code === 'plan_refuses') {
        toastProblem('Feature not available', error.message);
      } else {
        toastProblem('Failed to vote', error.message);
        // It was released or declined meanwhile.
        if (code === 'request_closed' || code === 'not_found')
          void client.invalidateQueries({ queryKey: BOARD });
      }
    },
  });
  useEffect(() => {
    if (!lit) return;
    const timer = setTimeout(() => {
      resting.current = false;
      setLit(false);
    }, HIGHLIGHT);
    return () => clearTimeout(timer);
  }, [lit]);

  const press = () => {
    if (voter.obstacle === 'visitor')
      return toastProblem('Authentication required', 'Please log in to vote on requests.');
    if (voter.obstacle === 'plan')
      return toastProblem(
        'Feature not available',
        upgradeHint('upvotes', voter.viewer?.plan_tier) || 'Upgrade your plan to participate in voting',
      );
    if (voter.obstacle === 'credits') return voter.getCredits();
    if (resting.current || casting.isPending) return;
    resting.current = true;
    setLit(true);
    casting.mutate(request);
  };
  return {
    /** The request with the vote that is under way. */
    shown: casting.isPending ? withVote(request, casting.variables) : request,
    lit,
    busy: lit || casting.isPending,
    press,
  };
}
