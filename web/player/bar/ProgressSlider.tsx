import { t } from '@lingui/core/macro';
import { useEffect, useRef } from 'react';
import { formatDuration } from '../../lib/format.ts';
import { Waveform } from '../now-playing/Waveform.tsx';
import { usePlayer, usePlayerState } from '../PlayerContext.tsx';

/** The waveform as the progress slider, in steps of one second. */
export function ProgressSlider({
  className = 'h-11',
  height,
  label = t`Progress`,
  isFixed = false,
}: {
  className?: string;
  height?: number;
  label?: string;
  /** Shows the place, which nobody can change. */
  isFixed?: boolean;
}) {
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
        aria-label={label}
        aria-valuetext={t`${{ position: formatDuration(second) }} of ${{ duration: formatDuration(duration) }}`}
        min={0}
        max={duration}
        step={1}
        disabled={isFixed}
        value={Math.min(second, duration)}
        onChange={(event) => player.seek(event.target.valueAsNumber)}
        className="slider slider-over-wave absolute inset-0 h-full w-full outline-none"
      />
      {!isFixed && <WaveTime duration={duration} />}
    </div>
  );
}

/** Keeps `--progress` (0 to 1) of an element up to date, frame by frame while the song plays, without rendering. */
function useProgressVariable() {
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

export function Elapsed({ className = '' }: { className?: string }) {
  const second = usePlayerState((state) => state.second);
  return (
    <span className={`figures w-10 text-right text-[0.9375rem] text-soft ${className}`}>
      {formatDuration(second)}
    </span>
  );
}

export function Total({ className = '' }: { className?: string }) {
  const duration = usePlayerState((state) => state.duration);
  return (
    <span className={`figures w-10 text-[0.9375rem] text-faint ${className}`}>
      {formatDuration(duration)}
    </span>
  );
}

/**
 * Shows the time under the pointer above a waveform, and the time of its slider while that has the keyboard's focus.
 * It belongs into the element that the slider fills. @param duration seconds.
 */
export function WaveTime({ duration }: { duration: number }) {
  const bubble = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const element = bubble.current!;
    const box = element.parentElement!;
    const slider = box.querySelector('input')!;
    const show = (second: number) => {
      element.textContent = formatDuration(second);
      element.style.setProperty('--at', String(duration > 0 ? second / duration : 0));
      element.hidden = false;
    };
    const hide = () => {
      element.hidden = true;
    };
    const onMove = ({ clientX }: PointerEvent) => {
      const { left, width } = box.getBoundingClientRect();
      const share = Math.max(0, Math.min(1, (clientX - left) / width));
      show(Math.round(share * duration));
    };
    const onFocus = () => slider.matches(':focus-visible') && show(slider.valueAsNumber);
    const handlers: [string, (event: never) => void][] = [
      ['pointermove', onMove],
      ['pointerdown', onMove],
      ['pointerleave', hide],
      ['pointercancel', hide],
      ['focusin', onFocus],
      ['focusout', hide],
      ['keyup', onFocus],
    ];
    for (const [name, handle] of handlers) box.addEventListener(name, handle as EventListener);
    return () => {
      for (const [name, handle] of handlers) box.removeEventListener(name, handle as EventListener);
    };
  }, [duration]);
  // The slider's own text says it to screen readers.
  return <span ref={bubble} hidden aria-hidden="true" className="wave-time figures" />;
}
