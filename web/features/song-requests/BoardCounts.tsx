import type { BoardCounts as Counts } from 'contract/song-requests.ts';
import type { ReactNode } from 'react';
import { formatCount } from '../../lib/format.ts';
import { Skeleton } from '../../ui/QueryView.tsx';

/** The counts in the header: skeletons while they load, dashes if that fails. */
export function BoardCounts({ counts, failed }: { counts: Counts | undefined; failed: boolean }) {
  const missing = failed ? <span className="text-faint">–</span> : <Skeleton className="h-7 w-14" />;
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-3 sm:gap-x-10">
      <Count name="requests" value={counts ? formatCount(counts.requests) : missing} />
      <Count name="total votes" value={counts ? formatCount(counts.votes) : missing} />
      <Count name="queued for creation" value={counts ? formatCount(counts.queued) : missing} />
    </dl>
  );
}

function Count({ name, value }: { name: string; value: ReactNode }) {
  return (
    <div className="flex flex-col-reverse">
      <dt className="text-[0.9375rem] text-faint">{name}</dt>
      <dd className="figures flex h-10 items-center font-display text-[2rem] leading-none font-bold">
        {value}
      </dd>
    </div>
  );
}
