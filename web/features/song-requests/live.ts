import { useQueryClient } from '@tanstack/react-query';
import type { Board, BoardEvent } from 'contract/song-requests.ts';
import { useEffect } from 'react';
import { subscribe } from '../../lib/event-stream.ts';
import { afterEvent, changesPage } from './board-page.ts';
import { BOARD } from './hooks.ts';

/** Before a page is fetched anew because cards came or went, ms: many readers do not all ask at once. */
const PACE = { least: 200, most: 1200 };

/** While a board is on screen, what others do moves it. */
export function useLiveBoard(): void {
  const client = useQueryClient();
  useEffect(() => {
    let told: BoardEvent[] = [];
    let frame = 0;
    let fetching: ReturnType<typeof setTimeout> | undefined;

    const catchUp = () => {
      clearTimeout(fetching);
      fetching = undefined;
      void client.invalidateQueries({ queryKey: BOARD });
    };
    const catchUpSoon = () => {
      fetching ??= setTimeout(catchUp, PACE.least + Math.random() * (PACE.most - PACE.least));
    };
    // However many events come in, the board is drawn once a frame.
    const draw = () => {
      // A page that is on its way may be older than they are: they wait for it.
      const waiting = client.isFetching({ queryKey: BOARD }) > 0;
      frame = waiting ? requestAnimationFrame(draw) : 0;
      if (waiting) return;
      const events = told;
      told = [];
      client.setQueriesData<Board>(
        { queryKey: BOARD, type: 'active' },
        (board) =>
          board &&
          events.reduce((now, event) => {
            if (changesPage(now, event)) catchUpSoon();
            return afterEvent(now, event);
          }, board),
      );
    };
    const hear = (data: string) => {
      told.push(JSON.parse(data));
      frame ||= requestAnimationFrame(draw);
    };

    const stop = subscribe('/requests/events', { request: hear, reset: catchUp }, catchUp);
    return () => {
      stop();
      cancelAnimationFrame(frame);
      clearTimeout(fetching);
    };
  }, [client]);
}
