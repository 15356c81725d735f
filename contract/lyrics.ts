import { streamSafe } from './fold.ts';

/** The times and facts of an LRC file: `[00:12.40]` or `[ar: Somebody]` at the start of a line, `<00:12.40>` within. */
const LRC_TIMES = /^(?:[ \t]*\[\d{1,3}:\d{2}(?:[.:]\d{1,3})?\])+[ \t]?|<\d{1,3}:\d{2}(?:[.:]\d{1,3})?>/gm;
const LRC_FACTS = /^\[(?:ar|al|ti|au|by|re|ve|la|length|offset|tool|#):[^\n]*\]$\n?/gim;

/**
 * Lyrics as they are stored: lines separated by `\n`, at most one blank line between verses, no control characters
 * and none of the marks of an LRC file.
 * @returns null if no words are left.
 */
export const tidyLyrics = (text: string): string | null => tidyLines(cleanLines(text).replace(LRC_TIMES, ''));

/** As `tidyLyrics`, with the times of the lines and words. @returns null if there is nothing but times. */
export const tidyTimedLyrics = (text: string): string | null =>
  tidyLyrics(text) === null ? null : tidyLines(cleanLines(text));

/** Where the times of lines run backwards, from 1; null if they don't. A line that is sung again has more than one time, and its first counts. */
export function backwardLine(lyrics: string): number | null {
  let latest = 0;
  for (const [index, line] of lyrics.split('\n').entries()) {
    const [, minutes, seconds] = LINE_TIME.exec(line) ?? [];
    if (minutes === undefined) continue;
    const at = Number(minutes) * 60 + Number(seconds!.replace(':', '.'));
    if (at < latest) return index + 1;
    latest = at;
  }
  return null;
}

/** The time at the start of a line, minutes and seconds. */
const LINE_TIME = /^[ \t]*\[(\d{1,3}):(\d{2}(?:[.:]\d{1,3})?)\]/;

const cleanLines = (text: string) =>
  streamSafe(text)
    .normalize('NFC')
    .replace(/\r\n?|\u2028|\u2029|\u0085/g, '\n')
    .replace(/(?![\n\t])\p{Cc}|\ufeff/gu, '')
    .replace(LRC_FACTS, '');

function tidyLines(text: string): string | null {
  const tidy = text
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/^\n+|\n+$/g, '');
  return tidy === '' ? null : tidy;
}
