import { t } from '@lingui/core/macro';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { sentenceOf } from '../lib/http/api.ts';
import { Button } from './Button.tsx';
import { EmptyState } from './EmptyState.tsx';

/** The parts of a query's result that its view reads, for plain and infinite queries. */
type QueryResult<Data> = Pick<UseQueryResult<Data>, 'data' | 'error'> & { refetch: () => unknown };

interface Props<Data> {
  query: QueryResult<Data>;
  /** Announced while the first data loads. */
  loading: string;
  /** Also shows the `loading` text above the skeleton. */
  showLoading?: boolean;
  /** Shown while the first data loads, in the final layout. */
  skeleton: ReactNode;
  /** A title such as "Failed to load tracks", with the error's message below. Without it the message is the title. */
  failed?: string | undefined;
  /** Shows an error in one line, for lists within a page. */
  compact?: boolean;
  /** The query is the whole page: its failure is the page's heading. */
  page?: boolean;
  /** Replaces the usual view of certain errors, such as a 404. */
  renderError?: (error: Error) => ReactNode;
  isEmpty?: (data: Data) => boolean;
  empty?: ReactNode;
  children: (data: Data) => ReactNode;
}

/** Shows a query: loading, failed (with 'Try again'), empty, or its data. Data stays visible during a refetch. */
export function QueryView<Data>({
  query,
  loading,
  showLoading = false,
  skeleton,
  isEmpty,
  empty,
  children,
  ...failure
}: Props<Data>) {
  const { data, error } = query;
  if (data !== undefined) return isEmpty?.(data) ? empty : children(data);
  if (error)
    return failure.renderError?.(error) ?? <Failure error={error} retry={query.refetch} {...failure} />;
  return (
    <div role="status" className="grid gap-4">
      <span className={showLoading ? 'text-soft' : 'sr-only'}>{loading}</span>
      {skeleton}
    </div>
  );
}

function Failure({
  error,
  retry,
  failed,
  compact,
  page,
}: {
  error: Error;
  retry: () => unknown;
  failed?: string | undefined;
  compact?: boolean;
  page?: boolean;
}) {
  if (compact) return <FailureLine message={failed ?? sentenceOf(error)} retry={retry} />;
  return (
    <EmptyState
      as={page ? 'h1' : 'h2'}
      role="alert"
      title={failed ?? sentenceOf(error)}
      text={failed && sentenceOf(error)}
    >
      <Button onClick={() => retry()}>{t`Try again`}</Button>
    </EmptyState>
  );
}

/** One line that says what failed, with 'Try again'. */
export function FailureLine({
  message,
  retry,
  className = '',
}: {
  message: string;
  retry: () => unknown;
  className?: string;
}) {
  return (
    <p role="alert" className={`flex items-center justify-between gap-4 text-soft ${className}`}>
      {message}
      <Button className="shrink-0" onClick={() => retry()}>
        {t`Try again`}
      </Button>
    </p>
  );
}

/** A placeholder of loading content. */
export function Skeleton({ className }: { className: string }) {
  return <div aria-hidden="true" className={`animate-pulse rounded-sm bg-raised ${className}`} />;
}
