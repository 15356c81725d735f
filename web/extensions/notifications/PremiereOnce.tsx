import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { SongStory } from 'contract/features/song-requests.ts';
import type { Track } from 'contract/features/tracks.ts';
import { useCallback, useMemo, useState } from 'react';
import { useSearchParams } from 'wouter';
import { hasSeen, nextPremiere, noteSeen } from '../../features/song-requests/premieres.ts';
import { call } from '../../lib/http/api.ts';
import { useSession } from '../../lib/session.tsx';
import { useStore } from '../../lib/store.ts';
import { toSong } from '../../player/song.ts';
import { lazyLayer } from '../../ui/layers/lazy-layer.tsx';

const Premiere = lazyLayer(() => import('../../features/song-requests/song/Premiere.tsx'));

/**
 * Opens the premiere of a song: live, where somebody has just watched its release; once for each of its backers, as the
 * server says; and by `?premiere` for anyone.
 */
export function PremiereOnce({
  track,
  story,
  calledBy,
}: {
  track: Track;
  story: SongStory;
  calledBy: readonly string[];
}) {
  const { viewer } = useSession();
  const client = useQueryClient();
  const [search, setSearch] = useSearchParams();
  const next = useStore(nextPremiere);
  const { request_id } = story;
  const queryKey = ['premiere', request_id];
  const { data } = useQuery({
    queryKey,
    queryFn: () => call('GET /notifications/premieres/:id', { params: { id: request_id } }),
    enabled: viewer !== null,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { private: true },
  });
  const song = useMemo(() => toSong(track), [track]);
  const isAsked = search.has('premiere');
  const startsAt = next?.track_id === track.id ? next.startsAt : null;
  const [isWaiting, setWaiting] = useState(() => !hasSeen(track.id));
  const onEnd = useCallback(() => {
    if (isAsked) setSearch({}, { replace: true });
    nextPremiere.set(null);
    noteSeen(track.id);
    setWaiting(false);
    if (!viewer) return;
    client.setQueryData(['premiere', request_id], { waits: false });
    call('DELETE /notifications/premieres/:id', { params: { id: request_id } }).catch((error) =>
      console.warn('The premiere may open again.', error),
    );
  }, [client, isAsked, request_id, setSearch, track.id, viewer]);
  if (!isAsked && startsAt === null && !(isWaiting && data?.waits)) return null;
  return (
    <Premiere
      story={story}
      voters={calledBy}
      song={song}
      startsAt={startsAt}
      isAsked={isAsked}
      onEnd={onEnd}
    />
  );
}
