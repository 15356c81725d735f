import { Skeleton } from '../ui/Skeleton.tsx';

/** Stands in for the first page while its code loads; `#root:empty` in styles.css looks the same before any script. */
export function PageSkeleton() {
  return (
    <div role="status" aria-label="Loading" className="stage-width grid min-h-dvh content-start gap-8 pt-10">
      <Skeleton className="h-10 w-60 max-w-full" />
      <Skeleton className="h-96 rounded-lg" />
    </div>
  );
}
