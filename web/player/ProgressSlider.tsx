import { useEffect, useRef } from 'react';
import { formatDuration } from '../lib/format.ts';
import { usePlayer, usePlayerState, useSecond } from './PlayerContext.tsx';
import { Waveform } from './Waveform.tsx';

/** The waveform is the progress slider: steps of one second, for the keyboard and screen readers too. */
export function ProgressSlider({ className = '' }: { className?: string }) {
  const player = usePlayer();
  const url = usePlayerState((state) => state.song?.waveformUrl ?? null);
  const duration = usePlayerState((state) => Math.floor(state.duration));
  const second = useSecond();
  const box = useHeard();
  return (
    <div
      ref={box}
      className={`relative h-11 rounded-sm has-focus-visible:outline-2 has-focus-visible:outline-offset-3 has-focus-visible:outline-ember-ink ${className}`}
    >
      <Waveform url={url} />
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
    </div>
  );
}

/** Keeps `--heard` true to the position: frame by frame while it plays, with no drawing by React. */
export function useHeard() {
  const player = usePlayer();
  const box = useRef<HTMLDivElement>(null);
  const playing = usePlayerState((state) => state.status === 'playing');
  useEffect(() => {
    const show = () => {
      const { duration } = player.state();
      box.current?.style.setProperty(
        '--heard',
        String(duration > 0 ? Math.min(1, player.time() / duration) : 0),
      );
    };
    show();
    if (!playing) return player.listen(show);
    let frame = requestAnimationFrame(function next() {
      show();
      frame = requestAnimationFrame(next);
    });
    return () => cancelAnimationFrame(frame);
  }, [player, playing]);
  return box;
}
