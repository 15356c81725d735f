import { plural } from '@lingui/core/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { House } from 'contract/extensions/hearing/premieres.ts';
import type { SongStory } from 'contract/features/song-requests.ts';
import type { Track } from 'contract/features/tracks.ts';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'wouter';
import { hasSeen, nextPremiere, noteSeen } from '../../features/song-requests/premieres.ts';
import type { Together } from '../../features/song-requests/song/Premiere.tsx';
import { call, serverUrl } from '../../lib/http/api.ts';
import { useSession } from '../../lib/session.tsx';
import { useStore } from '../../lib/store.ts';
import type { Player } from '../../player/engine/player.ts';
import { type Song, toSong } from '../../player/song.ts';
import { lazyLayer } from '../../ui/layers/lazy-layer.tsx';
import { Avatar } from '../../ui/pictures/Avatar.tsx';
import { Initials } from '../../ui/pictures/Initials.tsx';
import { Slot } from '../../ui/Slot.tsx';
import { agreeOnClock, type ServerClock } from './clock.ts';
import { playInStep } from './pace.ts';
import { isOpen, premiereQuery } from './queries.ts';
import { PremiereOfSong } from './TimePicker.tsx';
import { useHouse } from './use-house.ts';

const Premiere = lazyLayer(() => import('../../features/song-requests/song/Premiere.tsx'));

/** Duration of the glow of applause, ms. */
const SHINES_MS = 700;
/** Interval between checks for the opening of a house, ms. */
const LOOK_MS = 1000;

/**
 * Opens the premiere of a song: together with others, where somebody has just watched its release or follows its link;
 * once for each of its backers, as the server says; and by `?premiere` later for anyone.
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
  const { data } = useQuery({
    queryKey: ['premiere', request_id],
    queryFn: () => call('GET /notifications/premieres/:id', { params: { id: request_id } }),
    enabled: viewer !== null,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { private: true },
  });
  // What the request's page knew of it is from before the release.
  const hearing = useQuery({ ...premiereQuery(request_id, viewer?.id), refetchOnMount: 'always' });
  const premiere = hearing.data?.premiere ?? null;
  const clock = useClock(premiere !== null);
  const isLive = useIsOpen(premiere, clock);
  const song = useMemo(() => toSong(track), [track]);
  const isAsked = search.has('premiere');
  const isNext = next?.track_id === track.id;
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

  // Nobody watches alone what is about to be heard together. That began, it goes on until it is closed.
  const isWanted = isAsked || isNext || (isWaiting && data?.waits === true);
  const isKnown = hearing.isFetchedAfterMount && (premiere === null || clock !== null);
  const [shown, setShown] = useState<'alone' | 'together' | null>(null);
  useEffect(() => {
    if (!isWanted) setShown(null);
    else if (isKnown) setShown((before) => before ?? (isLive ? 'together' : premiere ? null : 'alone'));
  }, [isWanted, isKnown, isLive, premiere]);
  const parts = { story, voters: calledBy, song, isAsked, onEnd };
  if (shown === 'alone') return <Premiere {...parts} actions={<Slot at="premiere/words" track={track} />} />;
  if (shown === 'together' && clock)
    return <PremiereTogether {...parts} track={track} startsAt={premiere?.starts_at} clock={clock} />;
  if (!hearing.data) return null;
  return (
    <PremiereOfSong
      state={hearing.data}
      track={track}
      request_id={request_id}
      isLive={isLive}
      onJoin={() => setSearch({ premiere: '' }, { replace: true })}
    />
  );
}

/** A premiere in step with everybody else. @param startsAt epoch ms; undefined once it is over. */
function PremiereTogether({
  track,
  startsAt,
  clock,
  ...parts
}: {
  track: Track;
  startsAt: number | undefined;
  clock: ServerClock;
  story: SongStory;
  voters: readonly string[];
  song: Song;
  isAsked: boolean;
  onEnd: () => void;
}) {
  const { viewer } = useSession();
  const { request_id } = parts.story;
  const { house, isOver } = useHouse(request_id, viewer?.id, true);
  // It is over for the server a little before the last second has sounded here.
  const [start, setStart] = useState(startsAt ?? 0);
  useEffect(() => {
    if (startsAt !== undefined) setStart(startsAt);
  }, [startsAt]);
  const play = useCallback(
    (player: Player, song: Song) => playInStep(player, song, start, clock.now),
    [start, clock],
  );
  const shinesUntil = useRef(0);
  const onApplause = useCallback(() => {
    shinesUntil.current = performance.now() + SHINES_MS;
  }, []);
  const seats = new Set(parts.story.seats);
  const together: Together = {
    startsAt: start,
    now: clock.now,
    play,
    faces: house?.faces,
    shinesUntil,
    isOver,
    people: <People house={house} isSeated={(username) => seats.has(username)} />,
  };
  const actions = (
    <>
      <Slot at="premiere/applause" track={track} onApplause={onApplause} />
      <Slot at="premiere/words" track={track} />
    </>
  );
  return <Premiere {...parts} together={together} actions={actions} />;
}

/** Faces without a lamp that are shown. */
const MOST_FACES = 10;

/** Number of people there, and the faces of those who have lit no lamp. */
function People({ house, isSeated }: { house: House | undefined; isSeated: (username: string) => boolean }) {
  const guests = (house?.faces ?? []).filter(({ username }) => !isSeated(username)).slice(0, MOST_FACES);
  return (
    <div className="premiere-people">
      {guests.length > 0 && (
        <ul>
          {guests.map(({ username, avatar_url }) => (
            <li key={username} title={username}>
              {avatar_url ? (
                <Avatar
                  user={{ username, email: '', avatar_url: serverUrl(avatar_url) }}
                  className="size-8"
                />
              ) : (
                <Initials name={username} className="size-8 text-xs" />
              )}
              <span className="sr-only">{username}</span>
            </li>
          ))}
        </ul>
      )}
      {house !== undefined && house.people > 0 && (
        <span className="figures">
          {plural({ people: house.people }, { one: '# person is here', other: '# people are here' })}
        </span>
      )}
    </div>
  );
}

/** The server's clock; null until it is agreed on. */
function useClock(isNeeded: boolean): ServerClock | null {
  const [clock, setClock] = useState<ServerClock | null>(null);
  useEffect(() => {
    if (!isNeeded) return;
    let isWanted = true;
    let agreed: ServerClock | undefined;
    void agreeOnClock().then((one) => {
      agreed = one;
      if (isWanted) setClock(one);
      else one.stop();
    });
    return () => {
      isWanted = false;
      agreed?.stop();
    };
  }, [isNeeded]);
  return clock;
}

/** True while the house of a premiere is open. */
function useIsOpen(premiere: Parameters<typeof isOpen>[0] | null, clock: ServerClock | null): boolean {
  const look = () => premiere !== null && clock !== null && isOpen(premiere, clock.now());
  const [, render] = useState(0);
  useEffect(() => {
    if (!premiere || !clock) return;
    const timer = setInterval(() => render((count) => count + 1), LOOK_MS);
    return () => clearInterval(timer);
  }, [premiere, clock]);
  return look();
}
