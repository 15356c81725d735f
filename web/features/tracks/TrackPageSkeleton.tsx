import { Skeleton } from '../../ui/QueryView.tsx';
import { TrackGridSkeleton } from './TrackGrid.tsx';

/** Stands in for a track's page while it loads. */
export function TrackPageSkeleton() {
  return (
    <div>
      <div className="song-hero">
        <Skeleton className="song-hero-cover aspect-square" />
        <div className="min-w-0">
          <Skeleton className="h-5 w-1/2" />
          <Skeleton className="mt-3 h-16 w-3/4" />
          <Skeleton className="mt-3 h-5 w-1/2" />
        </div>
      </div>
      <div className="song-wave">
        <Skeleton className="song-wave-box" />
      </div>
      <div className="song-more">
        <TrackGridSkeleton count={4} />
      </div>
    </div>
  );
}
