import { plural, t } from '@lingui/core/macro';
import './applause.css';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { AnswerProblem } from 'contract/answers.ts';
import {
  APPLAUSE_AFTER_MS,
  APPLAUSE_PARTS,
  type Applause,
  type ApplauseEvent,
  partOf,
} from 'contract/extensions/applause.ts';
import type { Track } from 'contract/features/tracks.ts';
import { PartyPopper } from 'lucide-react';
import { type CSSProperties, useEffect, useRef } from 'react';
import { formatDuration } from '../../lib/format.ts';
import { call } from '../../lib/http/api.ts';
import { subscribe } from '../../lib/http/event-stream.ts';
import { createStore, useStore } from '../../lib/store.ts';
import type { Listen } from '../../player/engine/listens.ts';
import { latestListen } from '../../player/engine/start-player.ts';
import { usePlayer, usePlayerState } from '../../player/PlayerContext.tsx';
import { toastProblem } from '../../ui/layers/toasts.ts';

/** Below as many claps, the loudest place means nothing. */
const MANY = 5;

/**
 * Applause count of a track, with the button that applauds.
 * @param areExpected whether to keep room for the count while it loads.
 */
export function Applaud({
  track,
  onSeek,
  areExpected,
}: {
  track: Track;
  onSeek: (second: number) => void;
  areExpected: boolean;
}) {
  const { data } = useQuery(applauseQuery(track.id));
  useLiveApplause(track.id);
  const { isReady, hasApplauded, applaud } = useApplaud(track);
  const parts = data?.parts ?? [];
  const total = parts.reduce((sum, claps) => sum + claps, 0);
  const loudest = Math.floor((parts.indexOf(Math.max(...parts)) / APPLAUSE_PARTS) * track.duration_seconds);
  return (
    <div className="applaud figures">
      <p role="status" data-expected={(!data && areExpected) || undefined} className="text-soft">
        {total > 0 && plural(total, { one: '# clap', other: '# claps' })}
        {total >= MANY && (
          <>
            {' · '}
            <button type="button" onClick={() => onSeek(loudest)} className="applaud-loudest">
              {t`loudest at ${{ duration: formatDuration(loudest) }}`}
            </button>
          </>
        )}
      </p>
      <button
        type="button"
        aria-disabled={!isReady || undefined}
        data-tooltip={hasApplauded ? t`Once for each listen` : undefined}
        data-done={hasApplauded || undefined}
        onClick={applaud}
        className="applaud-button"
      >
        <PartyPopper size={18} aria-hidden="true" />
        {hasApplauded ? t`Applauded` : isReady ? t`Applaud` : t`Listen a little, then applaud`}
      </button>
    </div>
  );
}

/** The button that applauds a song which is heard together; its page behind hears of others' applause. */
export function HouseApplaud({ track, onApplause }: { track: Track; onApplause: () => void }) {
  const { data } = useQuery(applauseQuery(track.id));
  const { isReady, hasApplauded, applaud } = useApplaud(track);
  const total = data?.parts.reduce((sum, claps) => sum + claps, 0);
  const before = useRef(total);
  useEffect(() => {
    if (before.current !== undefined && (total ?? 0) > before.current) onApplause();
    before.current = total;
  }, [total, onApplause]);
  return (
    <button
      type="button"
      aria-disabled={!isReady || undefined}
      data-done={hasApplauded || undefined}
      onClick={applaud}
      className="applaud-button"
    >
      <PartyPopper size={18} aria-hidden="true" /> {hasApplauded ? t`Applauded` : t`Applaud`}
    </button>
  );
}

/** The most dots in a column. */
const TALLEST = 6;

/**
 * A dot per clap under the waveform, where in the song it was given. Songs with much applause show its shape.
 * @param areExpected whether to keep room for them while they load.
 */
export function Claps({ track, start, areExpected }: { track: Track; start: number; areExpected: boolean }) {
  const { data } = useQuery(applauseQuery(track.id));
  const second = usePlayerState((state) => (state.song?.id === track.id ? state.second : start));
  const heard = Math.floor((second / track.duration_seconds) * APPLAUSE_PARTS);
  const parts = data?.parts ?? [];
  // No room for them before anybody has applauded.
  if (!(data ? parts.some((claps) => claps > 0) : areExpected)) return null;
  const most = Math.max(TALLEST, ...parts);
  return (
    <div aria-hidden="true" className="claps">
      {parts.map((claps, part) => (
        <span
          key={part}
          data-heard={part < heard || undefined}
          style={{ '--claps': Math.ceil((claps / most) * TALLEST) } as CSSProperties}
        />
      ))}
    </div>
  );
}

/** The listen that was applauded last. */
const applauded = createStore<Listen | null>(null);

/** Applauds a track where it is just playing, once per listen. */
function useApplaud(track: Track) {
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
      toastProblem(t`Your applause was not counted`, error);
    },
  });

  const hasApplauded = listen !== null && last === listen;
  const isReady = listen !== null && !hasApplauded && Date.now() - listen.at > APPLAUSE_AFTER_MS;
  return {
    /** True if the button can be pressed. */
    isReady,
    hasApplauded,
    applaud: () => {
      if (isReady) mutate({ listen, second: player.position() });
    },
  };
}

const applauseKey = (id: string) => ['applause', id];

/** Distribution of applause over a track. */
const applauseQuery = (id: string) =>
  queryOptions({
    queryKey: applauseKey(id),
    queryFn: () => call('GET /track/:id/applause', { params: { id } }),
  });

/** Keeps a track's applause up to date while it is on screen. */
function useLiveApplause(id: string): void {
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
const withClaps = ({ parts }: Applause, part: number, claps: number): Applause => ({
  parts: parts.map((before, index) => (index === part ? Math.max(before, claps) : before)),
});
