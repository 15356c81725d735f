import type { Track } from 'contract/features/tracks.ts';
import { type ReactNode, useEffect, useRef } from 'react';
import { formatDuration } from '../../../lib/format.ts';
import { ProgressSlider, WaveTime } from '../../../player/bar/ProgressSlider.tsx';
import { hasEndedAlone } from '../../../player/engine/player.ts';
import { Waveform } from '../../../player/now-playing/Waveform.tsx';
import { usePlayerState } from '../../../player/PlayerContext.tsx';
import { usePlayFrom } from '../use-play-from.ts';

const HEIGHT = 100;

/**
 * A track's waveform, which plays from where it is pressed.
 * @param start see `usePlayFrom`.
 * @param below is drawn under the waveform, in its width.
 * @param aside stands beside the time; it gets what plays the track from a second.
 */
export function TrackWave({
  track,
  start,
  below,
  aside,
}: {
  track: Track;
  start: number;
  below: ReactNode;
  aside: (playFrom: (second: number) => void) => ReactNode;
}) {
  const { isCurrent, playFrom } = usePlayFrom(track, start);
  // With a queue, the bar keeps what goes on to other songs; after a song that played alone, it offers some.
  const isAlone = usePlayerState((state) => state.queue.entries.length === 1 && !hasEndedAlone(state));
  const box = usePlayerBarAside(isCurrent && isAlone);
  const second = usePlayerState((state) => (isCurrent ? state.second : start));
  const duration = track.duration_seconds;
  return (
    <section ref={box} aria-label="Waveform" className="song-wave">
      {isCurrent ? (
        <ProgressSlider height={HEIGHT} className="song-wave-box" />
      ) : (
        <div
          className="song-wave-box relative rounded-sm has-focus-visible:outline-2 has-focus-visible:outline-offset-3 has-focus-visible:outline-ember-ink"
          style={{ '--progress': start / duration } as React.CSSProperties}
        >
          <Waveform url={track.waveform_json_url} height={HEIGHT} />
          <input
            type="range"
            aria-label={`Play ${track.title} from`}
            aria-valuetext={`${formatDuration(start)} of ${formatDuration(duration)}`}
            min={0}
            max={duration}
            step={1}
            value={start}
            onChange={(event) => playFrom(event.target.valueAsNumber)}
            className="slider slider-over-wave absolute inset-0 h-full w-full outline-none"
          />
          <WaveTime duration={duration} />
        </div>
      )}
      {below}
      <div className="song-wave-foot">
        <p className="figures text-[0.9375rem] text-soft">
          {formatDuration(second)} <span className="text-faint">/ {formatDuration(duration)}</span>
        </p>
        {aside(playFrom)}
      </div>
    </section>
  );
}

/** While the waveform of a song that plays alone is on screen, the player's bar steps aside: both show the same. */
function usePlayerBarAside(isAside: boolean) {
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    const { dataset } = document.documentElement;
    if (!isAside) return;
    const observer = new IntersectionObserver(([entry]) => {
      if (entry!.isIntersecting) dataset.wave = '';
      else delete dataset.wave;
    });
    observer.observe(box.current!);
    return () => {
      observer.disconnect();
      delete dataset.wave;
    };
  }, [isAside]);
  return box;
}
