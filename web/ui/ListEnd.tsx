import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { FailureLine } from './QueryView.tsx';

/** The parts of an infinite query's result that fetching its next page takes. */
export type NextPage = Pick<
  UseInfiniteQueryResult,
  'error' | 'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError'
> & { fetchNextPage: () => unknown };

/**
 * The end of a list that grows as it is scrolled: fetches the next page when it comes within a screen of the view.
 * A page that fails is fetched again only by 'Try again'.
 */
export function ListEnd({ query, skeleton }: { query: NextPage; skeleton?: ReactNode }) {
  const { error, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  const end = useRef<HTMLDivElement>(null);
  const waits = hasNextPage && !isFetchingNextPage && !isFetchNextPageError;
  useEffect(() => {
    if (!waits) return;
    const observer = new IntersectionObserver(([entry]) => entry!.isIntersecting && fetchNextPage(), {
      rootMargin: '100%',
    });
    observer.observe(end.current!);
    return () => observer.disconnect();
  }, [waits, fetchNextPage]);
  return (
    <>
      <div ref={end} aria-hidden="true" />
      {isFetchingNextPage && skeleton}
      {isFetchNextPageError && error && (
        <FailureLine
          className="mt-8 justify-center!"
          message={(error as Error).message}
          retry={fetchNextPage}
        />
      )}
    </>
  );
}
