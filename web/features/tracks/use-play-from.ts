import type { Track } from 'contract/features/tracks.ts';
import { useSearchParams } from 'wouter';
import { usePlayer } from '../../player/PlayerContext.tsx';
import { usePlayToggle } from '../../player/PlayToggle.tsx';
import { toSong } from '../../player/song.ts';

/** The play button of a track's page. @param start where the song starts when it is not the current one; seconds. */
export function usePlayFrom(track: Track, start: number) {
  const player = usePlayer();
  const song = toSong(track);
  const button = usePlayToggle(song);
  const playFrom = (second: number) => {
    if (!button.isCurrent) player.choose(song);
    player.seek(second);
  };
  return {
    ...button,
    toggle: () => (button.isCurrent || start === 0 ? button.toggle() : playFrom(start)),
    playFrom,
  };
}

/**
 * Start position from a shared link (`?t=43`): seconds, 0 without a place within the song.
 * @param duration of the song, seconds; undefined while it loads.
 */
export function useStartSecond(duration: number | undefined): number {
  const [search] = useSearchParams();
  const second = search.get('t') ?? '';
  return /^\d{1,5}$/.test(second) && Number(second) < (duration ?? 0) ? Number(second) : 0;
}
