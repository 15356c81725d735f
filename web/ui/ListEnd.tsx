import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { FailureLine } from './QueryView.tsx';

/** The parts of an infinite query's result that are needed to fetch its next page. */
export type NextPage = Pick<
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
        <FailureLine
          className="mt-8 justify-center!"
          message={(error as Error).message}
          retry={fetchNextPage}
        />
      )}
    </>
  );
}
