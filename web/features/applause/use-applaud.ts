import { useMutation, useQueryClient } from '@tanstack/react-query';
import { AnswerProblem } from 'contract/answers.ts';
import { APPLAUSE_AFTER_MS, type Applause, partOf } from 'contract/applause.ts';
import type { Track } from 'contract/tracks.ts';
import { call } from '../../lib/api.ts';
import { createStore, useStore } from '../../lib/store.ts';
import { latestListen } from '../../player/latest-listen.ts';
import { usePlayer, usePlayerState } from '../../player/PlayerContext.tsx';
import type { Listen } from '../../player/play-reports.ts';
import { toastProblem } from '../../ui/toasts.ts';
import { applauseKey, withClaps } from './queries.ts';

/** The listen that was applauded last. */
const applauded = createStore<Listen | null>(null);

/** Applauds a track where it is just playing, once per listen. */
export function useApplaud(track: Track) {
  const client = useQueryClient();
  const player = usePlayer();
  const latest = useStore(latestListen);
  const last = useStore(applauded);
  const isCurrent = usePlayerState((state) => state.song?.id === track.id);
  // Renders again each second, since a listen can be applauded only when it is a few seconds old.
  usePlayerState((state) => (state.song?.id === track.id ? state.second : 0));
  const listen = isCurrent && latest?.id === track.id ? latest : null;
  const queryKey = applauseKey(track.id);

  const { mutate } = useMutation({
    mutationFn: async ({ listen, second }: { listen: Listen; second: number }) =>
      call('POST /track/:id/applause', {
        params: { id: track.id },
        body: { second, started: await listen.started },
      }),
    // The clap is seen at once, and taken back if the server refuses it.
    onMutate: ({ listen, second }) => {
      const before = client.getQueryData<Applause>(queryKey);
      const part = partOf(second, track.duration_seconds);
      if (before) client.setQueryData(queryKey, withClaps(before, part, before.parts[part]! + 1));
      applauded.set(listen);
      return { before };
    },
    onSuccess: (applause) => client.setQueryData(queryKey, applause),
    onError: (error, _clap, context) => {
      client.setQueryData(queryKey, context?.before);
      void client.invalidateQueries({ queryKey });
      const isRepeat = error instanceof AnswerProblem && error.code === 'already_applauded';
      if (!isRepeat) applauded.set(null);
      toastProblem('Your applause was not counted', error.message);
    },
  });

  const hasApplauded = listen !== null && last === listen;
  const isReady = listen !== null && !hasApplauded && Date.now() - listen.at > APPLAUSE_AFTER_MS;
  return {
    /** Why the button rests; null if it can be pressed. */
    rest: isReady ? null : hasApplauded ? 'You applauded this listen' : 'Play the song, then applaud it',
    hasApplauded,
    applaud: () => {
      if (isReady) mutate({ listen, second: player.position() });
    },
  };
}
