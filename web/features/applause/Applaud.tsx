import { useQuery } from '@tanstack/react-query';
import { APPLAUSE_PARTS } from 'contract/applause.ts';
import { pluralize } from 'contract/pluralize.ts';
import type { Track } from 'contract/tracks.ts';
import { PartyPopper } from 'lucide-react';
import { formatDuration } from '../../lib/format.ts';
import { applauseQuery, useLiveApplause } from './queries.ts';
import { useApplaud } from './use-applaud.ts';

/** Below as many claps, the loudest place means nothing. */
const MANY = 5;

/** How many people applauded a track, and the button that does. */
export function Applaud({ track, onSeek }: { track: Track; onSeek: (second: number) => void }) {
  const { data } = useQuery(applauseQuery(track.id));
  useLiveApplause(track.id);
  const { rest, hasApplauded, applaud } = useApplaud(track);
  const parts = data?.parts ?? [];
  const total = parts.reduce((sum, claps) => sum + claps, 0);
  const loudest = Math.floor((parts.indexOf(Math.max(...parts)) / APPLAUSE_PARTS) * track.duration_seconds);
  return (
    <div className="applaud figures">
      <p role="status" className="text-soft">
        {total > 0 && pluralize(total, 'clap')}
        {total >= MANY && (
          <>
            {' · '}
            <button type="button" onClick={() => onSeek(loudest)} className="applaud-loudest">
              loudest at {formatDuration(loudest)}
            </button>
          </>
        )}
      </p>
      <button
        type="button"
        aria-disabled={rest !== null || undefined}
        data-tooltip={rest ?? undefined}
        data-done={hasApplauded || undefined}
        onClick={applaud}
        className="applaud-button"
      >
        <PartyPopper size={18} aria-hidden="true" />
        {hasApplauded ? 'Applauded' : 'Applaud'}
      </button>
    </div>
  );
}
