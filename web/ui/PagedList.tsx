import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import { Skeleton } from './Skeleton.tsx';

/** Lines that come page by page. Says so while they are on their way, when they cannot be had, and when there are none. */
export function PagedList<Row>({
  query,
  loading,
  none,
  failed,
  height = 'h-11',
  children,
}: {
  query: UseInfiniteQueryResult<InfiniteData<{ rows: Row[] }>>;
  loading: string;
  none: ReactNode;
  /** Instead of what the server says of it. */
  failed?: string;
  /** Of a line, about. */
  height?: string;
  /** A line, an `li` with its key. */
  children: (row: Row) => ReactNode;
}) {
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = query;
  if (error && !data) {
    return (
      <p role="alert" className="flex items-center gap-4 text-soft">
        {failed ?? error.message} <Button onClick={() => refetch()}>Retry</Button>
      </p>
    );
  }
  if (!data) {
    return (
      <div role="status" className="grid gap-3">
        <span className="sr-only">{loading}</span>
        {[1, 2, 3].map((row) => (
          <Skeleton key={row} className={height} />
        ))}
      </div>
    );
  }
  const rows = data.pages.flatMap((page) => page.rows);
  if (rows.length === 0) return <p className="text-soft">{none}</p>;
  return (
    <>
      <ul className="divide-y divide-line border-y border-line">{rows.map(children)}</ul>
      {hasNextPage && (
        <Button className="mt-4" disabled={isFetchingNextPage} onClick={() => fetchNextPage()}>
          Show more
        </Button>
      )}
    </>
  );
}
