import { createReadStream } from 'node:fs';
import {
  type IAudioMetadata,
  type ILyricsTag,
  parseFile,
  parseStream,
  selectCover,
  TimestampFormat,
} from 'music-metadata';
import { NAMES } from './key.ts';
import { kinds, type Sound } from './pcm.ts';

/** A file's metadata. Every value is optional and may be wrong. */
export interface Tags {
  title: string | null;
  artist: string | null;
  album: string | null;
  genre: string | null;
  /** Plain text or LRC. */
  lyrics: string | null;
  /** Release date, ISO 8601. */
  date: string | null;
  bpm: number | null;
  musical_key: string | null;
  /** The embedded picture, undecoded. */
  picture: Uint8Array | null;
}

const NONE: Tags = {
  title: null,
  artist: null,
  album: null,
  genre: null,
  lyrics: null,
  date: null,
  bpm: null,
  musical_key: null,
  picture: null,
};

/** Characters that are kept of a name. */
const MAX_LENGTH = 300;

/** UTF-16 code units that are read of a name, and of a key. */
const MAX_READ = 2000;
const MAX_KEY = 20;

/** Reads a file's tags in any format. Unreadable tags count as missing. */
export async function readTags({ path, kind, start, tagAt }: Sound): Promise<Tags> {
  const options = { duration: false };
  // The reader knows a tag in front of these only.
  const at = kind === 'mp3' || (kind === 'flac' && tagAt === 0) ? tagAt : start;
  const mimeType = `audio/${kinds[kind].container}`;
  try {
    const metadata = await (at === 0
      ? parseFile(path, options)
      : parseStream(createReadStream(path, { start: at }), { mimeType }, options));
    const { title, artist, album, genre, lyrics, date, year, bpm, key, picture } = metadata.common;
    return {
      title: name(allOf(metadata, title)),
      artist: name(allOf(metadata, artist)),
      album: name(allOf(metadata, album)),
      genre: name(genre?.[0]),
      lyrics: wordsOf(lyrics?.[0]),
      date: dateOf(date ?? year?.toString()),
      bpm: bpm !== undefined && bpm >= 20 && bpm <= 400 ? bpm : null,
      musical_key: keyName(key),
      picture: selectCover(picture)?.data ?? null,
    };
  } catch {
    return NONE;
  }
}

/** Characters that are kept of lyrics. */
const MAX_LYRICS = 20_000;

/** Lyrics with times, if they have them, as LRC. */
function wordsOf(lyrics: ILyricsTag | undefined): string | null {
  const timed = (lyrics?.timeStampFormat === TimestampFormat.milliseconds && lyrics.syncText) || [];
  const lines = timed.map(({ timestamp = 0, text }) => {
    const [minutes, seconds] = [Math.floor(timestamp / 60_000), (timestamp % 60_000) / 1000];
    return `[${String(minutes).padStart(2, '0')}:${seconds.toFixed(2).padStart(5, '0')}]${text}`;
  });
  const text = lines.length > 0 ? lines.join('\n') : lyrics?.text;
  return text ? fromUtf8(text.slice(0, MAX_LYRICS)).toWellFormed().replaceAll('\0', '') || null : null;
}

/** A year, a month or a day as the moment when it begins. */
function dateOf(text: string | undefined): string | null {
  const [, year, month = '01', day = '01'] = /^(\d{4})(?:-(\d\d))?(?:-(\d\d))?/.exec(text ?? '') ?? [];
  const moment = new Date(`${year}-${month}-${day}T00:00:00Z`);
  return Number(year) > 0 && Number.isFinite(moment.getTime()) ? moment.toISOString() : null;
}

/** Every value of the tag that a name comes from, of which the reader returns the first. */
function allOf({ native, quality }: IAudioMetadata, first: string | undefined): string | undefined {
  for (const [format, tags] of Object.entries(native)) {
    for (const id of new Set(tags.filter(({ value }) => value === first).map((tag) => tag.id))) {
      const values = new Set(tags.filter((tag) => tag.id === id).map(({ value }) => value));
      // Before ID3v2.4, the reader also splits at a slash, which may belong to a name.
      const isNul = quality.warnings.some(({ message }) => message.includes(`${id} uses non standard null`));
      if (values.size > 1) return [...values].join(/^ID3v2\.[23]/.test(format) && !isNul ? '/' : ', ');
    }
  }
  return first;
}

/** One line of printable text; null when empty. */
export function name(text: unknown): string | null {
  if (typeof text !== 'string') return null;
  const line = fromUtf8(text.slice(0, MAX_READ))
    .toWellFormed()
    .replace(/\0+$/, '')
    .replace(/\0+/g, ', ')
    .replace(/[\p{Cc}\u202A-\u202E\u2066-\u2069]+/gu, ' ')
    .trim();
  return [...line].slice(0, MAX_LENGTH).join('') || null;
}

/** The text, if it was read as Latin-1 and its bytes are UTF-8: some formats don't say which they hold. */
function fromUtf8(text: string): string {
  if (!/^[\0-\xff]*$/.test(text)) return text;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(text, 'latin1'));
  } catch {
    return text;
  }
}

/**
 * Names a key: `Am`, `F#`, `Bb minor` become `A minor`, `F# major`, `Bb minor`. Knows the numbers of the Camelot wheel
 * (`8A`) and of Open Key (`1m`) as well; null for anything else.
 */
export function keyName(text: unknown): string | null {
  const key = String(text ?? '')
    .slice(0, MAX_KEY)
    .replace('\u266f', '#')
    .replace('\u266d', 'b')
    .trim();
  const [, hour, side] = /^0?([1-9]|1[0-2])([ABdm])$/i.exec(key) ?? [];
  if (hour && side) {
    const minor = /[Am]/i.test(side);
    // Each hour is a fifth above the last. 8B and 1d are C major, 8A and 1m A minor.
    const fifths = Number(hour) - (/[AB]/i.test(side) ? 8 : 1);
    return `${NAMES[((minor ? 9 : 0) + 7 * (fifths + 12)) % 12]} ${minor ? 'minor' : 'major'}`;
  }
  const [, tonic, mode] = /^([A-G][#b]?)[\s-]*(m|min|minor|maj|major)?$/i.exec(key) ?? [];
  if (!tonic) return null;
  const minor = mode !== undefined && /^(m|min|minor)$/i.test(mode) && mode !== 'M';
  return `${tonic[0]!.toUpperCase()}${tonic.slice(1).toLowerCase()} ${minor ? 'minor' : 'major'}`;
}
