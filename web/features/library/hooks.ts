import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { call } from '../../lib/api.ts';
import { useSession } from '../../lib/session.tsx';

/** Track id -> id of what saved it. */
export type Hearts = Record<string, string>;

const NONE: Hearts = {};

/** Which of these tracks the viewer has saved; at most 100 of them. */
export function useHearts(trackIds: string[]): Hearts {
  const { viewer } = useSession();
  const { data } = useQuery({
    queryKey: ['saved', ...trackIds],
    enabled: viewer !== null && trackIds.length > 0,
    queryFn: async (): Promise<Hearts> => {
      const saved = await call('GET /saved_track', { query: { track_ids: trackIds.join(',') } });
      return Object.fromEntries(saved.map((row) => [row.track_id, row.id]));
    },
    meta: { private: true },
  });
  return data ?? NONE;
}

/** Saves a track, or takes out what `saved` names. What does it comes with the first press. */
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
