import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type { SongRequest } from 'contract/features/song-requests.ts';
import { type Status, statusNames, VOTE_GOAL } from 'contract/features/song-requests-constants.ts';
import type { Track } from 'contract/features/tracks.ts';
import { trackPath } from 'contract/text/slugs.ts';
import { useEffect, useState } from 'react';
import { call } from '../../lib/http/api.ts';
import { useSession } from '../../lib/session.tsx';
import { permanent } from '../../lib/storage/storage.ts';
import { PlayPauseIcon, usePlayToggle } from '../../player/PlayToggle.tsx';
import { toSong } from '../../player/song.ts';
import { AppLink } from '../../ui/AppLink.tsx';
import { Cover } from '../../ui/pictures/Cover.tsx';
import { Face } from '../../ui/pictures/Face.tsx';

/** Whether the row was there the last time. The script in `index.html` reads it, too. */
const KNOWN = 'ovation.jump';

const jumpQuery = queryOptions({
  queryKey: ['jump'],
  queryFn: () => call('GET /library/jump'),
  // Every play and vote changes it.
  staleTime: 0,
  meta: { private: true },
});

/**
 * What a member goes on with. Nothing below it moves when it loads: it comes where its place was kept, and otherwise
 * the next time that Explore opens.
 */
export default function JumpBackIn() {
  const { viewer } = useSession();
  const client = useQueryClient();
  const { data, error } = useQuery({ ...jumpQuery, enabled: viewer !== null });
  const [hasPlace] = useState(
    () => permanent.get(KNOWN) !== null || client.getQueryData(jumpQuery.queryKey) !== undefined,
  );
  const count = data && data.songs.length + data.requests.length + data.played.length;
  useEffect(() => {
    if (count === 0) permanent.remove(KNOWN);
    else if (count) permanent.set(KNOWN, '1');
  }, [count]);
  if (!hasPlace || count === 0 || (error && !data)) return null;
  if (!data) return <div className="start-row" />;
  return (
    <section aria-labelledby="jump" className="start-row">
      <h2 id="jump" className="text-title">
        Jump back in
      </h2>
      <ul className="jump-list">
        {data.songs.map((track) => (
          <Song key={track.id} track={track} detail="You called for it" />
        ))}
        {data.requests.map((request) => (
          <Backed key={request.id} request={request} />
        ))}
        {data.played.map((track) => (
          <Song key={track.id} track={track} detail={track.display_artist} />
        ))}
      </ul>
    </section>
  );
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
        <span className="figures">{WAITS[status] ?? `${votes} of ${VOTE_GOAL} lamps`}</span>
      </div>
    </li>
  );
}
