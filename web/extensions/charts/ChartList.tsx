import type { Chart, ChartEntry } from 'contract/extensions/charts.ts';
import { pluralize } from 'contract/text/pluralize.ts';
import { artistPath, trackPath } from 'contract/text/slugs.ts';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useMemo } from 'react';
import { HeartButton } from '../../features/library/HeartButton.tsx';
import { useSavedIds } from '../../features/library/hooks.ts';
import { TrackMenu } from '../../features/tracks/TrackMenu.tsx';
import { PlayPauseIcon, usePlayToggle } from '../../player/PlayToggle.tsx';
import { toSong } from '../../player/song.ts';
import { AppLink } from '../../ui/AppLink.tsx';
import { buttonLook } from '../../ui/Button.tsx';
import { EmptyStage, EmptyState } from '../../ui/EmptyState.tsx';
import { Cover } from '../../ui/pictures/Cover.tsx';

/** The places of a chart, or why there are none yet. */
export function ChartList({ chart: { chart, demo, entries } }: { chart: Chart }) {
  const ids = useMemo(() => entries.map(({ track }) => track.id), [entries]);
  const savedIds = useSavedIds(ids);
  if (entries.length === 0)
    return (
      <EmptyState
        picture={<EmptyStage />}
        title={chart === 'rising' ? 'Nothing is rising right now' : 'No listens counted yet'}
        text="Charts come from what people listen to, and from nothing else. Yours count too."
      >
        <AppLink href="/" className={buttonLook('ember')}>
          Listen to something
        </AppLink>
      </EmptyState>
    );
  return (
    <>
      {demo && <p className="mt-4 mb-4 text-soft">Demo data</p>}
      <ol className="chart">
        {entries.map((entry) => (
          <ChartRow
            hasFormer={entries.some(({ previous, weeks }) => previous !== null || weeks > 1)}
            key={entry.track.id}
            entry={entry}
            saved={savedIds[entry.track.id]}
          />
        ))}
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

/** A place of a chart: its change, the track, and why it stands there. */
function ChartRow({
  entry,
  saved,
  hasFormer,
}: {
  entry: ChartEntry;
  saved: string | undefined;
  /** Without a former chart, nothing is new. */
  hasFormer: boolean;
}) {
  const { track, position, weeks, reason } = entry;
  const { isCurrent, isPlaying, label, toggle, preload } = usePlayToggle(toSong(track));
  return (
    <li className="chart-row">
      <p className="chart-place figures" data-top={position <= 3 ? position : undefined}>
        <span className="sr-only">Place </span>
        {position}
      </p>
      {hasFormer ? <ChartChange entry={entry} /> : <span className="chart-change" />}
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

/** How a place differs from last week's. The reason says the same in words. */
function ChartChange({ entry: { position, previous, weeks } }: { entry: ChartEntry }) {
  if (previous === null)
    return (
      <p aria-hidden="true" className="chart-change" data-change="new">
        {weeks === 1 ? 'New' : 'Back'}
      </p>
    );
  const moved = previous - position;
  if (moved === 0)
    return (
      <p aria-hidden="true" className="chart-change">
        –
      </p>
    );
  return (
    <p aria-hidden="true" className="chart-change figures" data-change={moved > 0 ? 'up' : 'down'}>
      {moved > 0 ? <ArrowUp size={14} /> : <ArrowDown size={14} />}
      {Math.abs(moved)}
    </p>
  );
}
