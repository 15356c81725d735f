import type { ChartEntry } from 'contract/charts.ts';
import { pluralize } from 'contract/pluralize.ts';
import { artistPath, trackPath } from 'contract/slugs.ts';
import { PlayPauseIcon, usePlayToggle } from '../../player/PlayToggle.tsx';
import { toSong } from '../../player/song.ts';
import { AppLink } from '../../ui/AppLink.tsx';
import { Cover } from '../../ui/Cover.tsx';
import { HeartButton } from '../library/HeartButton.tsx';
import { ChartChange } from './ChartChange.tsx';
import { TrackMenu } from './TrackMenu.tsx';

/** A place of a chart: its change, the track, and why it stands there. */
export function ChartRow({ entry, saved }: { entry: ChartEntry; saved: string | undefined }) {
  const { track, position, weeks, reason } = entry;
  const { isCurrent, isPlaying, label, toggle, preload } = usePlayToggle(toSong(track));
  return (
    <li className="chart-row">
      <p className="chart-place figures" data-top={position <= 3 ? position : undefined}>
        <span className="sr-only">Place </span>
        {position}
      </p>
      <ChartChange entry={entry} />
      <button
        type="button"
        aria-label={label}
        data-current={isCurrent || undefined}
        onClick={toggle}
        onPointerEnter={preload}
        className="chart-cover"
      >
        <Cover url={track.cover_image_url} sizes="64px" />
        <span className="chart-play">
          <PlayPauseIcon isPlaying={isPlaying} size={22} />
        </span>
      </button>
      <div className="min-w-0">
        <h3
          className={`truncate font-sans text-base font-semibold tracking-normal ${isCurrent ? 'text-ember-ink' : ''}`}
        >
          <AppLink href={trackPath(track)} dir="auto" className="hover:underline">
            {track.title}
          </AppLink>
        </h3>
        <p className="truncate text-[0.9375rem] text-soft">
          <AppLink href={artistPath(track.display_artist)} dir="auto" className="hover:underline">
            {track.display_artist}
          </AppLink>
        </p>
        <p className="mt-0.5 text-sm text-faint">{inSentenceCase(reason)}</p>
      </div>
      <p className="chart-weeks figures text-sm text-faint">{pluralize(weeks, 'week')}</p>
      <div className="chart-actions">
        <HeartButton track={track} saved={saved} className={ACTION} />
        <TrackMenu song={toSong(track)} known={track} className={ACTION} />
      </div>
    </li>
  );
}

const ACTION = 'chart-action grid place-items-center rounded-full transition hover:bg-raised active:scale-95';

const inSentenceCase = (text: string) => text[0]!.toUpperCase() + text.slice(1);
