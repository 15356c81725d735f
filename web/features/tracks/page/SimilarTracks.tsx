import type { SimilarTrack } from 'contract/features/track-page.ts';
import { type ReactNode, useMemo } from 'react';
import { useSavedIds } from '../../library/hooks.ts';
import { TrackCard } from '../TrackCard.tsx';
import { EIGHT_GRID } from '../TrackGrid.tsx';

/** Tracks like another one, each with the reasons; nothing without any. */
export function SimilarTracks({
  title,
  similar,
  action,
}: {
  title: string;
  similar: SimilarTrack[];
  /** Beside the title. */
  action?: ReactNode;
}) {
  const ids = useMemo(() => similar.map(({ track }) => track.id), [similar]);
  const savedIds = useSavedIds(ids);
  if (similar.length === 0) return null;
  return (
    <section aria-labelledby="similar" className="song-more">
      <div className="mb-4 flex items-center justify-between gap-4">
        <h2 id="similar" className="text-title">
          {title}
        </h2>
        {action}
      </div>
      <div className={EIGHT_GRID}>
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

/** Reasons that listeners have no words for. */
const ONLY_FOR_EXPERTS = /^((related|neighboring) genre|(close|matching) tempo|(same|related) key)$/;

/** "Same genre, sounds similar". */
function inWords(reasons: string[]): string {
  const words = reasons.map((reason) => (ONLY_FOR_EXPERTS.test(reason) ? 'sounds similar' : reason));
  const text = [...new Set(words)].join(', ');
  return text[0]!.toUpperCase() + text.slice(1);
}
