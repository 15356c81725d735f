/** Numbers and words of publishing. No zod here: the browser reads them without the contract's schemas. */

/** What may be sent, bytes. */
export const AUDIO_MAX_BYTES = 200 * 1024 * 1024;
export const COVER_MAX_BYTES = 10 * 1024 * 1024;

/** What a file picker should offer; the server looks at the bytes themselves. */
export const AUDIO_TYPES = '.mp3,.wav,.flac,.ogg,.oga,.opus,.m4a,audio/*';
export const COVER_TYPES = 'image/jpeg,image/png,image/webp,image/gif,image/avif';

/** A track may be this long, as it decodes. */
export const TRACK_MAX_SECONDS = 30 * 60;
/** A typed length that differs by more from the measured one is pointed out. */
export const LENGTH_TOLERANCE_SECONDS = 2;

/** §5's texts of the track form. */
export const TITLE_REQUIRED = 'Title is required';
export const ARTIST_REQUIRED = 'Artist is required';
export const GENRE_REQUIRED = 'Genre is required';
export const DURATION_FORMAT = 'Duration must be in MM:SS format';
export const AUDIO_REQUIRED = 'Please upload an audio file first';

/** Code units. */
export const TRACK_NAME_MAX = 300;
export const PROMPT_MAX = 4000;
export const REASON_MAX = 1000;

/** What is said to a report without a reason. */
export const REASON_REQUIRED = 'Please say what is wrong.';

/** What processing does to a file, in this order. */
export const steps = ['read', 'measure', 'encode', 'keep'] as const;
export type Step = (typeof steps)[number];

/** How the page names each step while it runs. */
export const STEP_NAMES: Record<Step, string> = {
  read: 'Reading the file',
  measure: 'Decoding and measuring',
  encode: 'Making a copy that plays everywhere',
  keep: 'Putting it away',
};

/** Whether a typed length should be pointed out; both in seconds. */
export function lengthDiffers(typed: number, measured: number): boolean {
  return Math.abs(typed - measured) > LENGTH_TOLERANCE_SECONDS;
}
