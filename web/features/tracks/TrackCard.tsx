import { CARD_COVER_SIZES } from 'contract/covers.ts';
import { artistPath, trackPath } from 'contract/slugs.ts';
import type { Track } from 'contract/tracks.ts';
import { ListPlus } from 'lucide-react';
import { memo, useId, useRef } from 'react';
import { formatDuration } from '../../lib/format.ts';
import { PlayPauseIcon, usePlayToggle } from '../../player/PlayToggle.tsx';
import { formatOrigin, toSong } from '../../player/song.ts';
import { AppLink } from '../../ui/AppLink.tsx';
import { Cover } from '../../ui/Cover.tsx';
import { HeartButton } from '../library/HeartButton.tsx';
import { openAddToPlaylist } from '../playlists/add-to-playlist.ts';
import { TrackMenu } from './TrackMenu.tsx';

/** How long the pointer stays on a card before its audio is preloaded, so that passing over costs nothing; ms. */
const PRELOAD_DELAY = 120;

const onCover =
  'grid size-11 place-items-center rounded-full bg-scrim text-on-scrim backdrop-blur-sm transition hover:scale-105 active:scale-95 md:size-10';

/** A track: its cover with its actions, title, artist and duration. */
export const TrackCard = memo(function TrackCard({
  track,
  saved,
  eager = false,
}: {
  track: Track;
  /** The id of the saved track, if the viewer has saved it. */
  saved: string | undefined;
  /** Whether the cover loads at once. */
  eager?: boolean;
}) {
  const { isCurrent, isPlaying, label, toggle, preload } = usePlayToggle(toSong(track));
  // The page may show a track in two sections.
  const titleId = useId();
  const preloadTimer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const origin = formatOrigin(track);

  return (
    <article className="group min-w-0" aria-labelledby={titleId}>
      <div
        className="@container relative overflow-hidden rounded-md bg-raised"
        onPointerEnter={() => {
          preloadTimer.current = setTimeout(preload, PRELOAD_DELAY);
        }}
        onPointerLeave={() => clearTimeout(preloadTimer.current)}
      >
        <Cover url={track.cover_image_url} sizes={CARD_COVER_SIZES} eager={eager} />
        <div
          data-shown={isCurrent || undefined}
          className="absolute inset-x-0 bottom-0 flex items-center justify-between p-2 transition @min-[200px]:p-3 group-focus-within:translate-y-0 group-focus-within:opacity-100 group-hover:translate-y-0 group-hover:opacity-100 data-shown:translate-y-0 data-shown:opacity-100 pointer-fine:translate-y-2 pointer-fine:opacity-0"
        >
          <button
            type="button"
            aria-label={label}
            onClick={toggle}
            onTouchStart={preload}
            className="ember grid size-11 place-items-center rounded-full shadow-float transition hover:scale-105 active:scale-95"
          >
            <PlayPauseIcon isPlaying={isPlaying} size={20} />
          </button>
          <div className="flex gap-1 @min-[230px]:gap-2">
            <HeartButton track={track} saved={saved} className={onCover} />
            <button
              type="button"
              aria-label={`Add to playlist: ${track.title}`}
              data-tooltip="Add to playlist"
              onClick={() => openAddToPlaylist(track)}
              className={`${onCover} hidden! @min-[230px]:grid!`}
            >
              <ListPlus size={18} />
            </button>
            <TrackMenu track={track} className={onCover} />
          </div>
        </div>
      </div>
      <h3
        id={titleId}
        dir="auto"
        title={track.title}
        className={`mt-3 truncate font-sans text-base font-semibold tracking-normal ${isCurrent ? 'text-ember-ink' : ''}`}
      >
        <AppLink
          href={trackPath(track)}
          dir="auto"
          className="inline-block max-w-full truncate align-top leading-6 hover:underline"
        >
          {track.title}
        </AppLink>
      </h3>
      <p className="flex items-baseline justify-between gap-3 text-[0.9375rem] text-faint">
        <AppLink
          href={artistPath(track.display_artist)}
          dir="auto"
          className="truncate leading-6 hover:underline"
        >
          {track.display_artist}
        </AppLink>
        <span className="figures shrink-0 font-semibold">
          <span className="sr-only">Duration </span>
          {formatDuration(track.duration_seconds)}
        </span>
      </p>
      {origin && <p className="mt-0.5 text-sm text-soft wrap-anywhere">{origin}</p>}
    </article>
  );
});
