import { artistPath, trackPath } from 'contract/slugs.ts';
import { useState } from 'react';
import { AppLink } from '../ui/AppLink.tsx';
import { Cover } from '../ui/Cover.tsx';
import { lazyLayer } from '../ui/lazy-layer.tsx';
import { PlayButton, Transport, Volume } from './Controls.tsx';
import { usePlayerState } from './PlayerContext.tsx';
import { ProgressSlider, useProgressVariable } from './ProgressSlider.tsx';
import { QueueButton } from './QueueButton.tsx';
import { Elapsed, Total } from './Times.tsx';

const FullPlayer = lazyLayer(() => import('./FullPlayer.tsx'));
const TrackDetails = lazyLayer(() => import('./TrackDetails.tsx'));

/** The bar at the bottom of every page once a song has been played. On phones it is slim and opens to full height. */
export default function PlayerBar() {
  const song = usePlayerState((state) => state.song);
  const [full, setFull] = useState(false);
  /** The track whose details are open, which stays the same when the next song starts. */
  const [details, setDetails] = useState<string | null>(null);
  const line = useProgressVariable();
  if (!song) return null;
  return (
    <section aria-label="Player" className="player-bar border-t border-line bg-stage">
      <div ref={line} aria-hidden="true" className="h-0.5 bg-lamp md:hidden">
        <div className="played-line ember h-full forced-colors:bg-[CanvasText]" />
      </div>
      <div className="flex h-16 items-center gap-3 px-3 md:h-22 md:gap-4 md:px-6 lg:gap-6 lg:px-8">
        <div className="relative flex min-w-0 flex-1 items-center gap-3 md:w-48 md:flex-none lg:w-72">
          <Cover
            key={song.id}
            url={song.thumbnail}
            sizes="56px"
            eager
            className="w-11! shrink-0 rounded-sm md:w-14!"
          />
          <div className="min-w-0">
            <p dir="auto" className="truncate font-semibold">
              {song.unpublished ? (
                song.title
              ) : (
                // Above the button that covers the bar's left side; on phones that button opens the player.
                <AppLink
                  href={trackPath(song)}
                  dir="auto"
                  className="pointer-events-none relative z-10 inline-block max-w-full truncate align-top leading-6 hover:underline md:pointer-events-auto"
                >
                  {song.title}
                </AppLink>
              )}
            </p>
            <p dir="auto" className="truncate text-[0.9375rem] text-faint">
              {song.unpublished ? (
                song.artist
              ) : (
                <AppLink
                  href={artistPath(song.artist)}
                  dir="auto"
                  className="pointer-events-none relative z-10 inline-block max-w-full truncate align-top leading-6 hover:underline md:pointer-events-auto"
                >
                  {song.artist}
                </AppLink>
              )}
            </p>
            {song.origin && (
              <p title={song.origin} className="hidden truncate text-xs text-soft md:block">
                {song.origin}
              </p>
            )}
          </div>
          {!song.unpublished && (
            <button
              type="button"
              aria-label={`Details of ${song.title}`}
              data-tooltip="Details"
              onPointerEnter={TrackDetails.preload}
              onFocus={TrackDetails.preload}
              onClick={() => setDetails(song.id)}
              className="absolute inset-0 hidden rounded-sm md:block"
            />
          )}
          <button
            type="button"
            aria-label="Open the player"
            onPointerEnter={FullPlayer.preload}
            onFocus={FullPlayer.preload}
            onClick={() => setFull(true)}
            className="absolute inset-0 rounded-sm md:hidden"
          />
        </div>
        <div className="hidden md:block">
          <Transport />
        </div>
        <Elapsed className="hidden md:block" />
        <ProgressSlider className="hidden h-11 min-w-0 flex-1 md:block" />
        <Total className="hidden md:block" />
        <div className="hidden items-center md:flex">
          <QueueButton />
          <Volume className="w-28 lg:w-40" />
        </div>
        <div className="md:hidden">
          <PlayButton />
        </div>
      </div>
      {details && <TrackDetails id={details} onClose={() => setDetails(null)} />}
      {full && <FullPlayer song={song} onClose={() => setFull(false)} />}
    </section>
  );
}
