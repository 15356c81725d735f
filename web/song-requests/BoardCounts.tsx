import type { BoardCounts as Counts } from 'contract/song-requests.ts';
import { Skeleton } from '../ui/Skeleton.tsx';

/** The header's figures; their places are kept while they come. */
export function BoardCounts({ counts }: { counts: Counts | undefined }) {
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-3 sm:gap-x-10">
      <Count name="requests" value={counts?.requests} />
      <Count name="total votes" value={counts?.votes} />
      <Count name="queued for creation" value={counts?.queued} />
    </dl>
  );
}

function Count({ name, value }: { name: string; value: number | undefined }) {
  return (
    <div className="flex flex-col-reverse">
      <dt className="text-[0.9375rem] text-faint">{name}</dt>
      <dd className="figures flex h-10 items-center font-display text-[2rem] leading-none font-bold">
        {value === undefined ? <Skeleton className="h-7 w-14" /> : value.toLocaleString('en')}
      </dd>
    </div>
  );
}
