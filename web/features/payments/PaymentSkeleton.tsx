import { t } from '@lingui/core/macro';
import { Skeleton } from '../../ui/QueryView.tsx';

/** Stands in for the packs and for the card form while they load. */
export function PaymentSkeleton() {
  return (
    <div role="status" className="grid h-60 content-start gap-3">
      <span className="sr-only">{t`Loading...`}</span>
      <Skeleton className="h-12 bg-lamp!" />
      <div className="grid grid-cols-2 gap-3">
        <Skeleton className="h-12 bg-lamp!" />
        <Skeleton className="h-12 bg-lamp!" />
      </div>
      <Skeleton className="h-12 bg-lamp!" />
    </div>
  );
}
