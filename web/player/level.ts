/** Where every track is brought down to; what is quieter stays as it is, for an element cannot amplify. LUFS. */
const REFERENCE = -14;

/** The factor, at most 1, by which a track of that integrated loudness is turned down. */
export function level(loudness: number | null): number {
  if (loudness === null) return 1;
  return Math.min(1, 10 ** ((REFERENCE - loudness) / 20));
}
