import type { SongRequest } from 'contract/song-requests.ts';
import { progress } from 'contract/song-requests-constants.ts';
import { Play } from 'lucide-react';
import { usePlayTrack } from '../../player/use-play-track.ts';

export function OwnRequestStatus({ request }: { request: SongRequest }) {
  const { title, votes, status, track_id, decline_reason } = request;
  switch (status) {
    case 'open':
      return (
        <span className="flex justify-between gap-3 text-soft">
          Progress to Creation <span className="figures font-semibold">{progress(votes).toFixed(1)}%</span>
        </span>
      );
    case 'queued':
      return <span className="font-semibold text-ember-ink">Queued for Creation</span>;
    case 'in_review':
      return <span className="text-soft">Waiting for review</span>;
    case 'in_studio':
      return <span className="font-semibold text-ember-ink">In the Studio</span>;
    case 'choosing':
      return <span className="font-semibold text-ember-ink">Choosing a Take</span>;
    case 'returned':
      return <span className="text-soft">Could not be made in time. The credits were returned.</span>;
    case 'merged':
      return (
        <span className="text-soft">Merged with a request for the same song. Its votes count there.</span>
      );
    case 'released':
      return (
        <span className="flex items-center justify-between gap-3 text-good">
          Released {track_id !== null && <Listen track_id={track_id} title={title} />}
        </span>
      );
    case 'declined':
      return (
        <span className="text-soft wrap-anywhere">
          Declined
          {decline_reason && (
            <>
              : <bdi>{decline_reason}</bdi>
            </>
          )}
          . The credits were returned.
        </span>
      );
  }
}

/** Plays the released song. */
function Listen(track: { track_id: string; title: string }) {
  const { play, isPending } = usePlayTrack(track);
  return (
    <button
      type="button"
      aria-label={`Listen to ${track.title}`}
      aria-busy={isPending || undefined}
      onClick={play}
      className="-my-3 -mr-3 inline-flex min-h-11 items-center gap-1.5 rounded-full px-3 font-medium text-ember-ink transition hover:bg-raised"
    >
      <Play size={14} fill="currentColor" aria-hidden="true" /> Listen
    </button>
  );
}
