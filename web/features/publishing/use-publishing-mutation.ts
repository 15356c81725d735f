import { t } from '@lingui/core/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/http/api.ts';
import { toast, toastProblem } from '../../ui/layers/toasts.ts';

/**
 * A mutation that others can see the effect of: afterwards everything shown of tracks and requests is fetched again.
 * Its callbacks run even when the component that started it is gone.
 */
export function usePublishingMutation<Input, Output>(
  mutationFn: (input: Input) => Promise<Output>,
  onSuccess: (output: Output, input: Input) => void,
  onError?: (error: Error) => void,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess,
    ...(onError && { onError }),
    onSettled: () => {
      void client.invalidateQueries({
        predicate: ({ queryKey }) => queryKey[0] !== 'waveform' && queryKey[0] !== 'upload',
      });
    },
  });
}

interface Named {
  id: string;
  title: string;
}

/** Deletes a track, which only hides it, and restores it. */
export function useWithdraw() {
  const restoring = usePublishingMutation(
    ({ id }: Named) => call('PATCH /track/:id', { params: { id }, body: { is_deleted: false } }),
    (_, { title }) => toast(t`Track restored`, `“${title}”`),
    (error) => toastProblem(t`Failed to restore track`, error),
  );
  const withdrawing = usePublishingMutation(
    ({ id }: Named) => call('DELETE /track/:id', { params: { id } }),
    (_, track) =>
      toast(t`Track deleted`, `“${track.title}”`, { label: t`Undo`, run: () => restoring.mutate(track) }),
    (error) => toastProblem(t`Failed to delete track`, error),
  );
  return {
    withdraw: withdrawing.mutate,
    restore: restoring.mutate,
    busy: withdrawing.isPending || restoring.isPending,
  };
}
