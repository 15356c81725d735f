import { streamSafe } from './fold.ts';

/** The times and facts of an LRC file: `[00:12.40]` or `[ar: Somebody]` at the start of a line, `<00:12.40>` within. */
const LRC_TIMES = /^(?:[ \t]*\[\d{1,3}:\d{2}(?:[.:]\d{1,3})?\])+[ \t]?|<\d{1,3}:\d{2}(?:[.:]\d{1,3})?>/gm;
const LRC_FACTS = /^\[(?:ar|al|ti|au|by|re|ve|la|length|offset|tool|#):[^\n]*\]$\n?/gim;

/** Rounds of cleaning: without one mark, the text around it can be another, as in `[00:<00:01>01.00]`. */
const MAX_ROUNDS = 8;

/**
 * Lyrics as they are stored: lines separated by `\n`, at most one blank line between verses, no control characters
 * and none of the marks of an LRC file. Cleaning them again changes nothing.
 * @returns null if no words are left.
 */
export const tidyLyrics = (text: string): string | null =>
  tidy(text, (lines) => tidyLines(cleanLines(lines).replace(LRC_TIMES, '')));

/** As `tidyLyrics`, with the times of the lines and words. @returns null if there is nothing but times. */
export function tidyTimedLyrics(text: string): string | null {
  const timed = tidy(text, (lines) => tidyLines(cleanLines(lines)));
  return timed !== null && tidyLyrics(timed) === null ? null : timed;
}

/** Cleans a text until nothing changes. Marks that are nested deeper than anybody's lyrics lose their brackets. */
function tidy(text: string, clean: (text: string) => string): string | null {
  let before: string | undefined;
  let rest = text;
  for (let round = 1; rest !== before; round++) {
    before = rest;
    rest = clean(round > MAX_ROUNDS ? rest.replace(/[<>[\]]/g, '') : rest);
  }
  return rest === '' ? null : rest;
}

/** First line whose time runs backwards, from 1; null if none does. Of a line sung again, the first time counts. */
export function backwardLine(lyrics: string): number | null {
  let latest = 0;
  for (const [index, line] of lyrics.split('\n').entries()) {
    const [, time] = LINE_TIME.exec(line) ?? [];
    if (time === undefined) continue;
    const at = secondsOf(time);
    if (at < latest) return index + 1;
    latest = at;
  }
  return null;
}

/** The time at the start of a line. */
const LINE_TIME = /^[ \t]*\[(\d{1,3}:\d{2}(?:[.:]\d{1,3})?)\]/;

/** Words and when they are sung, seconds. */
interface TimedWords {
  at: number;
  text: string;
}

/** A line of a song that is shown in step with the music. */
export interface TimedLine extends TimedWords {
  /** Part that begins here, such as 'Chorus'; undefined within a verse. */
  part: string | undefined;
  /** The words with their own times; the whole line if they have none. */
  words: TimedWords[];
}

/** Maximum number of times that a line is sung. */
const MAX_TIMES = 32;

/**
 * The lines of LRC lyrics in the order in which they are sung; one that is sung again comes again. Lines without a time
 * belong to the one before them.
 * @param seconds the length of the song: what is timed beyond it is left out.
 * @returns none if the lyrics have no times.
 */
export function timedLines(lyrics: string, seconds = Number.POSITIVE_INFINITY): TimedLine[] {
  const lines: TimedLine[] = [];
  let current: TimedLine[] = [];
  let part: string | undefined;
  for (const line of lyrics.split('\n')) {
    const [times] = /^(?:[ \t]*\[\d{1,3}:\d{2}(?:[.:]\d{1,3})?\])*/.exec(line)!;
    const words = line.slice(times.length).trim();
    const starts = [...times.matchAll(/\[([\d.:]+)\]/g)].map(([, time]) => secondsOf(time!));
    if (starts.length > 0) {
      current = starts.slice(0, MAX_TIMES).map((at) => ({ at, part, ...timedWords(words, at) }));
      lines.push(...current);
      part = undefined;
    } else if (/^\[[^\]]{1,60}\]$/.test(words)) part = words.slice(1, -1);
    else if (words !== '') for (const one of current) addWords(one, words);
  }
  return lines.filter(({ at, text }) => at < seconds && text.trim() !== '').sort((a, b) => a.at - b.at);
}

/** Adds a line without a time to the one before it, which may have a time only. */
function addWords(line: TimedLine, words: string): void {
  const below = line.text === '' ? words : `\n${words}`;
  const more = timedWords(below, line.words.at(-1)?.at ?? line.at);
  line.text += more.text;
  line.words.push(...more.words);
}

/** @param at when the line begins, seconds. */
function timedWords(line: string, at: number) {
  const [first = '', ...rest] = line.split(/<(\d{1,3}:\d{2}(?:[.:]\d{1,3})?)>/);
  const words = first === '' ? [] : [{ at, text: first }];
  for (let i = 0; i < rest.length; i += 2)
    if (rest[i + 1]) words.push({ at: Math.max(at, secondsOf(rest[i]!)), text: rest[i + 1]! });
  return { words, text: words.map(({ text }) => text).join('') };
}

/** @param time such as `01:02.10` or `01:02:10`. */
function secondsOf(time: string): number {
  const [minutes, ...seconds] = time.split(':');
  return Number(minutes) * 60 + Number(seconds.join('.'));
}

const cleanLines = (text: string) =>
  streamSafe(text.replace(/\r\n?|\u2028|\u2029|\u0085/g, '\n').replace(/(?![\n\t])\p{Cc}|\ufeff/gu, ''))
    .normalize('NFC')
    .replace(LRC_FACTS, '');

const tidyLines = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/^\n+|\n+$/g, '');
