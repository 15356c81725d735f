import type { Chart } from 'contract/charts.ts';
import { useMemo } from 'react';
import { AppLink } from '../../ui/AppLink.tsx';
import { buttonLook } from '../../ui/Button.tsx';
import { EmptyStage, EmptyState } from '../../ui/EmptyState.tsx';
import { useSavedIds } from '../library/hooks.ts';
import { ChartRow } from './ChartRow.tsx';

/** The places of a chart, or why there are none yet. */
export function ChartList({ chart: { chart, entries } }: { chart: Chart }) {
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
      <ol className="chart">
        {entries.map((entry) => (
          <ChartRow key={entry.track.id} entry={entry} saved={savedIds[entry.track.id]} />
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
