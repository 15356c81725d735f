import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import type { NextPage } from './ListEnd.tsx';
import { FailureLine, QueryView } from './QueryView.tsx';
import { Skeleton } from './Skeleton.tsx';

/** A list that fetches its next page with 'Show more'. */
export function PagedList<Row>({
  query,
  loading,
  empty,
  failed,
  rowHeight = 'h-11',
  children,
}: {
  query: UseInfiniteQueryResult<InfiniteData<{ rows: Row[] }>>;
  loading: string;
  empty: ReactNode;
  /** Replaces the error's own message. */
  failed?: string;
  /** The class for the height of a row's skeleton. */
  rowHeight?: string;
  /** Renders one row as an `li` with its key. */
  children: (row: Row) => ReactNode;
}) {
  return (
    <QueryView
      query={query}
      loading={loading}
      skeleton={
        <div className="grid gap-3">
          {[1, 2, 3].map((row) => (
            <Skeleton key={row} className={rowHeight} />
          ))}
        </div>
      }
      failed={failed}
      compact
      isEmpty={({ pages }) => pages.every(({ rows }) => rows.length === 0)}
      empty={<p className="text-soft">{empty}</p>}
    >
      {({ pages }) => (
        <>
          <ul className="divide-y divide-line border-y border-line">
            {pages.flatMap(({ rows }) => rows).map(children)}
          </ul>
          <ShowMore query={query} className="mt-4" />
        </>
      )}
    </QueryView>
  );
}

/** The button that fetches the next page of a list, if there is one. */
export function ShowMore({ query, className }: { query: NextPage; className: string }) {
  const { error, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  if (isFetchNextPageError && error)
    return <FailureLine className={className} message={(error as Error).message} retry={fetchNextPage} />;
  return (
    hasNextPage && (
      <Button className={className} disabled={isFetchingNextPage} onClick={() => fetchNextPage()}>
        Show more
      </Button>
    )
  );
}
