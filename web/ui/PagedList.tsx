import { t } from '@lingui/core/macro';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { sentenceOf } from '../lib/http/api.ts';
import { Button } from './Button.tsx';
import { FailureLine, QueryView, Skeleton } from './QueryView.tsx';

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
    return <FailureLine className={className} message={sentenceOf(error)} retry={fetchNextPage} />;
  return (
    hasNextPage && (
      <Button className={className} disabled={isFetchingNextPage} onClick={() => fetchNextPage()}>
        {t`Show more`}
      </Button>
    )
  );
}

/** The parts of an infinite query's result that are needed to fetch its next page. */
type NextPage = Pick<
  UseInfiniteQueryResult,
  'error' | 'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError'
> & { fetchNextPage: () => unknown };

/**
 * The end of an infinite list: fetches the next page when it comes within one screen of the viewport. After a failure
 * only 'Try again' fetches the page.
 */
export function ListEnd({ query, skeleton }: { query: NextPage; skeleton?: ReactNode }) {
  const { error, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  const end = useRef<HTMLDivElement>(null);
  const canFetch = hasNextPage && !isFetchingNextPage && !isFetchNextPageError;
  useEffect(() => {
    if (!canFetch) return;
    const observer = new IntersectionObserver(([entry]) => entry!.isIntersecting && fetchNextPage(), {
      rootMargin: '100%',
    });
    observer.observe(end.current!);
    return () => observer.disconnect();
  }, [canFetch, fetchNextPage]);
  return (
    <>
      <div ref={end} aria-hidden="true" />
      {isFetchingNextPage && skeleton}
      {isFetchNextPageError && error && (
        <FailureLine className="mt-8 justify-center!" message={sentenceOf(error)} retry={fetchNextPage} />
      )}
    </>
  );
}
