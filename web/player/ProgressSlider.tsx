import { useEffect, useRef } from 'react';
import { formatDuration } from '../lib/format.ts';
import { usePlayer, usePlayerState } from './PlayerContext.tsx';
import { Waveform } from './Waveform.tsx';
import { WaveTime } from './WaveTime.tsx';

/** The waveform as the progress slider, in steps of one second. */
export function ProgressSlider({ className = 'h-11', height }: { className?: string; height?: number }) {
  const player = usePlayer();
  const url = usePlayerState((state) => state.song?.waveformUrl ?? null);
  const duration = usePlayerState((state) => Math.round(state.duration));
  const second = usePlayerState((state) => state.second);
  const box = useProgressVariable();
  return (
    <div
      ref={box}
      className={`relative rounded-sm has-focus-visible:outline-2 has-focus-visible:outline-offset-3 has-focus-visible:outline-ember-ink ${className}`}
    >
      <Waveform url={url} {...(height && { height })} />
      <input
        type="range"
        aria-label="Progress"
        aria-valuetext={`${formatDuration(second)} of ${formatDuration(duration)}`}
        min={0}
        max={duration}
        step={1}
        value={Math.min(second, duration)}
        onChange={(event) => player.seek(event.target.valueAsNumber)}
        className="slider slider-over-wave absolute inset-0 h-full w-full outline-none"
      />
      <WaveTime duration={duration} />
    </div>
  );
}

/** Keeps `--progress` (0 to 1) of an element up to date, frame by frame while the song plays, without rendering. */
export function useProgressVariable() {
  const player = usePlayer();
  const box = useRef<HTMLDivElement>(null);
  const isPlaying = usePlayerState((state) => state.status === 'playing');
  useEffect(() => {
    const update = () => {
      const { duration } = player.state();
      const progress = duration > 0 ? Math.min(1, player.position() / duration) : 0;
      box.current?.style.setProperty('--progress', String(progress));
    };
    update();
    if (!isPlaying) return player.subscribe(update);
    let frame = requestAnimationFrame(function next() {
      update();
      frame = requestAnimationFrame(next);
    });
    return () => cancelAnimationFrame(frame);
  }, [player, isPlaying]);
  return box;
}
