import { call } from '../../lib/api.ts';
import { toast, toastProblem } from '../../ui/toasts.ts';
import { usePublishingMutation } from './use-publishing-mutation.ts';

interface Named {
  id: string;
  title: string;
}

/** Deletes a track, which only hides it, and restores it. */
export function useWithdraw() {
  const restoring = usePublishingMutation(
    ({ id }: Named) => call('PATCH /track/:id', { params: { id }, body: { is_deleted: false } }),
    (_, { title }) => toast('Track restored', `“${title}”`),
    (error) => toastProblem('Failed to restore track', error.message),
  );
  const withdrawing = usePublishingMutation(
    ({ id }: Named) => call('DELETE /track/:id', { params: { id } }),
    (_, track) =>
      toast('Track deleted', `“${track.title}”`, { label: 'Undo', run: () => restoring.mutate(track) }),
    (error) => toastProblem('Failed to delete track', error.message),
  );
  return {
    withdraw: withdrawing.mutate,
    restore: restoring.mutate,
    busy: withdrawing.isPending || restoring.isPending,
  };
}
