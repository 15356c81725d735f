import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from '../../ui/toasts.ts';

/** A change that an admin makes to a request. Afterwards everything that shows requests is fetched again. */
export function useModerate<Input>(
  mutationFn: (input: Input) => Promise<unknown>,
  { done, onDone }: { done: string; onDone: () => void },
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: () => {
      toast(done);
      onDone();
    },
    onSettled: () =>
      void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'waveform' }),
  });
}
