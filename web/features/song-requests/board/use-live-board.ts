import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Board, BoardEvent } from 'contract/features/song-requests.ts';
import { useEffect } from 'react';
import { subscribe } from '../../../lib/http/event-stream.ts';
import { useSession } from '../../../lib/session.tsx';
import { boardKey, boardQuery } from '../queries.ts';
import { applyEvent, changesPage } from './board-page.ts';

/** The board as the viewer sees it, once it is known who that is. */
export function useBoard(page: number) {
  const { viewer, loading } = useSession();
  return useQuery({ ...boardQuery(viewer?.id, page), enabled: !loading });
}

/** The delay before cards that came or went are fetched, ms: random, so that not all viewers ask at once. */
const REFETCH_DELAY = { min: 200, max: 1200 };

/**
 * Keeps the board up to date with other people's votes and requests while it is on screen.
 * @param onReleased called when a song that the viewer voted for comes out meanwhile.
 */
export function useLiveBoard(onReleased: (request: BoardEvent['request']) => void): void {
  const client = useQueryClient();
  useEffect(() => {
    let pending: BoardEvent[] = [];
    let frame = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;

    const refetch = () => {
      clearTimeout(timer);
      timer = undefined;
      void client.invalidateQueries({ queryKey: boardKey });
    };
    const refetchSoon = () => {
      const { min, max } = REFETCH_DELAY;
      timer ??= setTimeout(refetch, min + Math.random() * (max - min));
    };
    // Applies all events of a frame in one update.
    const applyPending = () => {
      // A page that is being fetched may be older than the events: they wait for it.
      const fetching = client.isFetching({ queryKey: boardKey }) > 0;
      frame = fetching ? requestAnimationFrame(applyPending) : 0;
      if (fetching) return;
      const events = pending;
      pending = [];
      client.setQueriesData<Board>({ queryKey: boardKey, type: 'active' }, (board) =>
        events.reduce((current, event) => {
          if (current && changesPage(current, event)) refetchSoon();
          return current && applyEvent(current, event);
        }, board),
      );
    };
    const onRequest = (data: string) => {
      const event: BoardEvent = JSON.parse(data);
      const boards = client.getQueriesData<Board>({ queryKey: boardKey, type: 'active' });
      const own = boards.flatMap(([, board]) => board?.requests ?? []).filter((one) => one.own_votes > 0);
      if (event.request.status === 'released' && own.some(({ id }) => id === event.request.id))
        onReleased(event.request);
      pending.push(event);
      frame ||= requestAnimationFrame(applyPending);
    };

    const unsubscribe = subscribe('/requests/events', { request: onRequest, reset: refetch }, refetch);
    return () => {
      unsubscribe();
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [client, onReleased]);
}
