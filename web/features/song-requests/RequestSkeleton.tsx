import { Skeleton } from '../../ui/QueryView.tsx';

/** Stands in for a request's page while it loads. */
export function RequestSkeleton() {
  return (
    <div className="grid gap-11">
      <div className="request-top">
        <div className="grid gap-5">
          <Skeleton className="h-5 w-1/3" />
          <Skeleton className="h-28" />
          <Skeleton className="h-6 w-3/5" />
          <Skeleton className="h-14 rounded-full!" />
        </div>
        <Skeleton className="request-lamps h-24" />
      </div>
      <Skeleton className="h-20" />
    </div>
  );
}
