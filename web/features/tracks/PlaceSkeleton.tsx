import { Skeleton } from '../../ui/QueryView.tsx';
import { TrackGridSkeleton } from './TrackGrid.tsx';

/** Stands in for the page of a genre or an artist while it loads. */
export function PlaceSkeleton({ kind }: { kind: 'genre' | 'artist' }) {
  return (
    <div>
      <div className="place-hero" data-kind={kind}>
        <Skeleton className="place-picture" />
        <div className="min-w-0">
          <Skeleton className="h-5 w-1/2" />
          <Skeleton className="mt-3 h-16 w-3/4" />
        </div>
      </div>
      <div className="place-section">
        <TrackGridSkeleton count={4} />
      </div>
    </div>
  );
}
