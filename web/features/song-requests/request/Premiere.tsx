import './premiere.css';
import { useQuery } from '@tanstack/react-query';
import type { RequestPage } from 'contract/features/song-requests.ts';
import { seatPlaces } from 'contract/features/song-requests-constants.ts';
import { pluralize } from 'contract/text/pluralize.ts';
import { trackPath } from 'contract/text/slugs.ts';
import { Play, Share2 } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { type CSSProperties, useEffect, useRef, useState } from 'react';
import { useSession } from '../../../lib/session.tsx';
import { usePlayer } from '../../../player/PlayerContext.tsx';
import type { Song } from '../../../player/song.ts';
import { Button } from '../../../ui/Button.tsx';
import { lazyLayer } from '../../../ui/layers/lazy-layer.tsx';
import { Cover } from '../../../ui/pictures/Cover.tsx';
import { VipBadge } from '../../../ui/pictures/VipBadge.tsx';
import { requestPageQuery } from '../queries.ts';

const ShareDialog = lazyLayer(() => import('../../../ui/layers/ShareDialog.tsx'));

/** In which the light comes up; ms, as in the style sheet. */
const LIGHT_MS = 400;

/**
 * A released song before its page: the dark house, its lamps, the names of those who lit them, and the song at a press.
 * @param onEnd the page comes: after the person has `seen` the premiere, or because it could not be loaded.
 */
export default function Premiere({
  request_id,
  song,
  onEnd,
}: {
  request_id: string;
  song: Song;
  onEnd: (seen: boolean) => void;
}) {
  const { viewer, loading } = useSession();
  const { data, isError } = useQuery({ ...requestPageQuery(viewer?.id, request_id), enabled: !loading });
  useEffect(() => {
    if (isError && !data) onEnd(false);
  }, [isError, data, onEnd]);
  return data ? <House request={data} song={song} username={viewer?.username} onEnd={onEnd} /> : null;
}

function House({
  request,
  song,
  username,
  onEnd,
}: {
  request: RequestPage;
  song: Song;
  username: string | undefined;
  onEnd: (seen: boolean) => void;
}) {
  const player = usePlayer();
  const hear = useRef<HTMLButtonElement>(null);
  const [isLeaving, setLeaving] = useState(false);
  const [isSharing, setSharing] = useState(false);
  useEffect(() => {
    if (!isLeaving) return;
    const isStill = window.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? true;
    const light = setTimeout(() => onEnd(true), isStill ? 0 : LIGHT_MS);
    // Somebody who goes back meanwhile is on another page.
    return () => clearTimeout(light);
  }, [isLeaving, onEnd]);
  const leave = () => setLeaving(true);
  const play = () => {
    // `choose` would pause the current song.
    if (player.state().song?.id === song.id) player.play();
    else player.choose(song);
    leave();
  };
  return (
    <Dialog.Root open onOpenChange={(open) => !open && leave()}>
      <Dialog.Portal>
        {/* Keeps the page behind from scrolling. */}
        <Dialog.Overlay />
        <Dialog.Content
          aria-describedby={undefined}
          className="premiere"
          data-leaving={isLeaving || undefined}
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            hear.current!.focus({ preventScroll: true });
          }}
          onPointerDownOutside={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            document.querySelector<HTMLElement>('#main')?.focus({ preventScroll: true });
          }}
        >
          <div className="premiere-house">
            <Lamps seats={request.seats} username={username} />
            <div className="premiere-cover">
              <Cover url={song.thumbnail} sizes="(min-width: 768px) 240px, 44vw" eager />
            </div>
          </div>
          <div className="premiere-words">
            <p className="text-soft">Premiere</p>
            <Dialog.Title
              dir="auto"
              data-long={song.title.length > 24 || undefined}
              className="wrap-anywhere"
            >
              {song.title}
            </Dialog.Title>
            <p dir="auto" className="text-lg text-soft wrap-anywhere">
              {song.artist}
            </p>
            <Names request={request} />
            <div className="premiere-actions">
              <Button ref={hear} look="ember" size="lg" onClick={play}>
                <Play size={18} fill="currentColor" aria-hidden="true" /> Hear it
              </Button>
              <Button size="lg" onPointerEnter={ShareDialog.preload} onClick={() => setSharing(true)}>
                <Share2 size={18} aria-hidden="true" /> Share
              </Button>
              <Button look="bare" size="lg" onClick={leave}>
                Go to its page
              </Button>
            </div>
          </div>
          {isSharing && (
            <ShareDialog
              shared={{
                name: `${song.title} by ${song.artist}`,
                path: trackPath(song),
                kind: 'track',
                id: song.id,
              }}
              onClose={() => setSharing(false)}
            />
          )}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** The lamps in the form in which they were lit, around the cover. */
function Lamps({ seats, username }: { seats: RequestPage['seats']; username: string | undefined }) {
  return seatPlaces.map(({ x, y, row }, index) => {
    const radius = 5 + 4 * row;
    const place = { '--x': x / radius, '--y': y / radius, '--r': radius, '--row': row } as CSSProperties;
    return (
      <i
        key={`${x} ${y}`}
        aria-hidden="true"
        className="premiere-lamp"
        data-row={row}
        data-lit={index < seats.length || undefined}
        data-own={(username !== undefined && seats[index] === username) || undefined}
        style={place}
      />
    );
  });
}

/** Who lit the lamps, each in the row of their first one; those who voted beyond the goal come last. */
function Names({ request: { seats, backers, backed_by } }: { request: RequestPage }) {
  const rows: string[][] = [[], [], []];
  const named = new Set<string | null>([null]);
  for (const [index, name] of [...seats, ...backed_by.map(({ username }) => username)].entries()) {
    if (name === null || named.has(name)) continue;
    named.add(name);
    rows[seatPlaces[index < seats.length ? index : seatPlaces.length - 1]!.row]!.push(name);
  }
  const vips = new Set(backed_by.filter(({ vip }) => vip).map(({ username }) => username));
  const more = Math.max(0, backers - rows.flat().length);
  return (
    <div className="premiere-names">
      {rows.map((names, row) => (
        <p key={row} style={{ '--row': row } as CSSProperties}>
          {names.map((name) => (
            <span key={name}>
              <bdi>{name}</bdi>
              {vips.has(name) && <VipBadge />}
            </span>
          ))}
          {row === 2 && more > 0 && <span>and {pluralize(more, 'other', 'others')}</span>}
        </p>
      ))}
    </div>
  );
}
