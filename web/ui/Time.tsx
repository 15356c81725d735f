import type { ComponentProps } from 'react';
import { formatDate, formatDateTime } from '../lib/format.ts';

/**
 * A moment, in words. The server's page has it in UTC until the script renders it in the reader's zone and region.
 * @param at epoch milliseconds.
 */
export function Time({
  at,
  format = formatDate,
  ...rest
}: { at: number; format?: (time: number) => string } & Omit<
  ComponentProps<'time'>,
  'children' | 'dateTime'
>) {
  return (
    <time dateTime={new Date(at).toISOString()} {...rest}>
      {format(at)}
      {/* The zone takes no place where the script replaces it. */}
      {format === formatDateTime && <noscript> UTC</noscript>}
    </time>
  );
}
