import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/http/api.ts';

/** The id of each saved track's row, by the track's id. */
export type SavedIds = Record<string, string>;

/** Viewer's saved ones among these tracks (at most 100). */
export const savedIdsQuery = (trackIds: string[]) =>
  queryOptions({
    queryKey: ['saved', ...trackIds],
    queryFn: async (): Promise<SavedIds> => {
      const saved = await call('GET /saved_track', { query: { track_ids: trackIds.join(',') } });
      return Object.fromEntries(saved.map((row) => [row.track_id, row.id]));
    },
    meta: { private: true },
  });
