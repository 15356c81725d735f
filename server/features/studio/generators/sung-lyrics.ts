import { tidyLyrics } from 'contract/lyrics.ts';
import { LYRICS_MAX } from 'contract/publishing-constants.ts';
import { limitText } from './prompt.ts';

/** How models are told to sing nothing. */
const INSTRUMENTAL = /^\[?\s*(?:instrumental|inst|no vocals|none)\s*\]?$/i;

/** What a model says it sang, fit to be shown; undefined for an instrumental and for anything that is not text. */
export function sungLyrics(told: unknown): string | undefined {
  if (typeof told !== 'string') return undefined;
  const lyrics = tidyLyrics(limitText(told.toWellFormed(), LYRICS_MAX));
  return lyrics === null || INSTRUMENTAL.test(lyrics) ? undefined : lyrics;
}
