import { Skeleton } from '../../ui/Skeleton.tsx';

/** The card form's place while it is on its way. */
export function PaymentSkeleton() {
  return (
    <div role="status" className="grid h-58 content-start gap-3">
      <span className="sr-only">Loading the payment form...</span>
      <Skeleton className="h-12 bg-lamp!" />
      <div className="grid grid-cols-2 gap-3">
        <Skeleton className="h-12 bg-lamp!" />
        <Skeleton className="h-12 bg-lamp!" />
      </div>
      <Skeleton className="h-12 bg-lamp!" />
    </div>
  );
}
