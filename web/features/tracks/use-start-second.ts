import { useSearchParams } from 'wouter';

/**
 * Where a shared link starts the song (`?t=43`): seconds, 0 without a place within the song.
 * @param duration of the song, seconds; undefined while it loads.
 */
export function useStartSecond(duration: number | undefined): number {
  const [search] = useSearchParams();
  const second = search.get('t') ?? '';
  return /^\d{1,5}$/.test(second) && Number(second) < (duration ?? 0) ? Number(second) : 0;
}
