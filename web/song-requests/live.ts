import { useQueryClient } from '@tanstack/react-query';
import type { Board, BoardEvent } from 'contract/song-requests.ts';
import { useEffect } from 'react';
import { streamAddress } from '../lib/api.ts';
import { afterEvent, changesPage } from './board-page.ts';
import { BOARD } from './hooks.ts';

/** How long to wait before asking again for a stream that was refused, ms; each reader waits another time. */
const PATIENCE = { least: 3000, most: 10_000 };

/** While a board is on screen, what others do moves it. A hidden tab listens to nothing and catches up on return. */
export function useLiveBoard(): void {
  const client = useQueryClient();
  useEffect(() => {
    const catchUp = () => void client.invalidateQueries({ queryKey: BOARD });
    let told: BoardEvent[] = [];
    let frame = 0;
    // However many votes come in, the board is drawn once a frame.
    const draw = () => {
      frame = 0;
      const events = told;
      told = [];
      let moved = false;
      client.setQueriesData<Board>(
        { queryKey: BOARD, type: 'active' },
        (board) =>
          board &&
          events.reduce((now, event) => {
            moved ||= changesPage(now, event);
            return afterEvent(now, event);
          }, board),
      );
      if (moved) catchUp();
    };
    const stop = follow((event) => {
      told.push(event);
      frame ||= requestAnimationFrame(draw);
    }, catchUp);
    return () => {
      stop();
      cancelAnimationFrame(frame);
    };
  }, [client]);
}

/** Follows the server's events while the page is visible; `onGap` says that some may have been missed. */
function follow(onEvent: (event: BoardEvent) => void, onGap: () => void): () => void {
  let source: EventSource | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let before = false;
  const open = () => {
    const opened = new EventSource(streamAddress('/requests/events'));
    source = opened;
    opened.addEventListener('request', ({ data }: MessageEvent<string>) => onEvent(JSON.parse(data)));
    opened.addEventListener('open', () => {
      if (before) onGap();
      before = true;
    });
    opened.addEventListener('error', () => {
      // The browser itself comes back to a stream that broke, not to one that was refused.
      if (opened.readyState !== EventSource.CLOSED) return;
      close();
      retry = setTimeout(open, PATIENCE.least + Math.random() * (PATIENCE.most - PATIENCE.least));
    });
  };
  const close = () => {
    clearTimeout(retry);
    source?.close();
    source = undefined;
  };
  const look = () => {
    if (document.visibilityState === 'hidden') close();
    else if (!source) open();
  };
  look();
  document.addEventListener('visibilitychange', look);
  return () => {
    document.removeEventListener('visibilitychange', look);
    close();
  };
}
