import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Take } from 'contract/studio.ts';
import { call } from '../../lib/api.ts';
import { toast, toastProblem } from '../../ui/toasts.ts';
import { takesKey } from './queries.ts';

/** Chooses a take of a request, or changes the choice. It shows at once, and is undone if the server refuses it. */
export function useChoose(request_id: string) {
  const client = useQueryClient();
  const queryKey = takesKey(request_id);
  return useMutation({
    mutationKey: queryKey,
    mutationFn: ({ id }: Take) =>
      call('PUT /requests/:id/choice', { params: { id: request_id }, body: { take_id: id } }),
    onMutate: async ({ id }) => {
      await client.cancelQueries({ queryKey });
      const before = client.getQueriesData<Take[]>({ queryKey });
      client.setQueriesData<Take[]>({ queryKey }, (takes) =>
        takes?.map((take) => ({ ...take, chosen_by_caller: take.id === id })),
      );
      return before;
    },
    onSuccess: ({ closed }, { label }) =>
      closed
        ? toast(`Take ${label} chosen`, 'Everyone has chosen: the song is being released.')
        : toast(`Take ${label} chosen`, 'You can change your mind until the choice closes.'),
    onError: (error, _take, before) => {
      for (const [key, takes] of before ?? []) client.setQueryData(key, takes);
      toastProblem('Your choice was not counted', error.message);
    },
    onSettled: () => void client.invalidateQueries({ queryKey: ['request', request_id] }),
  });
}
