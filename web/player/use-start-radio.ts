import { useMutation } from '@tanstack/react-query';
import { toast, toastProblem } from '../ui/toasts.ts';
import { usePlayer } from './PlayerContext.tsx';
import { startRadio } from './radio.ts';

/** Starts the radio of a track, an artist or a genre, and says so. @param seed as `GET /radio` takes it. */
export function useStartRadio(seed: string) {
  const player = usePlayer();
  const { mutate, isPending } = useMutation({
    mutationFn: () => startRadio(player, seed),
    onSuccess: (name) => toast('Radio started', `“${name}” and songs like it`),
    onError: (error) => toastProblem('The radio could not start', error.message),
  });
  return { start: () => mutate(), isPending };
}
