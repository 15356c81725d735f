/** Numbers and texts of publishing, without zod, so that the page can import them without the schemas. */

import { english } from '../text/messages.ts';

/** Size limits of uploads, bytes. */
export const AUDIO_MAX_BYTES = 200 * 1024 * 1024;
export const COVER_MAX_BYTES = 10 * 1024 * 1024;

/** File types for pickers; the server checks the bytes themselves. */
export const AUDIO_TYPES = '.mp3,.wav,.flac,.ogg,.oga,.opus,.m4a,audio/*';
export const COVER_TYPES = 'image/jpeg,image/png,image/webp,image/gif,image/avif';

/** Maximum decoded length of a track. */
export const TRACK_MAX_SECONDS = 30 * 60;
/** The page points out a duration that differs from the measured one by more than this. */
const LENGTH_TOLERANCE_SECONDS = 2;

/** §5's texts of the track form. */
export const TITLE_REQUIRED = english('Title is required');
export const ARTIST_REQUIRED = english('Artist is required');
export const GENRE_REQUIRED = english('Genre is required');
export const DURATION_FORMAT = english('Duration must be in MM:SS format');
export const AUDIO_REQUIRED = english('Please upload an audio file first');

/** Code units. */
export const TRACK_NAME_MAX = 300;
export const PROMPT_MAX = 4000;
export const RIGHTS_MAX = 2000;
export const LYRICS_MAX = 10_000;
export const REASON_MAX = 1000;

export const REASON_REQUIRED = english('Please describe what is wrong.');

/** The steps of processing a file, in order. */
export const steps = ['read', 'measure', 'encode', 'keep'] as const;
export type Step = (typeof steps)[number];

/** The steps' names on the page. */
export const STEP_NAMES: Record<Step, string> = english({
  read: 'Reading the file',
  measure: 'Decoding and measuring',
  encode: 'Making a copy that plays everywhere',
  keep: 'Saving the files',
});

/** Tells whether an entered duration should be pointed out; both in seconds. */
export function lengthDiffers(entered: number, measured: number): boolean {
  return Math.abs(entered - measured) > LENGTH_TOLERANCE_SECONDS;
}
