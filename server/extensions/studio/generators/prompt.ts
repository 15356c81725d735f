import { LYRICS_MAX } from 'contract/features/publishing-constants.ts';
import { genreLabel } from 'contract/genres.ts';
import { streamSafe } from 'contract/text/fold.ts';
import { tidyLyrics, tidyTimedLyrics } from 'contract/text/lyrics.ts';
import { promptOf as writeWishes } from 'music/composer/wishes/for-generators.ts';
import { readWishes } from 'music/composer/wishes/reading/read.ts';
import { replaceEmails, replaceHosts } from '../../../platform/text/private-text.ts';
import type { TakeSpec } from '../generator.ts';

const WEB_ADDRESS = /\b(?:[a-z][a-z0-9+.-]{0,30}:\/\/|www\.)\S+/giu;
/** The name of an account elsewhere. */
const HANDLE = /(?<![\p{L}\p{N}])@[\w.]+/gu;

/** Not the digits, `#` and `*`, which may be part of an emoji as well. */
const PICTOGRAPHS =
  /(?:\p{Emoji_Presentation}|\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}|[\ufe00-\ufe0f]|\u20e3)+/gu;

/**
 * The prompt for a generator: the genre's name and the description as plain text. Models read brackets as markup and
 * pictographs as noise, so these are left out; everything else stays as it was written.
 */
export function promptOf({ genre, prompt }: Pick<TakeSpec, 'genre' | 'prompt'>, maxLength: number): string {
  const label = genreLabel(genre);
  return limitText([label, plainText(prompt)].filter(Boolean).join('. '), maxLength);
}

/**
 * A request's description as the studio may pass it on.
 * @param names of people that must not be sent: the requested artist, the requester.
 */
export function withoutNames(description: string, names: readonly string[]): string {
  let rest = plainText(description).normalize('NFD');
  for (const name of names.map(plainText)) {
    const words = name.normalize('NFD').replace(/\p{M}/gu, '').split(' ');
    const pattern = words.map((word) => [...word].map(escaped).join('')).join('\\s+');
    if (words.join('').length > 1) rest = rest.replace(standingAlone(pattern), '');
  }
  return rest
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .replace(/ (?=[,.;:!?])/g, '')
    .trim();
}

/**
 * An order in the forms that the fields of a generator take: caption, tags, what to leave out, tempo, key, length, and
 * the words to sing without LRC's times. Takes time linear in the text.
 */
export function askedOf({ genre, prompt, lyrics }: Pick<TakeSpec, 'genre' | 'prompt' | 'lyrics'>) {
  const asked = writeWishes(readWishes(prompt, genre));
  const words = tidyLyrics(lyrics ?? '') ?? '';
  const instrumental = INSTRUMENTAL.test(words) || asked.instrumental;
  return { ...asked, instrumental, lyrics: instrumental || words === '' ? undefined : words };
}

/** The letter with or without accents. */
const escaped = (letter: string) => `${letter.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')}\\p{M}*`;
const standingAlone = (pattern: string) =>
  new RegExp(`(?<![\\p{L}\\p{N}])${pattern}(?:['’]s)?(?![\\p{L}\\p{N}])`, 'giu');

/** Printable text on one line, without addresses, markup and pictographs. */
export function plainText(text: string): string {
  const plain = streamSafe(text.toWellFormed())
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/[\p{Cf}\p{Co}\p{Cn}]/gu, '');
  return withoutAddresses(plain)
    .replace(PICTOGRAPHS, ' ')
    .replace(/[<>{}[\]\\`|~^]+/g, ' ')
    .replace(/\s+/gu, ' ')
    .trim();
}

/** Addresses of any kind must not reach a generator. */
function withoutAddresses(text: string): string {
  const rest = replaceEmails(text.replace(WEB_ADDRESS, ' '), ' ', (character) => /\s/.test(character));
  return replaceHosts(rest, ' ').replace(HANDLE, ' ');
}

/** Shortens a text at a word, if possible, to at most `length` UTF-16 units. */
export function limitText(text: string, length: number): string {
  if (text.length <= length) return text;
  const cut = text.slice(0, length + 1);
  const space = cut.lastIndexOf(' ');
  const end = space > length / 2 ? space : length;
  return text
    .slice(0, end)
    .toWellFormed()
    .replace(/\ufffd$/, '')
    .trim();
}

/** Lyrics that stand for an instrumental. */
const INSTRUMENTAL = /^\[?\s*(?:instrumental|inst|no vocals|none)\s*\]?$/i;

/** Lyrics a model says it sang, fit to be shown; undefined for an instrumental and for anything that is not text. */
export function sungLyrics(told: unknown): string | undefined {
  if (typeof told !== 'string') return undefined;
  const lyrics = tidyTimedLyrics(limitText(told.toWellFormed(), LYRICS_MAX));
  return lyrics === null || INSTRUMENTAL.test(tidyLyrics(lyrics)!) ? undefined : lyrics;
}
