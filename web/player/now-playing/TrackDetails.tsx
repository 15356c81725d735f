import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import type { Track } from 'contract/features/tracks.ts';
import { call } from '../../lib/http/api.ts';
import { Sheet } from '../../ui/layers/Sheet.tsx';
import { QueryView, Skeleton } from '../../ui/QueryView.tsx';
import { TrackFacts } from './TrackFacts.tsx';

/**
 * A track's details: how it sounds, who requested it and how it was made.
 * @param known the track, if the caller has it already.
 */
export default function TrackDetails({
  id,
  known,
  onClose,
}: {
  id: string;
  known?: Track;
  onClose: () => void;
}) {
  const query = useQuery({
    queryKey: ['track', id],
    queryFn: () => call('GET /track/:id', { params: { id } }),
    initialData: known,
    refetchOnMount: 'always',
  });
  const track = query.data;
  const artist = track?.display_artist;
  return (
    <Sheet
      title={track ? <bdi>{track.title}</bdi> : t`Details`}
      description={artist && t`by ${artist}`}
      onClose={onClose}
    >
      <QueryView
        query={query}
        loading={t`Loading the details...`}
        skeleton={
          <div className="grid gap-3">
            {[1, 2, 3, 4, 5, 6, 7].map((row) => (
              <Skeleton key={row} className="h-11" />
            ))}
          </div>
        }
        compact
      >
        {(loaded) => <TrackFacts track={loaded} onLeave={onClose} />}
      </QueryView>
    </Sheet>
  );
}
