import { t } from '@lingui/core/macro';
import type { Moment } from 'contract/features/song-requests.ts';
import type { Track } from 'contract/features/tracks.ts';
import { formatDuration } from '../../../lib/format.ts';
import { ProgressSlider, WaveTime } from '../../../player/bar/ProgressSlider.tsx';
import { Waveform } from '../../../player/now-playing/Waveform.tsx';
import { usePlayerState } from '../../../player/PlayerContext.tsx';
import { usePlayToggle } from '../../../player/PlayToggle.tsx';
import { toSong } from '../../../player/song.ts';
import { Moments } from './Moments.tsx';

/** Px, as in the style sheet. */
const HEIGHT = { phone: 50, wide: 92 };

/** The waveform of the featured song and the moments in it; a press on either plays from there. */
export default function MomentWave({
  track,
  moments,
  playFrom,
}: {
  track: Track;
  moments: readonly Moment[];
  playFrom: (second: number) => void;
}) {
  const { isCurrent } = usePlayToggle(toSong(track));
  const second = usePlayerState((state) => (isCurrent ? state.second : undefined));
  const { title, duration_seconds: duration } = track;
  const whole = formatDuration(duration);
  const height = window.innerWidth < 768 ? HEIGHT.phone : HEIGHT.wide;
  return (
    <>
      {isCurrent ? (
        <ProgressSlider height={height} className="featured-bars" label={t`Position in ${title}`} />
      ) : (
        <div className="featured-bars relative rounded-sm has-focus-visible:outline-2 has-focus-visible:outline-offset-3 has-focus-visible:outline-ember-ink">
          <Waveform url={track.waveform_json_url} height={height} />
          <input
            type="range"
            aria-label={t`Play ${title} from`}
            aria-valuetext={t`0:00 of ${whole}`}
            min={0}
            max={duration}
            step={1}
            value={0}
            onChange={({ target }) => playFrom(target.valueAsNumber)}
            className="slider slider-over-wave absolute inset-0 h-full w-full outline-none"
          />
          <WaveTime duration={duration} />
        </div>
      )}
      <Moments track={track} moments={moments} second={second} playFrom={playFrom} />
    </>
  );
}
