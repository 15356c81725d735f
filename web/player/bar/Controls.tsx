import { t } from '@lingui/core/macro';
import { SkipBack, SkipForward, Volume1, Volume2, VolumeX } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { IconButton } from '../../ui/Button.tsx';
import { Slider } from '../../ui/forms/Slider.tsx';
import { DEFAULT_VOLUME } from '../engine/persisted-state.ts';
import { isPlayingOrLoading } from '../engine/player.ts';
import { nextAt, previousAt } from '../engine/queue.ts';
import { usePlayer, usePlayerState } from '../PlayerContext.tsx';
import { PlayPauseIcon } from '../PlayToggle.tsx';

function PlayButton({ className = 'size-11' }: { className?: string }) {
  const player = usePlayer();
  const isPlaying = usePlayerState((state) => isPlayingOrLoading(state.status));
  const isLoading = usePlayerState((state) => state.status === 'loading');
  const label = isPlaying ? t`Pause` : t`Play`;
  return (
    <button
      type="button"
      aria-label={label}
      data-tooltip={label}
      aria-busy={isLoading || undefined}
      onClick={player.toggle}
      className={`grid shrink-0 place-items-center rounded-full bg-ink text-ground transition hover:scale-105 active:scale-95 ${className}`}
    >
      <PlayPauseIcon isPlaying={isPlaying} />
    </button>
  );
}

/**
 * Previous, play and next. A song that plays alone has no neighbors.
 * @param offer what may follow, instead of them.
 */
export function Transport({
  large = false,
  className = '',
  offer,
}: {
  large?: boolean;
  className?: string;
  offer?: ReactNode;
}) {
  const player = usePlayer();
  const hasPrevious = usePlayerState(({ queue, repeat }) => previousAt(queue, repeat) !== null);
  const hasNext = usePlayerState(({ queue, repeat }) => nextAt(queue, repeat) !== null);
  const size = large ? 26 : 18;
  return (
    <div className={`flex items-center gap-2 ${className}`}>
      {!offer && (
        <IconButton label={t`Previous`} disabled={!hasPrevious} onClick={player.previous}>
          <SkipBack size={size} fill="currentColor" />
        </IconButton>
      )}
      <PlayButton className={large ? 'size-16' : 'size-11'} />
      {offer || (
        <IconButton label={t`Next`} disabled={!hasNext} onClick={player.next}>
          <SkipForward size={size} fill="currentColor" />
        </IconButton>
      )}
    </div>
  );
}

export function Volume({ className = '' }: { className?: string }) {
  const player = usePlayer();
  const volume = usePlayerState((state) => state.volume);
  const beforeMute = useRef(DEFAULT_VOLUME);
  const Icon = volume === 0 ? VolumeX : volume < 50 ? Volume1 : Volume2;
  const toggleMute = () => {
    if (volume > 0) beforeMute.current = volume;
    player.setVolume(volume > 0 ? 0 : beforeMute.current);
  };
  return (
    <div className={`flex items-center gap-1 ${className}`}>
      <IconButton label={volume === 0 ? t`Unmute` : t`Mute`} onClick={toggleMute}>
        <Icon size={18} />
      </IconButton>
      <Slider
        label={t`Volume`}
        value={volume}
        max={100}
        valueText={`${volume} %`}
        onChange={player.setVolume}
        className="min-w-0 flex-1"
      />
    </div>
  );
}
