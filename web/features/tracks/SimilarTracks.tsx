import type { SimilarTrack } from 'contract/discovery.ts';
import { useMemo } from 'react';
import { useSavedIds } from '../library/hooks.ts';
import { TrackCard } from './TrackCard.tsx';
import { GRID } from './TrackGrid.tsx';

/** Tracks like another one, each with the reasons; nothing without any. */
export function SimilarTracks({ title, similar }: { title: string; similar: SimilarTrack[] }) {
  const ids = useMemo(() => similar.map(({ track }) => track.id), [similar]);
  const savedIds = useSavedIds(ids);
  if (similar.length === 0) return null;
  return (
    <section aria-labelledby="similar" className="song-more">
      <h2 id="similar" className="mb-4 text-title">
        {title}
      </h2>
      <div className={GRID}>
        {similar.map(({ track, reasons }) => (
          <div key={track.id} className="min-w-0">
            <TrackCard track={track} saved={savedIds[track.id]} />
            {reasons.length > 0 && <p className="mt-0.5 text-sm text-faint">{inWords(reasons)}</p>}
          </div>
        ))}
      </div>
    </section>
  );
}

/** "Same genre, close tempo". */
function inWords(reasons: string[]): string {
  const text = reasons.join(', ');
  return text[0]!.toUpperCase() + text.slice(1);
}
