import { Pause, Play, SkipBack, SkipForward, Volume1, Volume2, VolumeX } from 'lucide-react';
import { useRef } from 'react';
import { IconButton } from '../ui/Button.tsx';
import { Slider } from '../ui/Slider.tsx';
import { DEFAULT_VOLUME } from './memory.ts';
import { usePlayer, usePlayerState } from './PlayerContext.tsx';
import { nextAt, previousAt } from './queue.ts';
import { wantsSound } from './transitions.ts';

export function PlayButton({ className = 'size-11' }: { className?: string }) {
  const player = usePlayer();
  const sounding = usePlayerState((state) => wantsSound(state.status));
  const loading = usePlayerState((state) => state.status === 'loading');
  return (
    <button
      type="button"
      aria-label={sounding ? 'Pause' : 'Play'}
      data-tooltip={sounding ? 'Pause' : 'Play'}
      aria-busy={loading || undefined}
      onClick={player.toggle}
      className={`grid shrink-0 place-items-center rounded-full bg-ink text-ground transition hover:scale-105 active:scale-95 ${className}`}
    >
      {sounding ? (
        <Pause size={18} fill="currentColor" />
      ) : (
        <Play size={18} fill="currentColor" className="translate-x-px" />
      )}
    </button>
  );
}

/** Previous, play, next. A song that was chosen alone has no neighbours. */
export function Transport({ large = false }: { large?: boolean }) {
  const player = usePlayer();
  const before = usePlayerState(({ queue, repeat }) => previousAt(queue, repeat) !== null);
  const after = usePlayerState(({ queue, repeat }) => nextAt(queue, repeat) !== null);
  const size = large ? 26 : 18;
  return (
    <div className="flex items-center gap-2">
      <IconButton label="Previous" disabled={!before} onClick={player.previous}>
        <SkipBack size={size} fill="currentColor" />
      </IconButton>
      <PlayButton className={large ? 'size-16' : 'size-11'} />
      <IconButton label="Next" disabled={!after} onClick={player.next}>
        <SkipForward size={size} fill="currentColor" />
      </IconButton>
    </div>
  );
}

export function Volume({ className = '' }: { className?: string }) {
  const player = usePlayer();
  const volume = usePlayerState((state) => state.volume);
  const before = useRef(DEFAULT_VOLUME);
  const Icon = volume === 0 ? VolumeX : volume < 50 ? Volume1 : Volume2;
  const mute = () => {
    if (volume > 0) before.current = volume;
    player.setVolume(volume > 0 ? 0 : before.current);
  };
  return (
    <div className={`flex items-center gap-1 ${className}`}>
      <IconButton label={volume === 0 ? 'Unmute' : 'Mute'} onClick={mute}>
        <Icon size={18} />
      </IconButton>
      <Slider
        label="Volume"
        value={volume}
        max={100}
        valueText={`${volume} %`}
        onChange={player.setVolume}
        className="min-w-0 flex-1"
      />
    </div>
  );
}
