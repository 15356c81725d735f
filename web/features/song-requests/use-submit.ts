import { useMutation, useQueryClient } from '@tanstack/react-query';
import { AnswerProblem } from 'contract/answers.ts';
import { can, upgradeHint } from 'contract/plans.ts';
import type { SongRequest } from 'contract/song-requests.ts';
import { REQUEST_COST } from 'contract/song-requests-constants.ts';
import { call } from '../../lib/api.ts';
import { refreshCredits } from '../../lib/credits.ts';
import { toast, toastProblem } from '../../ui/toasts.ts';
import type { Draft } from './draft.ts';
import { BOARD, OWN } from './hooks.ts';
import { once } from './intent.ts';
import type { Voter } from './voter.ts';

/** Whether the viewer may request songs at all; says why not where they may not. */
export function mayRequest({ viewer }: Voter): boolean {
  if (!viewer) {
    toastProblem('Authentication required', 'Please log in to submit requests.');
    return false;
  }
  if (can(viewer, 'requestSongs')) return true;
  toastProblem(
    'Feature not available',
    upgradeHint('requests', viewer.plan_tier) || 'Upgrade your plan to submit song requests',
  );
  return false;
}

/** Puts a request on the board. */
export function useSubmit(voter: Voter, onDone: (request: SongRequest) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (draft: Draft) =>
      once(`submit ${JSON.stringify(draft)}`, (key) =>
        call('POST /requests', { body: draft, headers: { 'idempotency-key': key } }),
      ),
    onSuccess: (request) => {
      toast('Request created!', `Your song is on the board. ${REQUEST_COST} credits deducted.`);
      refreshCredits(client);
      for (const changed of [BOARD, OWN]) void client.invalidateQueries({ queryKey: changed });
      onDone(request);
    },
    onError: (error) => {
      const code = error instanceof AnswerProblem ? error.code : '';
      if (code === 'not_enough_credits') {
        refreshCredits(client);
        voter.getCredits();
      } else if (code === 'plan_refuses') {
        toastProblem('Feature not available', error.message);
      } else if (code === 'duplicate_request') {
        toastProblem('Duplicate request', error.message);
        void client.invalidateQueries({ queryKey: ['similar'] });
      } else toastProblem('Failed to create request', error.message);
    },
  });
}
