import { t } from '@lingui/core/macro';
import type { Track } from 'contract/features/tracks.ts';
import type { ReactNode } from 'react';
import { formatDuration } from '../../../lib/format.ts';
import { ProgressSlider, WaveTime } from '../../../player/bar/ProgressSlider.tsx';
import { Waveform } from '../../../player/now-playing/Waveform.tsx';
import { usePlayer, usePlayerState } from '../../../player/PlayerContext.tsx';
import { Button } from '../../../ui/Button.tsx';
import { usePlayFrom } from '../use-play-from.ts';

const HEIGHT = 88;

/**
 * A track's waveform, which plays from where it is pressed, and the time.
 * @param start see `usePlayFrom`.
 * @param marks are drawn on its foot, @param below under it, both in its width.
 */
export function TrackWave({
  track,
  start,
  marks,
  below,
}: {
  track: Track;
  start: number;
  marks: ReactNode;
  below: ReactNode;
}) {
  const { isCurrent, playFrom } = usePlayFrom(track, start);
  const player = usePlayer();
  const hasFailed = usePlayerState(({ status }) => isCurrent && status === 'failed');
  const second = usePlayerState((state) => (isCurrent ? state.second : start));
  const duration = track.duration_seconds;
  return (
    <>
      <section aria-label={t`Waveform`} className="song-wave">
        {hasFailed ? (
          <div role="alert" className="song-wave-box flex items-center gap-4">
            <p className="text-soft">{t`This song can’t be played right now.`}</p>
            <Button onClick={player.play}>{t`Retry`}</Button>
          </div>
        ) : isCurrent ? (
          <ProgressSlider height={HEIGHT} className="song-wave-box song-wave-now" />
        ) : (
          <div
            className="song-wave-box relative rounded-sm has-focus-visible:outline-2 has-focus-visible:outline-offset-3 has-focus-visible:outline-ember-ink"
            style={{ '--progress': start / duration } as React.CSSProperties}
          >
            <Waveform url={track.waveform_json_url} height={HEIGHT} />
            <input
              type="range"
              aria-label={t`Play ${{ title: track.title }} from`}
              aria-valuetext={t`${{ position: formatDuration(start) }} of ${{ duration: formatDuration(duration) }}`}
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
        {marks}
        {below}
      </section>
      <p className="song-time figures text-[0.9375rem]">
        {formatDuration(second)}{' '}
        <span className="text-soft">
          <span className="song-wide">/ </span>
          {formatDuration(duration)}
        </span>
      </p>
    </>
  );
}
