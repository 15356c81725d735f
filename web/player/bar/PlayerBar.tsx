import { t } from '@lingui/core/macro';
import './player-bar.css';
import { artistPath, trackPath } from 'contract/text/slugs.ts';
import { useEffect, useSyncExternalStore } from 'react';
import { site } from '../../lib/site.ts';
import { sourceOf } from '../../lib/storage/downloaded-files.ts';
import { useStore } from '../../lib/store.ts';
import { AppLink } from '../../ui/AppLink.tsx';
import { lazyLayer } from '../../ui/layers/lazy-layer.tsx';
import { Cover } from '../../ui/pictures/Cover.tsx';
import { Slot } from '../../ui/Slot.tsx';
import { pageTitle } from '../../ui/use-title.ts';
import { hasEndedAlone, isPlayingOrLoading } from '../engine/player.ts';
import { usePlayerState } from '../PlayerContext.tsx';
import type { Song, SongActions } from '../song.ts';
import { Transport, Volume } from './Controls.tsx';
import { Elapsed, ProgressSlider, Total } from './ProgressSlider.tsx';
import { QueueButton } from './QueueButton.tsx';

const NowPlaying = lazyLayer(() => import('../now-playing/NowPlaying.tsx'));

/** The bar at the bottom of every page once a song has been played. Its cover opens the now-playing view. */
export default function PlayerBar({ actions: Actions }: { actions: SongActions }) {
  const song = usePlayerState((state) => state.song);
  const hasEnded = usePlayerState(hasEndedAlone);
  const view = useNowPlaying();
  useSongTitle(song);
  if (!song) return null;
  return (
    <>
      <section aria-label={t`Player`} className="player-bar border-t border-line bg-stage">
        <div className="player-row stage-width">
          <div className="player-song">
            <Cover
              key={song.id}
              url={song.thumbnail && sourceOf(song.thumbnail)}
              sizes="56px"
              eager
              className="w-11! shrink-0 rounded-sm md:w-14!"
            />
            <SongName song={song} />
            <button
              type="button"
              aria-label={t`Open the player`}
              data-tooltip={t`Open the player`}
              aria-haspopup="dialog"
              onPointerEnter={NowPlaying.preload}
              onFocus={NowPlaying.preload}
              onClick={view.show}
              className="player-open rounded-sm"
            />
            {!song.unpublished && (
              <div className="player-actions">
                <Actions key={song.id} song={song} look="bar" />
              </div>
            )}
          </div>
          <Transport
            className="player-transport"
            offer={
              hasEnded &&
              !song.unpublished && <Slot at="after-song" seed={`track:${song.id}`} played={[song.id]} />
            }
          />
          <div className="player-progress">
            <Elapsed className="w-auto!" />
            <ProgressSlider className="player-wave" />
            <Total className="w-auto!" />
          </div>
          <div className="player-tools">
            <QueueButton />
            <Volume className="player-volume" />
          </div>
        </div>
      </section>
      {view.open && <NowPlaying song={song} actions={Actions} onClose={view.close} />}
    </>
  );
}

/** The title, the artist and who requested the song. Above the button that opens the player; on phones, part of it. */
function SongName({ song }: { song: Song }) {
  const { title, artist, origin, unpublished } = song;
  return (
    <div className="min-w-0 flex-1">
      <p dir="auto" className="truncate font-semibold">
        {unpublished ? title : <NameLink href={trackPath(song)}>{title}</NameLink>}
      </p>
      <p dir="auto" className="truncate text-[0.9375rem] text-faint">
        {unpublished ? artist : <NameLink href={artistPath(artist)}>{artist}</NameLink>}
      </p>
      {origin && (
        <p title={origin} className="player-origin truncate text-xs text-soft">
          {origin}
        </p>
      )}
    </div>
  );
}

function NameLink({ href, children }: { href: string; children: string }) {
  return (
    <AppLink href={href} dir="auto" className="player-link truncate leading-6 hover:underline">
      {children}
    </AppLink>
  );
}

/** Names the song in the browser's tab while it plays, then the page again. */
function useSongTitle(song: Song | null): void {
  const isPlaying = usePlayerState(({ status }) => isPlayingOrLoading(status));
  // Every page sets its own title first.
  const page = useStore(pageTitle);
  const title = song && isPlaying ? `▸ ${song.title} – ${song.artist} · ${site.name}` : null;
  useEffect(() => {
    if (title === null) return;
    document.title = title;
    return () => {
      document.title = pageTitle.get() ?? document.title;
    };
  }, [title, page]);
}

/** wouter dispatches the last two when the page changes its own history. */
const EVENTS = ['popstate', 'pushState', 'replaceState'];

const isOpen = () => (history.state as { nowPlaying?: true } | null)?.nowPlaying === true;

function subscribe(listener: () => void) {
  for (const name of EVENTS) addEventListener(name, listener);
  return () => {
    for (const name of EVENTS) removeEventListener(name, listener);
  };
}

/**
 * State of the now-playing view. It is an entry of the history at the same URL: Back closes it, and a link in it leads
 * to a page that Back leaves again.
 */
function useNowPlaying() {
  return {
    open: useSyncExternalStore(subscribe, isOpen, () => false),
    show: () => isOpen() || history.pushState({ nowPlaying: true }, ''),
    close: () => isOpen() && history.back(),
  };
}
