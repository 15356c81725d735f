import { Skeleton } from '../../ui/Skeleton.tsx';

/** Stands in for a playlist's header while it loads. */
export function PlaylistSkeleton() {
  return (
    <div className="mt-4 flex gap-6">
      <Skeleton className="aspect-square w-36 rounded-md md:w-52" />
      <div className="flex-1">
        <Skeleton className="mt-6 h-9 w-2/3" />
        <Skeleton className="mt-3 h-5 w-1/3" />
      </div>
    </div>
  );
}
