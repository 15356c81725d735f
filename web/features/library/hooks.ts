import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useSession } from '../../lib/session.tsx';
import { type SavedIds, savedIdsQuery } from './queries.ts';

const NONE: SavedIds = {};

/** Viewer's saved ones among these tracks (at most 100). */
export function useSavedIds(trackIds: string[]): SavedIds {
  const { viewer } = useSession();
  const { data } = useQuery({
    ...savedIdsQuery(trackIds),
    enabled: viewer !== null && trackIds.length > 0,
  });
  return data ?? NONE;
}

/** Saves a track, or removes the saved track of this id. The code loads with the first use. */
export function useToggleSaved(track: { id: string; title: string }) {
  const client = useQueryClient();
  return useCallback(
    async (saved: string | undefined) => {
      const { toggleSaved } = await import('./toggle-saved.ts');
      await toggleSaved(client, track, saved);
    },
    [client, track],
  );
}
