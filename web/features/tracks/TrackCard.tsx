import { plural, t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import type { HeardSong } from 'contract/features/song-requests.ts';
import type { Track } from 'contract/features/tracks.ts';
import { CARD_COVER_SIZES } from 'contract/pictures/covers.ts';
import { artistPath, trackPath } from 'contract/text/slugs.ts';
import { ListPlus } from 'lucide-react';
import { memo, useId, useRef } from 'react';
import { formatDuration } from '../../lib/format.ts';
import { PlayPauseIcon, usePlayToggle } from '../../player/PlayToggle.tsx';
import { toSong } from '../../player/song.ts';
import { AppLink } from '../../ui/AppLink.tsx';
import { Cover } from '../../ui/pictures/Cover.tsx';
import { Initials } from '../../ui/pictures/Initials.tsx';
import { HeartButton } from '../library/HeartButton.tsx';
import { openAddToPlaylist } from '../playlists/add-to-playlist.ts';
import { TrackMenu } from './TrackMenu.tsx';

/** Hover time before the audio of a card is preloaded, so that passing over costs nothing; ms. */
const PRELOAD_DELAY = 120;

const onCover =
  'grid size-11 place-items-center rounded-full bg-scrim text-on-scrim backdrop-blur-sm transition hover:scale-105 active:scale-95 md:size-10';

/** With a mouse, what lies on a cover shows with the pointer or the focus, and while the song is the current one. */
const ON_HOVER =
  'transition group-focus-within:translate-y-0 group-focus-within:opacity-100 group-hover:translate-y-0 group-hover:opacity-100 data-shown:translate-y-0 data-shown:opacity-100 pointer-fine:translate-y-2 pointer-fine:opacity-0';

const PLAY_DISC =
  'absolute start-2 bottom-2 grid size-11 place-items-center rounded-full @min-[200px]:start-3 @min-[200px]:bottom-3';

const MENU_LOOK =
  '-me-2.5 grid size-11 md:size-10 shrink-0 place-items-center rounded-full text-soft transition hover:bg-raised hover:text-ink';

/** A track: its cover with its actions, title, artist and duration, and who asked for it. */
export const TrackCard = memo(function TrackCard({
  track,
  heard,
  saved,
  eager = false,
}: {
  track: Track;
  /** Shows the wish that it came from. */
  heard?: HeardSong | undefined;
  /** The id of the saved track, if the viewer has saved it. */
  saved: string | undefined;
  /** Loads the cover immediately. */
  eager?: boolean;
}) {
  const { title } = track;
  const song = toSong(track);
  const { isCurrent, isPlaying, label, toggle, preload } = usePlayToggle(song);
  // The page may show a track in two sections.
  const titleId = useId();
  const preloadTimer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const asked = heard?.asked_by ?? track.requested_by;
  const voted = heard?.voters ?? track.backers;

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
        {/* The whole cover is the button. A quiet disc shows it; with the pointer, one in ember lies on top. */}
        <button
          type="button"
          aria-label={label}
          onClick={toggle}
          onTouchStart={preload}
          className="absolute inset-0"
        >
          <span className={`bg-scrim text-on-scrim ${PLAY_DISC}`}>
            <PlayPauseIcon isPlaying={false} size={20} />
          </span>
          <span data-shown={isCurrent || undefined} className={`ember shadow-float ${PLAY_DISC} ${ON_HOVER}`}>
            <PlayPauseIcon isPlaying={isPlaying} size={20} />
          </span>
        </button>
        {/* On touch, the menu has these. */}
        <div
          data-shown={isCurrent || undefined}
          className={`absolute end-2 bottom-2 hidden gap-1 pointer-fine:flex @min-[200px]:end-3 @min-[200px]:bottom-3 @min-[230px]:gap-2 ${ON_HOVER}`}
        >
          <HeartButton track={track} saved={saved} className={onCover} />
          <button
            type="button"
            aria-label={t`Add to playlist: ${title}`}
            data-tooltip={t`Add to playlist`}
            onClick={() => openAddToPlaylist(track)}
            className={onCover}
          >
            <ListPlus size={18} />
          </button>
        </div>
      </div>
      {heard && (
        <p
          dir="auto"
          className="mt-3 line-clamp-2 min-h-11 font-display text-[1.0625rem] leading-snug font-semibold"
        >
          {heard.wish && `“${heard.wish.trim()}”`}
        </p>
      )}
      <div className="mt-1 flex items-start">
        <h3
          id={titleId}
          dir="auto"
          title={title}
          className={`mt-2 min-w-0 flex-1 truncate font-sans text-base font-semibold tracking-normal ${isCurrent ? 'text-ember-ink' : ''}`}
        >
          <AppLink
            href={trackPath(track)}
            dir="auto"
            className="inline-block max-w-full truncate align-top leading-6 hover:underline"
          >
            {title}
          </AppLink>
        </h3>
        <TrackMenu song={song} known={track} className={MENU_LOOK} />
      </div>
      <p className="flex items-baseline justify-between gap-3 text-[0.9375rem] text-faint">
        <AppLink
          href={artistPath(track.display_artist)}
          dir="auto"
          className="truncate leading-6 hover:underline"
        >
          {track.display_artist}
        </AppLink>
        <span className="figures shrink-0 font-semibold">
          <span className="sr-only">{t`Duration`} </span>
          {formatDuration(track.duration_seconds)}
        </span>
      </p>
      {voted !== null && (
        <p className="mt-1 flex items-center gap-2 text-sm text-soft">
          {heard && asked && <Initials name={asked} className="size-6 shrink-0 text-xs" />}
          <span className="truncate">
            {asked ? (
              <Trans>
                <bdi className="inline-block first-letter:uppercase">{asked}</bdi> asked ·{' '}
                <Plural value={voted} one="# voted" other="# voted" />
              </Trans>
            ) : (
              plural(voted, { one: '# voted', other: '# voted' })
            )}
          </span>
        </p>
      )}
    </article>
  );
});
