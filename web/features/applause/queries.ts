import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { Applause, ApplauseEvent } from 'contract/applause.ts';
import { useEffect } from 'react';
import { call } from '../../lib/api.ts';
import { subscribe } from '../../lib/event-stream.ts';

export const applauseKey = (id: string) => ['applause', id];

/** Where in a track people applauded. */
export const applauseQuery = (id: string) =>
  queryOptions({
    queryKey: applauseKey(id),
    queryFn: () => call('GET /track/:id/applause', { params: { id } }),
  });

/** Keeps a track's applause up to date while it is on screen. */
export function useLiveApplause(id: string): void {
  const client = useQueryClient();
  useEffect(() => {
    const queryKey = applauseKey(id);
    const refetch = () => void client.invalidateQueries({ queryKey });
    const onApplause = (data: string) => {
      const { track_id, part, claps }: ApplauseEvent = JSON.parse(data);
      if (track_id !== id) return;
      client.setQueryData<Applause>(queryKey, (known) => known && withClaps(known, part, claps));
    };
    return subscribe('/track/applause/events', { applause: onApplause, reset: refetch }, refetch);
  }, [client, id]);
}

/** With at least this many claps in a part: counts only grow, so an event that comes late changes nothing. */
export const withClaps = ({ parts }: Applause, part: number, claps: number): Applause => ({
  parts: parts.map((before, index) => (index === part ? Math.max(before, claps) : before)),
});
