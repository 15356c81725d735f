import { useQueryClient } from '@tanstack/react-query';
import type { BoardEvent, RequestPage } from 'contract/features/song-requests.ts';
import { VOTE_GOAL } from 'contract/features/song-requests-constants.ts';
import { useEffect } from 'react';
import { subscribe } from '../../../lib/http/event-stream.ts';
import { requestKey, requestPageKey, takesKey, updatePage } from '../queries.ts';

/** The delay before the timeline, the backers and the takes are fetched, ms: random, so that not all viewers ask at once. */
const REFETCH_DELAY = { min: 200, max: 1200 };

/** Keeps a request's page up to date while it is on screen. @param onReleased called when its song comes out meanwhile. */
export function useLiveRequest(id: string, onReleased: (request: BoardEvent['request']) => void): void {
  const client = useQueryClient();
  useEffect(() => {
    const queryKey = requestPageKey(id);
    const onScreen = () => client.getQueriesData<RequestPage>({ queryKey, type: 'active' })[0]?.[1];
    // As this page was last told: a fetch may know of the release before its event comes.
    let status = onScreen()?.status;
    const hear = (request: Parameters<typeof onReleased>[0]) => {
      if (request.status === 'released' && status !== 'released') onReleased(request);
      status = request.status;
    };
    const timers = new Map<'all' | 'takes', ReturnType<typeof setTimeout>>();
    const refetch = (what: 'all' | 'takes') => {
      clearTimeout(timers.get(what));
      timers.delete(what);
      return client.invalidateQueries({ queryKey: what === 'all' ? requestKey(id) : takesKey(id) });
    };
    // A release may be among the events that were missed.
    const catchUp = async () => {
      await refetch('all');
      const page = onScreen();
      if (page && status) hear(page);
    };
    const refetchSoon = (what: 'all' | 'takes') => {
      if (timers.has(what)) return;
      const { min, max } = REFETCH_DELAY;
      timers.set(
        what,
        setTimeout(() => void refetch(what), min + Math.random() * (max - min)),
      );
    };
    const onRequest = (data: string) => {
      const { request }: BoardEvent = JSON.parse(data);
      if (request.id !== id) return;
      const known = onScreen();
      hear(request);
      client.setQueriesData<RequestPage>({ queryKey }, (page) => page && updatePage(page, request));
      refetchSoon(!known || isNews(known, request) ? 'all' : 'takes');
    };
    const unsubscribe = subscribe('/requests/events', { request: onRequest, reset: catchUp }, catchUp);
    return () => {
      unsubscribe();
      for (const timer of timers.values()) clearTimeout(timer);
    };
  }, [client, id, onReleased]);
}

/** The seats that are lit. */
const lamps = ({ votes }: { votes: number }) => Math.min(votes, VOTE_GOAL);

/** True if a change adds to the timeline, seats, backers or choices; others only move the progress of the takes. */
function isNews(before: RequestPage, now: BoardEvent['request']): boolean {
  const isChoice = now.status === 'choosing';
  return (
    isChoice || now.status !== before.status || now.backers !== before.backers || lamps(now) !== lamps(before)
  );
}
