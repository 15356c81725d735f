import { useQueryClient } from '@tanstack/react-query';
import { Play } from 'lucide-react';
import { usePlayer } from '../../player/PlayerContext.tsx';
import { toSong } from '../../player/song.ts';
import { Button } from '../../ui/Button.tsx';
import { toastProblem } from '../../ui/toasts.ts';
import { exploreQuery } from './queries.ts';

/** Starts the most popular songs at once, and then those that trend. */
export function PlayNow() {
  const player = usePlayer();
  const client = useQueryClient();
  const play = () =>
    client.ensureQueryData(exploreQuery('')).then(
      ({ mostPopular, trendingNow }) => player.playAll([...mostPopular, ...trendingNow].map(toSong)),
      (error: Error) => toastProblem('The music could not be played', error.message),
    );
  return (
    <Button look="ember" size="lg" onClick={play} className="w-fit">
      <Play size={18} fill="currentColor" aria-hidden="true" /> Play what’s popular
    </Button>
  );
}
