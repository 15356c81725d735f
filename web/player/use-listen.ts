import { useMutation } from '@tanstack/react-query';
import { call } from '../lib/api.ts';
import { toastProblem } from '../ui/toasts.ts';
import { usePlayer } from './PlayerContext.tsx';
import { songOf } from './song.ts';

/** Plays a track of which no more is known than its id and title; says so when it cannot be played. */
export function useListen(
  { track_id, title }: { track_id: string; title: string },
  onPlaying: () => void = () => {},
) {
  const player = usePlayer();
  const { mutate, isPending } = useMutation({
    mutationFn: () => call('GET /track/:id', { params: { id: track_id } }),
    onSuccess: (track) => {
      // Choosing what is on already would pause it.
      if (player.state().song?.id === track.id) player.play();
      else player.choose(songOf(track));
      onPlaying();
    },
    onError: (error) => toastProblem(`"${title}" could not be played`, error.message),
  });
  return { listen: () => isPending || mutate(), isPending };
}
