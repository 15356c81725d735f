import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type { SongRequest } from 'contract/features/song-requests.ts';
import { type Status, statusNames, VOTE_GOAL } from 'contract/features/song-requests-constants.ts';
import type { Track } from 'contract/features/tracks.ts';
import { trackPath } from 'contract/text/slugs.ts';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../lib/http/api.ts';
import { useSession } from '../../lib/session.tsx';
import { permanent } from '../../lib/storage/storage.ts';
import { PlayPauseIcon, usePlayToggle } from '../../player/PlayToggle.tsx';
import { toSong } from '../../player/song.ts';
import { AppLink } from '../../ui/AppLink.tsx';
import { Cover } from '../../ui/pictures/Cover.tsx';
import { Face } from '../../ui/pictures/Face.tsx';
import { Waiting, type Waits } from './Waiting.tsx';

/** How high it was the last time, px. */
const KNOWN = 'ovation.jump';

const jumpQuery = queryOptions({
  queryKey: ['jump'],
  queryFn: () => call('GET /library/jump'),
  // Every play and vote changes it.
  staleTime: 0,
  meta: { private: true },
});

/**
 * What waits for a member, and what they go on with. Nothing below it moves when it loads: it comes where its place was
 * kept, and otherwise the next time that Explore opens.
 * @param isSeen whether the person has seen the premiere of a song.
 */
export default function JumpBackIn({ isSeen }: { isSeen: (track_id: string) => boolean }) {
  const { viewer } = useSession();
  const client = useQueryClient();
  const { data, error } = useQuery({ ...jumpQuery, enabled: viewer !== null });
  const box = useRef<HTMLDivElement>(null);
  const [place] = useState(
    () =>
      Number(permanent.get(KNOWN)) ||
      (client.getQueryData(jumpQuery.queryKey) === undefined ? 0 : LEAST_HEIGHT),
  );
  const count = data && data.songs.length + data.requests.length + data.played.length;
  useEffect(() => {
    if (count === 0) permanent.remove(KNOWN);
    else if (count) permanent.set(KNOWN, String(Math.max(LEAST_HEIGHT, box.current?.offsetHeight ?? 0)));
  }, [count]);
  if (count === 0 || (error && !data) || (place === 0 && !data)) return null;
  if (!data) return <div style={{ height: Math.max(LEAST_HEIGHT, place) }} />;
  const waits = waitsIn(data, isSeen);
  const { choose, premiere, nearest } = waits;
  const isWaiting = choose || premiere || nearest;
  const songs = data.songs.filter((song) => song !== premiere);
  const requests = data.requests.filter((request) => request !== choose && request !== nearest);
  const hasMore = songs.length + requests.length + data.played.length > 0;
  const rows = (
    <div ref={box} className="start-rows">
      {isWaiting && <Waiting {...waits} />}
      {hasMore && (
        <section aria-labelledby="jump">
          <h2 id="jump" className="text-title">
            Jump back in
          </h2>
          <ul className="jump-list">
            {songs.map((track) => (
              <Song key={track.id} track={track} detail="You called for it" />
            ))}
            {requests.map((request) => (
              <Backed key={request.id} request={request} />
            ))}
            {data.played.map((track) => (
              <Song key={track.id} track={track} detail={track.display_artist} />
            ))}
          </ul>
        </section>
      )}
    </div>
  );
  // Measured for the next time.
  return place === 0 ? (
    <div style={{ height: 0, overflow: 'hidden', visibility: 'hidden' }}>{rows}</div>
  ) : (
    rows
  );
}

/** Of one row of tiles with its heading, px. */
const LEAST_HEIGHT = 148;

function waitsIn(
  { songs, requests }: { songs: Track[]; requests: SongRequest[] },
  isSeen: (track_id: string) => boolean,
): Waits {
  const open = requests.filter(({ status }) => status === 'open').toSorted((a, b) => b.votes - a.votes);
  return {
    choose: requests.find(({ status }) => status === 'choosing'),
    premiere: songs.find(({ id }) => !isSeen(id)),
    nearest: open[0],
  };
}

function Song({ track, detail }: { track: Track; detail: string }) {
  const { isPlaying, label, toggle, preload } = usePlayToggle(toSong(track));
  return (
    <li>
      <button
        type="button"
        aria-label={label}
        onClick={toggle}
        onPointerEnter={preload}
        className="jump-picture"
      >
        <Cover url={track.cover_image_url} sizes="64px" eager />
        <span>
          <PlayPauseIcon isPlaying={isPlaying} size={16} />
        </span>
      </button>
      <div className="jump-text">
        <AppLink href={trackPath(track)} dir="auto">
          {track.title}
        </AppLink>
        <span dir="auto">{detail}</span>
      </div>
    </li>
  );
}

/** What waits, where it isn't the next lamp. */
const WAITS: Partial<Record<Status, string>> = {
  queued: statusNames.queued,
  in_studio: statusNames.in_studio,
  choosing: statusNames.choosing,
};

function Backed({ request: { id, genre, title, votes, status } }: { request: SongRequest }) {
  return (
    <li>
      <Face id={id} genre={genre} votes={votes} className="jump-picture" />
      <div className="jump-text">
        <AppLink href={`/leaderboard/${id}`} dir="auto">
          {title}
        </AppLink>
        <span className="figures">{WAITS[status] ?? `${votes} of ${VOTE_GOAL} votes`}</span>
      </div>
    </li>
  );
}
