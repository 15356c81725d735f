import { msg, plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { Chart, ChartEntry } from 'contract/extensions/charts.ts';
import { CHART_COVER_SIZES, chartPath } from 'contract/extensions/charts.ts';
import { artistPath, trackPath } from 'contract/text/slugs.ts';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { TrackMenu } from '../../features/tracks/TrackMenu.tsx';
import { formatCount } from '../../lib/format.ts';
import { usePlayer } from '../../player/PlayerContext.tsx';
import { PlayPauseIcon, usePlayToggle } from '../../player/PlayToggle.tsx';
import { toSong } from '../../player/song.ts';
import { AppLink } from '../../ui/AppLink.tsx';
import { buttonLook } from '../../ui/Button.tsx';
import { EmptyStage, EmptyState } from '../../ui/EmptyState.tsx';
import { Cover } from '../../ui/pictures/Cover.tsx';

/** Fewer listens than these make no chart. */
const ENOUGH = 3;

const reasons = {
  week: msg`Not enough listens this week yet.`,
  month: msg`Not enough listens this month yet.`,
  all: msg`Not enough listens yet.`,
  rising: msg`Nothing is rising right now.`,
};

/** The places of a chart, the first one large, or why there are none yet. */
export function ChartList({ chart: { chart, genre, wish, entries } }: { chart: Chart }) {
  const player = usePlayer();
  if (entries.reduce((sum, { plays }) => sum + plays, 0) < ENOUGH)
    return (
      <EmptyState
        picture={<EmptyStage />}
        title={t(reasons[chart])}
        text={t`Charts come from what people listen to, and from nothing else. Yours count too.`}
      >
        {chart === 'all' ? (
          <AppLink href="/" className={buttonLook('ember')}>
            {t`Listen to something`}
          </AppLink>
        ) : (
          <AppLink href={chartPath('all', genre ?? '')} className={buttonLook('ember')}>
            {t`All time`}
          </AppLink>
        )}
      </EmptyState>
    );
  // Without a former chart, nothing is new.
  const hasFormer = entries.some(({ previous, weeks }) => previous !== null || weeks > 1);
  return (
    <>
      <ol className="chart">
        {entries.map((entry, index) => {
          const playOn = () => player.playAll(entries.slice(index).map(({ track }) => toSong(track)));
          return index === 0 ? (
            <First key={entry.track.id} entry={entry} wish={wish} playOn={playOn} />
          ) : (
            <ChartRow key={entry.track.id} entry={entry} hasFormer={hasFormer} playOn={playOn} />
          );
        })}
      </ol>
      <noscript>
        <ol className="place-players">
          {entries.slice(0, 10).map(({ track }) => (
            <li key={track.id}>
              {track.title}
              {/* biome-ignore lint/a11y/useMediaCaption: music has no captions */}
              <audio controls preload="none" src={track.audio_url} />
            </li>
          ))}
        </ol>
      </noscript>
    </>
  );
}

interface PlaceProps {
  entry: ChartEntry;
  /** Plays the chart from this place on. */
  playOn: () => void;
}

function First({ entry: { track, position, plays }, wish, playOn }: PlaceProps & { wish: string | null }) {
  return (
    <li className="chart-first">
      <div className="chart-first-cover">
        <Cover url={track.cover_image_url} sizes={CHART_COVER_SIZES} eager />
      </div>
      <p className="chart-figure">
        <Trans>
          <span className="sr-only">Place </span>
          {position}
        </Trans>
      </p>
      <div className="min-w-0">
        <h2 className="chart-title">
          <AppLink href={trackPath(track)} dir="auto" className="hover:underline">
            {track.title}
          </AppLink>
        </h2>
        <p className="text-soft">
          <AppLink href={artistPath(track.display_artist)} dir="auto" className="hover:underline">
            {track.display_artist}
          </AppLink>
          {' · '}
          {plural(plays, { one: '# listen', other: '# listens' })}
        </p>
        {wish && (
          <p dir="auto" className="chart-wish">
            “{wish.trim()}”
          </p>
        )}
      </div>
      <PlayFrom track={track} playOn={playOn} className="ember chart-first-play" size={24} />
    </li>
  );
}

function ChartRow({ entry, hasFormer, playOn }: PlaceProps & { hasFormer: boolean }) {
  const { track, position, plays } = entry;
  const song = toSong(track);
  const { isCurrent } = usePlayToggle(song);
  return (
    <li className="chart-row" data-current={isCurrent || undefined}>
      <p className="chart-place figures">
        <Trans>
          <span className="sr-only">Place </span>
          {position}
        </Trans>
      </p>
      <ChartChange entry={entry} hasFormer={hasFormer} />
      <span className="chart-cover">
        <Cover url={track.cover_image_url} sizes="52px" />
        <PlayFrom track={track} playOn={playOn} className="chart-play" size={20} />
      </span>
      <div className="chart-names">
        <p className="truncate font-semibold">
          <AppLink href={trackPath(track)} dir="auto" className="hover:underline">
            {track.title}
          </AppLink>
        </p>
        <p className="truncate text-soft">
          <AppLink href={artistPath(track.display_artist)} dir="auto" className="hover:underline">
            {track.display_artist}
          </AppLink>
        </p>
      </div>
      <p className="chart-plays figures">
        <span aria-hidden="true">{formatCount(plays)}</span>
        <span className="sr-only">{plural(plays, { one: '# listen', other: '# listens' })}</span>
      </p>
      <TrackMenu song={song} known={track} className="chart-action" />
    </li>
  );
}

/** Plays the chart from a place on; pauses and goes on once its song is the current one. */
function PlayFrom({
  track,
  playOn,
  className,
  size,
}: Pick<PlaceProps, 'playOn'> & { track: ChartEntry['track']; className: string; size: number }) {
  const { isCurrent, isPlaying, label, toggle, preload } = usePlayToggle(toSong(track));
  return (
    <button
      type="button"
      aria-label={label}
      onClick={isCurrent ? toggle : playOn}
      onPointerEnter={preload}
      className={className}
    >
      <PlayPauseIcon isPlaying={isPlaying} size={size} />
    </button>
  );
}

/** Change of position since last week; empty if there is none. */
function ChartChange({
  entry: { position, previous, weeks },
  hasFormer,
}: {
  entry: ChartEntry;
  hasFormer: boolean;
}) {
  if (previous === null)
    return (
      <p className="chart-change" data-change="new">
        {hasFormer && (weeks === 1 ? t`New` : t({ message: 'Back', context: 'in the charts again' }))}
      </p>
    );
  const moved = previous - position;
  if (moved === 0) return <p className="chart-change" />;
  const places = formatCount(Math.abs(moved));
  const Arrow = moved > 0 ? ArrowUp : ArrowDown;
  return (
    <p className="chart-change figures" data-change={moved > 0 ? 'up' : 'down'}>
      <Arrow size={14} aria-hidden="true" />
      {moved > 0 ? (
        <Trans>
          <span className="sr-only">up </span>
          {places}
        </Trans>
      ) : (
        <Trans>
          <span className="sr-only">down </span>
          {places}
        </Trans>
      )}
    </p>
  );
}
