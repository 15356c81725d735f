import { parseFile, selectCover } from 'music-metadata';
import type { Sound } from './pcm.ts';

/** A file's metadata. Every value is optional and may be wrong. */
export interface Tags {
  title: string | null;
  artist: string | null;
  album: string | null;
  bpm: number | null;
  musical_key: string | null;
  /** The embedded picture, undecoded. */
  picture: Uint8Array | null;
}

const NONE: Tags = { title: null, artist: null, album: null, bpm: null, musical_key: null, picture: null };

/** Characters that are kept of a name. */
const MAX_LENGTH = 300;

/** UTF-16 code units that are read of a name, and of a key. */
const MAX_READ = 2000;
const MAX_KEY = 20;

/** Reads a file's tags in any format. Unreadable tags count as missing. */
export async function readTags({ path }: Sound): Promise<Tags> {
  try {
    const { common } = await parseFile(path, { duration: false });
    return {
      title: name(common.title),
      artist: name(common.artist),
      album: name(common.album),
      bpm: common.bpm !== undefined && common.bpm >= 20 && common.bpm <= 400 ? common.bpm : null,
      musical_key: keyName(common.key),
      picture: selectCover(common.picture)?.data ?? null,
    };
  } catch {
    return NONE;
  }
}

/** One line of printable text; null when empty. */
export function name(text: unknown): string | null {
  if (typeof text !== 'string') return null;
  const line = text
    .slice(0, MAX_READ)
    .toWellFormed()
    .replace(/[\p{Cc}\u202A-\u202E\u2066-\u2069]+/gu, ' ')
    .trim();
  return [...line].slice(0, MAX_LENGTH).join('') || null;
}

/** `Am`, `F#`, `Bb minor` become `A minor`, `F# major`, `Bb minor`; null for anything else. */
export function keyName(text: unknown): string | null {
  const key = String(text ?? '')
    .slice(0, MAX_KEY)
    .trim();
  const [, tonic, mode] = /^([A-G][#b]?)\s*(m|min|minor|maj|major)?$/i.exec(key) ?? [];
  if (!tonic) return null;
  const minor = mode !== undefined && /^(m|min|minor)$/i.test(mode) && mode !== 'M';
  return `${tonic[0]!.toUpperCase()}${tonic.slice(1).toLowerCase()} ${minor ? 'minor' : 'major'}`;
}
