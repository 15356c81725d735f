import { useQueryClient } from '@tanstack/react-query';
import type { BoardEvent } from 'contract/features/song-requests.ts';
import { trackPath } from 'contract/text/slugs.ts';
import { useCallback, useEffect } from 'react';
import { useLocation } from 'wouter';
import { hasSeen, nextPremiere, noteSeen } from '../features/song-requests/premieres.ts';
import { trackPageQuery } from '../features/tracks/page/page-queries.ts';

/** In which the house goes dark before the song's page comes, ms. */
const DARK_MS = 400;

/** Opens the premiere of a song that is released while somebody watches, once per person and song. */
export function usePremiere() {
  const client = useQueryClient();
  const [, navigate] = useLocation();
  // A premiere that somebody left for another page does not wait for them here.
  useEffect(() => nextPremiere.set(null), []);
  return useCallback(
    async ({ title, track_id }: BoardEvent['request']) => {
      if (!track_id || hasSeen(track_id) || isBusy()) return;
      noteSeen(track_id);
      const { pathname } = location;
      nextPremiere.set({ track_id });
      // Not on `body`, whose filter would move what is fixed.
      document.documentElement.animate?.({ filter: ['none', 'brightness(0.05)'] }, DARK_MS);
      const all = [
        client.fetchQuery(trackPageQuery(track_id)),
        import('./Track.tsx'),
        import('../features/song-requests/song/Premiere.tsx'),
        new Promise((resolve) => setTimeout(resolve, DARK_MS)),
      ];
      const isReady = await Promise.all(all).catch(() => false);
      if (isReady && location.pathname === pathname) navigate(trackPath({ id: track_id, title }));
      else nextPremiere.set(null);
    },
    [client, navigate],
  );
}

/** True while somebody writes or has a dialog open: the bell leads to the premiere later. */
const isBusy = () =>
  document.querySelector('[role=dialog]') !== null ||
  document.activeElement?.matches('input:not([type=range]), textarea, select') === true;
