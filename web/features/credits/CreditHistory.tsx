import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
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
  const shown = balance === undefined ? '–' : formatCount(balance);
  return (
    <section aria-labelledby="credit-history" className="mt-8">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 id="credit-history" className="text-title">
          {t`Credits`}
        </h2>
        <p className="flex items-center gap-4">
          <span>
            <Trans>
              <span className="figures font-semibold">{shown}</span> <span className="text-soft">left</span>
            </Trans>
          </span>
          <Button onClick={getCredits}>{t`Get credits`}</Button>
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
      loading={t`Loading your credits...`}
      failed={t`Could not load user credits`}
      empty={t`No credits yet. Credits that you get and spend will appear here.`}
    >
      {(entry) => <Entry key={entry.id} entry={entry} />}
    </PagedList>
  );
}

function Entry({ entry: { kind, amount, balance, created_at, subject } }: { entry: CreditEntry }) {
  const left = formatCount(balance);
  return (
    <li className="flex items-baseline gap-3 py-3 sm:gap-4">
      <span
        className={`figures min-w-14 shrink-0 text-end sm:min-w-18 font-semibold ${amount > 0 ? 'text-good' : 'text-soft'}`}
      >
        <bdi dir="ltr">
          {amount > 0 ? '+' : '−'}
          {formatCount(Math.abs(amount))}
        </bdi>
      </span>
      <span className="line-clamp-2 min-w-0 flex-1 wrap-anywhere">
        {describe[kind](subject && <bdi>{subject}</bdi>)}
      </span>
      <span className="hidden shrink-0 text-sm text-faint sm:inline">
        <Trans>
          <span className="figures">{left}</span> left
        </Trans>
      </span>
      <Time
        at={created_at}
        format={formatTimeAgo}
        className="shrink-0 text-end text-sm whitespace-nowrap text-faint sm:w-28"
      />
    </li>
  );
}

const describe: Record<CreditKind, (subject: ReactNode) => ReactNode> = {
  purchase: (subject) => (subject ? <Trans>Bought {subject}</Trans> : t`Bought credits`),
  vote: (subject) => (subject ? <Trans>Vote for “{subject}”</Trans> : t`Vote for a song`),
  request: (subject) => (subject ? <Trans>Requested “{subject}”</Trans> : t`Requested a song`),
  grant: (subject) => subject ?? t`Credits given`,
  adjustment: (subject) => (subject ? <Trans>Adjusted: {subject}</Trans> : t`Adjusted`),
  reversal: (subject) => (subject ? <Trans>Given back: {subject}</Trans> : t`Given back`),
  clawback: (subject) => (subject ? <Trans>Taken back: {subject}</Trans> : t`Taken back`),
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
