import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { subscribe } from '../../lib/event-stream.ts';
import { studioQuery } from './queries.ts';

/** Changes are collected for this long before the studio is fetched again, ms. */
const REFETCH_DELAY = 500;

/** Keeps the studio up to date while it is on screen. */
export function useLiveStudio(): void {
  const client = useQueryClient();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const refetch = () => {
      clearTimeout(timer);
      timer = undefined;
      void client.invalidateQueries({ queryKey: studioQuery.queryKey });
    };
    const refetchSoon = () => {
      timer ??= setTimeout(refetch, REFETCH_DELAY);
    };
    const unsubscribe = subscribe('/requests/events', { request: refetchSoon, reset: refetch }, refetch);
    return () => {
      unsubscribe();
      clearTimeout(timer);
    };
  }, [client]);
}
