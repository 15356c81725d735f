import { t } from '@lingui/core/macro';
import { useMutation } from '@tanstack/react-query';
import { call } from '../lib/http/api.ts';
import { toastProblem } from '../ui/layers/toasts.ts';
import { usePlayer } from './PlayerContext.tsx';
import { toSong } from './song.ts';

/** Plays a track that is known by id and title only; shows a toast when it can't be played. */
export function usePlayTrack(
  { track_id, title }: { track_id: string; title: string },
  onPlaying: () => void = () => {},
) {
  const player = usePlayer();
  const { mutate, isPending } = useMutation({
    mutationFn: () => call('GET /track/:id', { params: { id: track_id } }),
    onSuccess: (track) => {
      // `choose` would pause the current song.
      if (player.state().song?.id === track.id) player.play();
      else player.choose(toSong(track));
      onPlaying();
    },
    onError: (error) => toastProblem(t`“${title}” could not be played`, error),
  });
  return { play: () => isPending || mutate(), isPending };
}
