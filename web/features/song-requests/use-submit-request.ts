import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { SongRequest } from 'contract/song-requests.ts';
import { REQUEST_COST } from 'contract/song-requests-constants.ts';
import { call } from '../../lib/api.ts';
import { refreshCredits } from '../../lib/credits.ts';
import { toast } from '../../ui/toasts.ts';
import { withIdempotencyKey } from './idempotency.ts';
import { boardKey, ownRequestsKey, similarKey } from './queries.ts';
import type { RequestInput } from './request-input.ts';
import { useReportRefusal } from './use-report-refusal.ts';
import type { Voter } from './use-voter.ts';

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
