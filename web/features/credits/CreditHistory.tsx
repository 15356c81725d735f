import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import type { CreditEntry, CreditKind } from 'contract/features/credits.ts';
import type { ReactNode } from 'react';
import { creditHistoryKey, getCredits, useCredits } from '../../lib/credits.ts';
import { formatCount, formatTimeAgo } from '../../lib/format.ts';
import { callPage } from '../../lib/http/api.ts';
import { Button } from '../../ui/Button.tsx';
import { PagedList } from '../../ui/PagedList.tsx';
import { Time } from '../../ui/Time.tsx';

/** All changes of the viewer's balance, newest first. */
export function CreditHistory() {
  const balance = useCredits()?.credits;
  return (
    <section aria-labelledby="credit-history" className="mt-8">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 id="credit-history" className="text-title">
          Credits
        </h2>
        <p className="flex items-center gap-4">
          <span>
            <span className="figures font-semibold">
              {balance === undefined ? '–' : formatCount(balance)}
            </span>{' '}
            <span className="text-soft">left</span>
          </span>
          <Button onClick={getCredits}>Get credits</Button>
        </p>
      </div>
      <CreditEntries />
    </section>
  );
}

function CreditEntries() {
  const query = useInfiniteQuery(creditHistoryQuery);
  return (
    <PagedList
      query={query}
      loading="Loading your credits..."
      failed="Could not load user credits"
      empty="No credits yet. Credits that you get and spend will appear here."
    >
      {(entry) => <Entry key={entry.id} entry={entry} />}
    </PagedList>
  );
}

function Entry({ entry: { kind, amount, balance, created_at, subject } }: { entry: CreditEntry }) {
  return (
    <li className="flex items-baseline gap-3 py-3 sm:gap-4">
      <span
        className={`figures min-w-14 shrink-0 text-right sm:min-w-18 font-semibold ${amount > 0 ? 'text-good' : 'text-soft'}`}
      >
        {amount > 0 ? '+' : '−'}
        {formatCount(Math.abs(amount))}
      </span>
      <span className="line-clamp-2 min-w-0 flex-1 wrap-anywhere">
        {describe[kind](subject && <bdi>{subject}</bdi>)}
      </span>
      <span className="hidden shrink-0 text-sm text-faint sm:inline">
        <span className="figures">{formatCount(balance)}</span> left
      </span>
      <Time
        at={created_at}
        format={formatTimeAgo}
        className="shrink-0 text-right text-sm whitespace-nowrap text-faint sm:w-28"
      />
    </li>
  );
}

const describe: Record<CreditKind, (subject: ReactNode) => ReactNode> = {
  purchase: (subject) => <>Bought {subject ?? 'credits'}</>,
  vote: (subject) => <>Vote for {subject ? <>“{subject}”</> : 'a song'}</>,
  request: (subject) => <>Requested {subject ? <>“{subject}”</> : 'a song'}</>,
  grant: (subject) => subject ?? 'Credits given',
  adjustment: (subject) => <>Adjusted{subject && <>: {subject}</>}</>,
  reversal: (subject) => <>Given back{subject && <>: {subject}</>}</>,
  clawback: (subject) => <>Taken back{subject && <>: {subject}</>}</>,
};

const PAGE = 10;

/** All changes of the viewer's balance, newest first. */
const creditHistoryQuery = infiniteQueryOptions({
  queryKey: creditHistoryKey,
  queryFn: ({ pageParam }) => callPage('GET /credits/history', { query: { limit: PAGE, cursor: pageParam } }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page) => page.next,
  refetchOnMount: 'always',
  meta: { private: true },
});
