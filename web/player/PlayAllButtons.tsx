import { t } from '@lingui/core/macro';
import { useMutation } from '@tanstack/react-query';
import { Pause, Play, Shuffle } from 'lucide-react';
import { useLocation, useSearch } from 'wouter';
import { Button } from '../ui/Button.tsx';
import { toastProblem } from '../ui/layers/toasts.ts';
import { isPlayingOrLoading } from './engine/player.ts';
import { type Queue, shuffled } from './engine/queue.ts';
import { usePlayer, usePlayerState } from './PlayerContext.tsx';
import type { Song } from './song.ts';

/** The most songs that 'Play all' loads; one call returns no more. */
export const QUEUE_LIMIT = 200;

/** The URL of the list that started a queue, so that its button still pauses it after a visit to another page. */
const startedAt = new WeakMap<Queue['entries'], string>();

function usePlace(): string {
  const [path] = useLocation();
  return `${path}?${useSearch()}`;
}

/**
 * 'Play all' and 'Shuffle' of a list.
 * @param load the songs of the whole list, not only of the part that is shown.
 * @param failure the title of the toast when they can't be loaded.
 * @param compact without words on phones.
 * @param single only 'Play'.
 */
export function PlayAllButtons({
  load,
  failure,
  disabled,
  compact = false,
  single = false,
}: {
  load: () => Promise<Song[]>;
  failure: string;
  disabled: boolean;
  compact?: boolean;
  single?: boolean;
}) {
  const player = usePlayer();
  const place = usePlace();
  const isStarted = usePlayerState(({ queue }) => startedAt.get(queue.entries) === place);
  const isPlaying = usePlayerState(({ status }) => isPlayingOrLoading(status)) && isStarted;
  const { mutate, isPending } = useMutation({
    mutationFn: async (order: (songs: Song[]) => Song[]) => {
      player.playAll(order(await load()));
      startedAt.set(player.state().queue.entries, place);
    },
    onError: (error) => toastProblem(failure, error),
  });
  const word = compact ? 'max-sm:sr-only' : '';
  return (
    <div className="flex gap-2">
      <Button
        look="ember"
        disabled={disabled || isPending}
        onClick={() => (isStarted ? player.toggle() : mutate((songs) => songs))}
      >
        {isPlaying ? (
          <>
            <Pause size={16} fill="currentColor" aria-hidden="true" />{' '}
            <span className={word}>{t`Pause`}</span>
          </>
        ) : (
          <>
            <Play size={16} fill="currentColor" aria-hidden="true" />{' '}
            <span className={word}>{single ? t`Play` : t`Play all`}</span>
          </>
        )}
      </Button>
      {!single && (
        <Button disabled={disabled || isPending} onClick={() => mutate(shuffled)}>
          <Shuffle size={16} aria-hidden="true" /> <span className={word}>{t`Shuffle`}</span>
        </Button>
      )}
    </div>
  );
}
