import { useInfiniteQuery } from '@tanstack/react-query';
import type { CreditEntry, CreditKind } from 'contract/credits.ts';
import { callPage } from '../lib/api.ts';
import { useCredits } from '../lib/credits.ts';
import { ago } from '../lib/formats.ts';
import { Button } from '../ui/Button.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { creditsDialog } from './credits-dialog.ts';

const PAGE = 10;

const words: Record<CreditKind, (subject: string | null) => string> = {
  purchase: (subject) => `Bought ${subject ?? 'credits'}`,
  vote: (subject) => `Vote for ${subject ? `“${subject}”` : 'a song'}`,
  request: (subject) => `Asked for ${subject ? `“${subject}”` : 'a song'}`,
  grant: (subject) => subject ?? 'Credits given',
  adjustment: (subject) => `Adjusted${subject ? `: ${subject}` : ''}`,
  reversal: (subject) => `Given back${subject ? `: ${subject}` : ''}`,
  clawback: (subject) => `Taken back${subject ? `: ${subject}` : ''}`,
};

/** Every movement of the viewer's credits, newest first: what, when, how many, why. */
export function CreditHistory() {
  const balance = useCredits()?.credits;
  return (
    <section aria-labelledby="credit-history" className="mt-11">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 id="credit-history" className="text-title">
          Credits
        </h2>
        <p className="flex items-center gap-4">
          <span>
            <span className="figures font-semibold">{balance?.toLocaleString('en') ?? '–'}</span>{' '}
            <span className="text-soft">left</span>
          </span>
          <Button onClick={() => creditsDialog.open('packages')}>Get credits</Button>
        </p>
      </div>
      <Entries />
    </section>
  );
}

function Entries() {
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } =
    useInfiniteQuery({
      queryKey: ['credit-history'],
      queryFn: ({ pageParam }) =>
        callPage('GET /credits/history', { query: { limit: PAGE, cursor: pageParam } }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (page) => page.next,
      refetchOnMount: 'always',
      meta: { private: true },
    });
  if (isPending) {
    return (
      <div role="status" className="grid gap-3">
        <span className="sr-only">Loading your credits...</span>
        {[1, 2, 3].map((row) => (
          <Skeleton key={row} className="h-11" />
        ))}
      </div>
    );
  }
  if (error && !data) {
    return (
      <p role="alert" className="flex items-center gap-4 text-soft">
        Could not load user credits <Button onClick={() => refetch()}>Retry</Button>
      </p>
    );
  }
  const entries = data?.pages.flatMap((page) => page.rows) ?? [];
  if (entries.length === 0)
    return <p className="text-soft">No credits have moved yet. What you get and spend will stand here.</p>;
  return (
    <>
      <ul className="divide-y divide-line border-y border-line">
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ul>
      {hasNextPage && (
        <Button className="mt-4" disabled={isFetchingNextPage} onClick={() => fetchNextPage()}>
          Show more
        </Button>
      )}
    </>
  );
}

function Entry({ entry: { kind, amount, balance, created_at, subject } }: { entry: CreditEntry }) {
  return (
    <li className="flex items-baseline gap-4 py-3">
      <span
        className={`figures w-18 shrink-0 text-right font-semibold ${amount > 0 ? 'text-good' : 'text-soft'}`}
      >
        {amount > 0 ? '+' : '−'}
        {Math.abs(amount).toLocaleString('en')}
      </span>
      <span className="min-w-0 flex-1 truncate">{words[kind](subject)}</span>
      <span className="hidden shrink-0 text-sm text-faint sm:inline">
        <span className="figures">{balance.toLocaleString('en')}</span> left
      </span>
      <time
        dateTime={new Date(created_at).toISOString()}
        className="w-28 shrink-0 whitespace-nowrap text-right text-sm text-faint"
      >
        {ago(created_at)}
      </time>
    </li>
  );
}
