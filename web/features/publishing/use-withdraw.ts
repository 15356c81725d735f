import { call } from '../../lib/api.ts';
import { toast, toastProblem } from '../../ui/toasts.ts';
import { useChange } from './hooks.ts';

interface Named {
  id: string;
  title: string;
}

/** Deleting a track, which only hides it, and taking it back. */
export function useWithdraw() {
  const returning = useChange(
    ({ id }: Named) => call('PATCH /track/:id', { params: { id }, body: { is_deleted: false } }),
    (_, { title }) => toast('Track taken back', `"${title}"`),
    (error) => toastProblem('The track could not be taken back', error.message),
  );
  const withdrawing = useChange(
    ({ id }: Named) => call('DELETE /track/:id', { params: { id } }),
    (_, track) =>
      toast('Track deleted', `"${track.title}"`, { label: 'Undo', run: () => returning.mutate(track) }),
    (error) => toastProblem('Failed to delete track', error.message),
  );
  return {
    withdraw: withdrawing.mutate,
    takeBack: returning.mutate,
    busy: withdrawing.isPending || returning.isPending,
  };
}
