import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { call } from '../../lib/api.ts';
import { useSession } from '../../lib/session.tsx';

/** The id of each saved track's row, by the track's id. */
export type SavedIds = Record<string, string>;

/** Which of these tracks (at most 100) the viewer has saved. */
export const savedIdsQuery = (trackIds: string[]) =>
  queryOptions({
    queryKey: ['saved', ...trackIds],
    queryFn: async (): Promise<SavedIds> => {
      const saved = await call('GET /saved_track', { query: { track_ids: trackIds.join(',') } });
      return Object.fromEntries(saved.map((row) => [row.track_id, row.id]));
    },
    meta: { private: true },
  });

const NONE: SavedIds = {};

/** Which of these tracks (at most 100) the viewer has saved. */
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
  const { viewer } = useSession();
  return useCallback(
    async (saved: string | undefined) => {
      const { toggleSaved } = await import('./toggle-saved.ts');
      await toggleSaved(client, viewer, track, saved);
    },
    [client, viewer, track],
  );
}
