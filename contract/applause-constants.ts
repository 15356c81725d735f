/** Parts into which a song is divided for its applause, of equal length. Without zod: pages import this file. */
export const APPLAUSE_PARTS = 60;

/** How long a song must have been playing before it can be applauded; ms. */
export const APPLAUSE_AFTER_MS = 5000;

/** The part of a song that contains this second, from 0. */
export function partOf(second: number, duration_seconds: number): number {
  const part = Math.floor((second / duration_seconds) * APPLAUSE_PARTS);
  return Math.min(APPLAUSE_PARTS - 1, Math.max(0, part));
}
