import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ToastAction, toast, toastProblem } from '../../ui/toasts.ts';

/**
 * A change that an admin makes in the studio. Afterwards everything that shows requests or tracks is fetched again.
 * @param failure the title of the toast if the server refuses it.
 */
export function useStudioMutation<Input, Output>(
  mutationFn: (input: Input) => Promise<Output>,
  {
    success,
    failure,
    actions = () => [],
  }: { success?: string; failure: string; actions?: (output: Output) => ToastAction[] },
  onDone: () => void = () => {},
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: (output) => {
      if (success) toast(success, undefined, ...actions(output));
      onDone();
    },
    onError: (error) => toastProblem(failure, error.message),
    onSettled: () => {
      void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'waveform' });
    },
  });
}
