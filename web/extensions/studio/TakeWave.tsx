import { t } from '@lingui/core/macro';
import type { CSSProperties } from 'react';
import { formatDuration } from '../../lib/format.ts';
import { useStore } from '../../lib/store.ts';
import type { TakePlayer } from '../../player/engine/take-player.ts';
import { Waveform } from '../../player/now-playing/Waveform.tsx';
import { PlayPauseIcon } from '../../player/PlayToggle.tsx';
import { useTakeSecond } from '../../player/use-take-player.ts';

export interface PlayableTake {
  id: string;
  /** A, B, C … */
  label: string;
  audio_url: string;
  waveform_json_url: string | null;
  duration_seconds: number;
  loudness_lufs: number | null;
}

/** The button with a take's letter, which plays it from where the others are. */
export function TakeLetter({ take: { id, label }, player }: { take: PlayableTake; player: TakePlayer }) {
  const { current, status } = useStore(player);
  const isCurrent = current === id;
  const isPlaying = isCurrent && (status === 'playing' || status === 'loading');
  return (
    <button
      type="button"
      aria-label={isPlaying ? t`Pause take ${label}` : t`Play take ${label}`}
      aria-busy={(isCurrent && status === 'loading') || undefined}
      onClick={() => (isPlaying ? player.pause() : player.play(id))}
      className={`take-letter flex items-center justify-center gap-1.5 rounded-full font-display font-semibold transition hover:brightness-108 ${isCurrent ? 'ember' : 'bg-raised'}`}
    >
      <PlayPauseIcon isPlaying={isPlaying} size={17} />
      {label}
    </button>
  );
}

/**
 * A take's waveform on the time axis that all takes share: the longest one fills it. Its slider moves all of them.
 * @param longest the length of the axis, s.
 */
export function TakeWave({
  take: { id, label, waveform_json_url, duration_seconds },
  longest,
  player,
  height = 76,
}: {
  take: PlayableTake;
  longest: number;
  player: TakePlayer;
  /** In px. */
  height?: number;
}) {
  const { current } = useStore(player);
  const second = useTakeSecond(player);
  const isCurrent = current === id;
  const end = Math.round(longest);
  return (
    <div className="take-wave" style={{ '--duration': duration_seconds } as CSSProperties}>
      <div className="take-bars">
        <Waveform
          url={waveform_json_url}
          height={height}
          played={isCurrent ? 'stroke-ember-ink' : 'take-heard'}
        />
      </div>
      <span aria-hidden="true" className="take-line" />
      <input
        type="range"
        aria-label={t`Position in take ${label}`}
        aria-valuetext={t`${{ position: formatDuration(second) }} of ${{ duration: formatDuration(duration_seconds) }}`}
        min={0}
        max={end}
        step={1}
        value={Math.min(second, end)}
        onChange={(event) => player.seek(event.target.valueAsNumber)}
        className="slider slider-over-wave absolute inset-0 h-full w-full"
      />
    </div>
  );
}

/** Progress of a take being made. @param progress from 0 to 1. @param left time left, in words. */
export function TakeProgress({ words, progress, left }: { words: string; progress: number; left?: string }) {
  return (
    <div className="grid gap-2">
      <p className="flex justify-between gap-4">
        <span className="font-semibold">{words}</span>
        <span className="figures text-soft">
          {Math.round(progress * 100)}%{left && `, ${left}`}
        </span>
      </p>
      <div
        aria-hidden="true"
        className="take-progress overflow-hidden rounded-full bg-lamp"
        style={{ '--progress': progress } as CSSProperties}
      >
        <div className="played-line ember h-full forced-colors:bg-[CanvasText]" />
      </div>
    </div>
  );
}
