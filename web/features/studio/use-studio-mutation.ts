import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast, toastProblem } from '../../ui/toasts.ts';

/**
 * A change that an admin makes in the studio. Afterwards everything that shows requests or tracks is fetched again.
 * @param failure the title of the toast if the server refuses it.
 */
export function useStudioMutation<Input>(
  mutationFn: (input: Input) => Promise<unknown>,
  { success, failure }: { success?: string; failure: string },
  onDone: () => void = () => {},
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: () => {
      if (success) toast(success);
      onDone();
    },
    onError: (error) => toastProblem(failure, error.message),
    onSettled: () => {
      void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'waveform' });
    },
  });
}
