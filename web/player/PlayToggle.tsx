import { t } from '@lingui/core/macro';
import { Pause, Play } from 'lucide-react';
import { isPlayingOrLoading } from './engine/player.ts';
import { usePlayer, usePlayerState } from './PlayerContext.tsx';
import type { Song } from './song.ts';

/** The state and the handlers of a song's play button. */
export function usePlayToggle(song: Song) {
  const { title: name } = song;
  const player = usePlayer();
  const isCurrent = usePlayerState((state) => state.song?.id === song.id);
  const isPlaying = usePlayerState((state) => state.song?.id === song.id && isPlayingOrLoading(state.status));
  return {
    isCurrent,
    isPlaying,
    label: isPlaying ? t`Pause ${name}` : t`Play ${name}`,
    toggle: () => player.choose(song),
    preload: () => player.preload(song),
  };
}

export function PlayPauseIcon({ isPlaying, size = 18 }: { isPlaying: boolean; size?: number }) {
  // The triangle looks centered one pixel to the right.
  return isPlaying ? (
    <Pause size={size} fill="currentColor" aria-hidden="true" />
  ) : (
    <Play size={size} fill="currentColor" aria-hidden="true" className="translate-x-px" />
  );
}
