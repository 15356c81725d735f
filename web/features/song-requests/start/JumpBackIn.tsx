import '../../../ui/rows.css';
import './start.css';
import { t } from '@lingui/core/macro';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Jump } from 'contract/features/library.ts';
import type { SongRequest } from 'contract/features/song-requests.ts';
import { type Status, statusNames, VOTE_GOAL } from 'contract/features/song-requests-constants.ts';
import type { Track } from 'contract/features/tracks.ts';
import { pages } from 'contract/pages.ts';
import { trackPath } from 'contract/text/slugs.ts';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { call } from '../../../lib/http/api.ts';
import { say } from '../../../lib/i18n.ts';
import { useSession } from '../../../lib/session.tsx';
import { permanent } from '../../../lib/storage/storage.ts';
import { PlayPauseIcon, usePlayToggle } from '../../../player/PlayToggle.tsx';
import { toSong } from '../../../player/song.ts';
import { AppLink } from '../../../ui/AppLink.tsx';
import { Cover } from '../../../ui/pictures/Cover.tsx';
import { Face } from '../../../ui/pictures/Face.tsx';
import { type Waiting as Added, Slot } from '../../../ui/Slot.tsx';
import { Waiting } from './Waiting.tsx';

/** Storage key of its last height, px. */
const KNOWN = 'ovation.jump';

const jumpQuery = queryOptions({
  queryKey: ['jump'],
  queryFn: () => call('GET /library/jump'),
  // Every play and vote changes it.
  staleTime: 0,
  meta: { private: true },
});

/**
 * List of what waits for a member and what they go on with. Nothing below it moves when it loads: it comes where its
 * place was kept, and otherwise the next time that Explore opens.
 * @param children what stands there without any.
 */
export default function JumpBackIn({ children }: { children: ReactNode }) {
  const { viewer } = useSession();
  const client = useQueryClient();
  const { data, error } = useQuery({ ...jumpQuery, enabled: viewer !== null });
  const [place] = useState(
    () =>
      Number(permanent.get(KNOWN)) ||
      (client.getQueryData(jumpQuery.queryKey) === undefined ? 0 : LEAST_HEIGHT),
  );
  const before = place === 0 ? children : <div style={{ height: place }} />;
  const show = (added: Added | null | undefined) => {
    if (data && added !== undefined)
      return <Rows data={data} added={added} place={place} otherwise={children} />;
    return error && !data && place > 0 ? <Heading /> : before;
  };
  return (
    <Slot at="waiting" fallback={before} otherwise={show(null)}>
      {show}
    </Slot>
  );
}

const Heading = () => <h1 className="sr-only">{say(pages.explore.title)}</h1>;

/** Of one row of tiles with its heading, px. */
const LEAST_HEIGHT = 148;

interface Known {
  data: Jump;
  added: Added | null;
  place: number;
  otherwise: ReactNode;
}

function Rows({ data, added, place, otherwise }: Known) {
  const box = useRef<HTMLDivElement>(null);
  const { choose, credits } = data;
  const { premiere, followed } = added ?? { premiere: null, followed: null };
  const nearest = followed && followed.votes > (data.nearest?.votes ?? -1) ? followed : data.nearest;
  const isWaiting = choose || premiere || nearest || credits;
  const songs = data.songs.filter(({ id }) => id !== premiere?.track.id);
  const played = data.played.filter(({ id }) => id !== premiere?.track.id);
  const requests = data.requests.filter(({ id }) => id !== choose?.id && id !== nearest?.id);
  const hasMore = songs.length + requests.length + played.length > 0;
  const isEmpty = !isWaiting && !hasMore;
  useEffect(() => {
    if (isEmpty) return permanent.remove(KNOWN);
    // The takes come later.
    const measure = new ResizeObserver(keep);
    measure.observe(box.current!);
    keep();
    return () => measure.disconnect();
    function keep() {
      permanent.set(KNOWN, String(Math.max(LEAST_HEIGHT, box.current?.offsetHeight ?? 0)));
    }
  }, [isEmpty]);
  if (isEmpty) return otherwise;
  const rows = (
    <div ref={box} className="start-rows">
      {isWaiting && <Waiting {...{ choose, premiere, nearest, credits }} />}
      {hasMore && (
        <section aria-labelledby="jump">
          <h2 id="jump" className="text-title">
            {t`Jump back in`}
          </h2>
          <ul className="jump-list">
            {songs.map((track) => (
              <Song key={track.id} track={track} detail={t`You called for it`} />
            ))}
            {requests.map((request) => (
              <Backed key={request.id} request={request} />
            ))}
            {played.map((track) => (
              <Song key={track.id} track={track} detail={track.display_artist} />
            ))}
          </ul>
        </section>
      )}
    </div>
  );
  // Measured for the next time.
  return place === 0 ? (
    <>
      {otherwise}
      <div style={{ height: 0, overflow: 'hidden', visibility: 'hidden' }}>{rows}</div>
    </>
  ) : (
    // What was there the last time may be gone; its place is given up the next time.
    <div style={{ minHeight: place }}>
      <Heading />
      {rows}
    </div>
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

/** Statuses shown in place of the votes. */
const WAITS: Partial<Record<Status, string>> = {
  queued: statusNames.queued,
  in_studio: statusNames.in_studio,
  choosing: statusNames.choosing,
};

function Backed({ request: { id, genre, title, votes, status } }: { request: SongRequest }) {
  const wait = WAITS[status];
  return (
    <li>
      <Face id={id} genre={genre} votes={votes} className="jump-picture" />
      <div className="jump-text">
        <AppLink href={`/leaderboard/${id}`} dir="auto">
          {title}
        </AppLink>
        <span className="figures">{wait ? say(wait) : t`${votes} of ${VOTE_GOAL} votes`}</span>
      </div>
    </li>
  );
}
