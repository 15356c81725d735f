import type { MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import type { SimilarTrack } from 'contract/features/track-page.ts';
import { type ReactNode, useMemo } from 'react';
import { language } from '../../../lib/i18n.ts';
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

/** The server's reasons. For others listeners have no words: "sounds similar". */
const REASONS: Record<string, MessageDescriptor> = {
  'same genre': msg`same genre`,
  'same tempo': msg`same tempo`,
  'saved by the same people': msg`saved by the same people`,
};

/** "Same genre, sounds similar". */
function inWords(reasons: string[]): string {
  const words = reasons.map((reason) => t(REASONS[reason] ?? msg`sounds similar`));
  const text = new Intl.ListFormat(language, { type: 'unit', style: 'short' }).format(new Set(words));
  return text[0]!.toLocaleUpperCase(language) + text.slice(1);
}
