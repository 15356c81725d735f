import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { subscribe } from '../../lib/http/event-stream.ts';
import { playlistQuery } from './queries.ts';

/** The key of changes to the entries of a playlist: while one is on its way, the server's order is not the latest. */
export const entriesKey = (id: string) => ['entries', id];

/** The delay before a changed playlist is fetched, ms: random, so that not all viewers ask at once. */
const REFETCH_DELAY = { min: 30, max: 230 };

/** Keeps a playlist up to date with what others change while it is on screen. @param live see `GET /playlist/:id/tracks`. */
export function useLivePlaylist(id: string, live: string | null | undefined): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!live) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const refetchSoon = () => {
      const { min, max } = REFETCH_DELAY;
      timer ??= setTimeout(refetch, min + Math.random() * (max - min));
    };
    const refetch = () => {
      timer = undefined;
      if (client.isMutating({ mutationKey: entriesKey(id) }) > 0) refetchSoon();
      else void client.invalidateQueries({ queryKey: playlistQuery(id).queryKey });
    };
    const path = `/playlist/${id}/events?key=${live}`;
    // A refused key belongs to people of the past: who may see the playlist now gets another one.
    const handlers = { changed: refetchSoon, refused: refetchSoon };
    const unsubscribe = subscribe(path, handlers, refetchSoon);
    return () => {
      unsubscribe();
      clearTimeout(timer);
    };
  }, [client, id, live]);
}
