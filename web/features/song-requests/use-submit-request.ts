import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { SongRequest } from 'contract/song-requests.ts';
import { REQUEST_COST } from 'contract/song-requests-constants.ts';
import { call } from '../../lib/api.ts';
import { refreshCredits } from '../../lib/credits.ts';
import { toast } from '../../ui/toasts.ts';
import { withIdempotencyKey } from './idempotency.ts';
import { boardKey, ownRequestsKey, similarKey } from './queries.ts';
import { reportRefusal } from './report-refusal.ts';
import type { RequestInput } from './request-input.ts';
import type { Voter } from './use-voter.ts';

/** Puts a new request on the board. */
export function useSubmitRequest({ getCredits }: Voter, onSubmitted: (request: SongRequest) => void) {
  const client = useQueryClient();
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
      const code = reportRefusal(client, getCredits, error, 'Failed to create request');
      if (code === 'duplicate_request') void client.invalidateQueries({ queryKey: similarKey });
    },
  });
}
