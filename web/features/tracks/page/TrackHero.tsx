import { HERO_COVER_SIZES } from 'contract/covers.ts';
import type { TrackPage } from 'contract/features/track-page.ts';
import type { Track } from 'contract/features/tracks.ts';
import { genreLabel } from 'contract/genres.ts';
import { pluralize } from 'contract/text/pluralize.ts';
import { artistPath, genrePath, trackPath } from 'contract/text/slugs.ts';
import { ListEnd, ListPlus, Sparkles } from 'lucide-react';
import { useMemo } from 'react';
import { formatCount } from '../../../lib/format.ts';
import { usePlayer } from '../../../player/PlayerContext.tsx';
import { PlayPauseIcon } from '../../../player/PlayToggle.tsx';
import { formatOrigin, toSong } from '../../../player/song.ts';
import { AppLink } from '../../../ui/AppLink.tsx';
import { toast } from '../../../ui/layers/toasts.ts';
import { Cover } from '../../../ui/pictures/Cover.tsx';
import { VipBadge } from '../../../ui/pictures/VipBadge.tsx';
import { HeartButton } from '../../library/HeartButton.tsx';
import { useSavedIds } from '../../library/hooks.ts';
import { openAddToPlaylist } from '../../playlists/add-to-playlist.ts';
import { ShareMenu } from '../ShareMenu.tsx';
import { usePlayFrom } from '../use-play-from.ts';

/** A track's cover, name and actions. @param start see `usePlayFrom`. */
export function TrackHero({
  track,
  page,
  start,
}: {
  track: Track;
  page: Pick<TrackPage, 'plays' | 'request_id' | 'called_by' | 'vips'>;
  start: number;
}) {
  const { plays, request_id, called_by, vips } = page;
  const player = usePlayer();
  const { isPlaying, label, toggle, preload } = usePlayFrom(track, start);
  const ids = useMemo(() => [track.id], [track.id]);
  const saved = useSavedIds(ids)[track.id];
  const origin = formatOrigin(track);
  return (
    <header className="song-hero">
      <div className="song-hero-cover">
        <Cover url={track.cover_image_url} sizes={HERO_COVER_SIZES} eager />
      </div>
      <div className="min-w-0">
        {track.genre && (
          <p className="text-soft">
            <AppLink href={genrePath(track.genre)} className="hover:underline">
              {genreLabel(track.genre)}
            </AppLink>
          </p>
        )}
        <h1
          dir="auto"
          data-long={track.title.length > 24 || undefined}
          className="song-hero-title wrap-anywhere"
        >
          {track.title}
        </h1>
        <p dir="auto" className="song-hero-artist text-soft wrap-anywhere">
          <AppLink href={artistPath(track.display_artist)} className="hover:underline">
            {track.display_artist}
          </AppLink>
        </p>
        {origin && (
          <p className="song-hero-origin wrap-anywhere">
            {request_id ? (
              <AppLink href={`/leaderboard/${request_id}`} className="hover:underline">
                {origin}
              </AppLink>
            ) : (
              origin
            )}
          </p>
        )}
        <CalledFor names={called_by} vips={vips} backers={track.backers ?? 0} />
        {request_id && (
          <AppLink href={`${trackPath(track)}?premiere`} className="song-premiere">
            <Sparkles size={16} aria-hidden="true" /> Its premiere
          </AppLink>
        )}
        <div className="song-actions">
          <button
            type="button"
            aria-label={label}
            onClick={toggle}
            onPointerEnter={preload}
            onTouchStart={preload}
            className="ember song-play grid place-items-center rounded-full transition hover:brightness-108 active:scale-95"
          >
            <PlayPauseIcon isPlaying={isPlaying} size={26} />
          </button>
          <HeartButton track={track} saved={saved} className={ACTION} />
          <button
            type="button"
            aria-label={`Add to playlist: ${track.title}`}
            data-tooltip="Add to playlist"
            onClick={() => openAddToPlaylist(track)}
            className={ACTION}
          >
            <ListPlus size={20} />
          </button>
          <button
            type="button"
            aria-label={`Add to queue: ${track.title}`}
            data-tooltip="Add to queue"
            onClick={() => {
              player.addToQueue(toSong(track));
              toast('Added to the queue', `“${track.title}”`);
            }}
            className={ACTION}
          >
            <ListEnd size={20} />
          </button>
          <ShareMenu song={toSong(track)} className={ACTION} />
          {plays > 0 && <p className="song-listens figures text-soft">{pluralize(plays, 'listen')}</p>}
        </div>
        <noscript>
          {/* biome-ignore lint/a11y/useMediaCaption: music has no captions */}
          <audio controls preload="none" src={track.audio_url} className="w-full mt-5" />
        </noscript>
      </div>
    </header>
  );
}

const ACTION =
  'song-action grid place-items-center rounded-full bg-raised transition hover:bg-lamp active:scale-95';

/** Names that are written out; on phones they fill about five lines. */
const MOST_NAMES = 30;

/** Who called for a song. */
function CalledFor({
  names,
  vips,
  backers,
}: {
  names: readonly string[];
  vips: readonly string[];
  backers: number;
}) {
  if (names.length === 0) return null;
  const shown = names.slice(0, MOST_NAMES);
  const more = Math.max(backers, names.length) - shown.length;
  const last = shown.length - 1;
  return (
    <p className="called-for">
      Called for by{' '}
      {shown.map((name, nth) => (
        <span key={name}>
          {nth > 0 && (nth === last && more === 0 ? ' and ' : ', ')}
          <bdi>{name}</bdi>
          {vips.includes(name) && <VipBadge />}
        </span>
      ))}
      {more > 0 && ` and ${formatCount(more)} more`}
    </p>
  );
}
