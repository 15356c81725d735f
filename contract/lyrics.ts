import { streamSafe } from './fold.ts';

/** The times and facts of an LRC file: `[00:12.40]` or `[ar: Somebody]` at the start of a line, `<00:12.40>` within. */
const LRC_TIMES = /^(?:[ \t]*\[\d{1,3}:\d{2}(?:[.:]\d{1,3})?\])+[ \t]?|<\d{1,3}:\d{2}(?:[.:]\d{1,3})?>/gm;
const LRC_FACTS = /^\[(?:ar|al|ti|au|by|re|ve|la|length|offset|tool|#):[^\n]*\]$\n?/gim;

/**
 * Lyrics as they are stored: lines separated by `\n`, at most one blank line between verses, no control characters
 * and none of the marks of an LRC file.
 * @returns null if no words are left.
 */
export function tidyLyrics(text: string): string | null {
  const tidy = streamSafe(text)
    .normalize('NFC')
    .replace(/\r\n?|\u2028|\u2029|\u0085/g, '\n')
    .replace(/(?![\n\t])\p{Cc}|\ufeff/gu, '')
    .replace(LRC_FACTS, '')
    .replace(LRC_TIMES, '')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/^\n+|\n+$/g, '');
  return tidy === '' ? null : tidy;
}
