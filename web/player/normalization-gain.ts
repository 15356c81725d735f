/** Louder tracks are turned down to this. Quieter ones stay as they are: an audio element can't amplify. LUFS. */
const TARGET_LOUDNESS = -14;

/** The volume factor, at most 1, for a track of this integrated loudness (LUFS). */
export function normalizationGain(loudness: number | null): number {
  if (loudness === null) return 1;
  return Math.min(1, 10 ** ((TARGET_LOUDNESS - loudness) / 20));
}
