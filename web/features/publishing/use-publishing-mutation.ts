import { useMutation, useQueryClient } from '@tanstack/react-query';

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
