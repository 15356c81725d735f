import { useMutation } from '@tanstack/react-query';
import { Play, Shuffle } from 'lucide-react';
import { Button } from '../ui/Button.tsx';
import { toastProblem } from '../ui/toasts.ts';
import { usePlayer } from './PlayerContext.tsx';
import { shuffled } from './queue.ts';
import type { Song } from './song.ts';

/** The most songs that 'Play all' loads; one call returns no more. */
export const QUEUE_LIMIT = 200;

/**
 * 'Play all' and 'Shuffle' of a list.
 * @param load the songs of the whole list, not only of the part that is shown.
 * @param failure the title of the toast when they can't be loaded.
 */
export function PlayAllButtons({
  load,
  failure,
  disabled,
}: {
  load: () => Promise<Song[]>;
  failure: string;
  disabled: boolean;
}) {
  const player = usePlayer();
  const { mutate, isPending } = useMutation({
    mutationFn: async (order: (songs: Song[]) => Song[]) => player.playAll(order(await load())),
    onError: (error) => toastProblem(failure, error.message),
  });
  return (
    <div className="flex gap-2">
      <Button look="ember" disabled={disabled || isPending} onClick={() => mutate((songs) => songs)}>
        <Play size={16} fill="currentColor" aria-hidden="true" /> Play all
      </Button>
      <Button disabled={disabled || isPending} onClick={() => mutate(shuffled)}>
        <Shuffle size={16} aria-hidden="true" /> Shuffle
      </Button>
    </div>
  );
}
