import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { layers } from '../extension-parts.ts';
import CreditsLayer from '../features/payments/CreditsLayer.tsx';
import { addToPlaylist } from '../features/playlists/add-to-playlist.ts';
import { onLaunch } from '../lib/browser.ts';
import { useSession } from '../lib/session.tsx';
import { useStore } from '../lib/store.ts';
import { usePlayer } from '../player/PlayerContext.tsx';
import { openSearch } from '../ui/forms/open-search.ts';
import { followLanguage } from '../ui/LanguageChoice.tsx';
import { lazyLayer } from '../ui/layers/lazy-layer.tsx';
import TooltipLayer from '../ui/layers/TooltipLayer.tsx';
import { GOES_ON, guardKeys, letterKeys, playerKeys, toggleLike } from './keys.ts';
import { shortcuts } from './shortcuts.ts';

/** Layers above the pages that only listen at first. They load after the page, in one request. */
export default function Layers() {
  return (
    <>
      <AddToPlaylistLayer />
      <CreditsLayer />
      <TooltipLayer />
      <ShortcutsLayer />
      <LanguageLayer />
      {layers.map((Layer, index) => (
        <Layer key={index} />
      ))}
    </>
  );
}

/** Takes a member's language over from where they chose it. */
function LanguageLayer() {
  const { viewer } = useSession();
  useEffect(() => followLanguage(viewer?.language ?? null), [viewer]);
  return null;
}

const ShortcutsSheet = lazyLayer(() => import('./ShortcutsSheet.tsx'));

/** Pages by the letter that follows `g`. */
const pages: Record<string, string> = {
  e: '/',
  l: '/library',
  p: '/playlists',
  r: '/leaderboard',
  u: '/profile',
};
/** Timeout for the second letter after `g`, ms. */
const SECOND_KEY = 1500;

/** Handles the keyboard shortcuts of the whole page; `?` lists them. */
function ShortcutsLayer() {
  const open = useStore(shortcuts);
  const [, navigate] = useLocation();
  const player = usePlayer();
  const client = useQueryClient();
  const { viewer } = useSession();
  useEffect(guardKeys, []);
  // The app's window shows it, so that its music goes on.
  useEffect(() => onLaunch(({ pathname, search }) => navigate(pathname + search)), [navigate]);
  useEffect(() => {
    const keys = playerKeys(player, () => void toggleLike(client, viewer, player));
    let goUntil = 0;
    const onKey = (event: KeyboardEvent) => {
      const { key, target, repeat } = event;
      if (repeat && !GOES_ON.has(key)) return;
      if (key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey) {
        event.preventDefault();
        if (!document.querySelector('[role=dialog]')) openSearch(navigate);
      }
      const isTyping = (target as Element).closest?.(
        'input, textarea, select, [contenteditable], [role=menu]',
      );
      if (isTyping || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (key === '?') return shortcuts.set(true);
      // The now-playing view has the keys of the player's bar.
      if (document.querySelector('[role=dialog]:not(.now-playing)')) return;
      if (key === '/') {
        event.preventDefault();
        if (!focusSearch()) openSearch(navigate);
      }
      if (!letterKeys.get()) return;
      const page = event.timeStamp < goUntil ? pages[key] : undefined;
      goUntil = key === 'g' ? event.timeStamp + SECOND_KEY : 0;
      if (page) navigate(page);
      else if (player.state().song) keys[key]?.();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [navigate, player, client, viewer]);
  return open && <ShortcutsSheet />;
}

/** @returns whether the page has a search field. */
function focusSearch(): boolean {
  const field = document.querySelector<HTMLInputElement>('main input[type=search]');
  field?.focus();
  return field !== null;
}

const AddToPlaylist = lazyLayer(() => import('../features/playlists/AddToPlaylist.tsx'));

/** Renders the 'Add to Playlist' dialog while it is open for a track. */
function AddToPlaylistLayer() {
  const track = useStore(addToPlaylist);
  return track && <AddToPlaylist track={track} />;
}
