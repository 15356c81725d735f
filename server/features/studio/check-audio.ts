import type { AudioFacts } from 'contract/publishing.ts';

/** Quieter than this counts as silence, LUFS. */
const SILENCE_LUFS = -50;
/** A larger share of samples in runs at full scale can be heard as crackling. */
const CLIPPED_SHARE = 0.001;
/** Lossy codecs round off clipped crests, to peaks far above full scale, dBTP. */
const CLIPPED_DBTP = 3;
/** Music that is louder than this throughout has lost its peaks, LUFS. */
const CRUSHED_LUFS = -4;
/** How much shorter or longer than asked a take may be. */
const SHORTEST = 0.4;
const LONGEST = 2;

/**
 * Whether the audio of a take can be shown to people.
 * @param seconds the wanted length.
 * @returns what is wrong with it, as a sentence; undefined if nothing is.
 */
export function faultOf(
  facts: Pick<AudioFacts, 'duration_seconds' | 'loudness_lufs' | 'true_peak_dbtp' | 'clipped'>,
  seconds: number,
): string | undefined {
  const { duration_seconds, loudness_lufs, true_peak_dbtp, clipped } = facts;
  if (loudness_lufs === null || loudness_lufs < SILENCE_LUFS) return 'The audio is silent.';
  const isClipped = (clipped ?? 0) > CLIPPED_SHARE || (true_peak_dbtp ?? 0) > CLIPPED_DBTP;
  if (isClipped || loudness_lufs > CRUSHED_LUFS)
    return 'The audio is clipped: it is louder than a file can hold.';
  const length = `${Math.round(duration_seconds)} s instead of about ${seconds} s`;
  if (duration_seconds < seconds * SHORTEST) return `The audio is too short: ${length}.`;
  if (duration_seconds > seconds * LONGEST) return `The audio is too long: ${length}.`;
  return undefined;
}
