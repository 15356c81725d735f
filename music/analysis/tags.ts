import { parseFile, selectCover } from 'music-metadata';

/** What a file says of itself; each of it may be wrong, and none of it is needed. */
export interface Tags {
  title: string | null;
  artist: string | null;
  album: string | null;
  bpm: number | null;
  musical_key: string | null;
  /** The picture in it, as it is. */
  picture: Uint8Array | null;
}

const NONE: Tags = { title: null, artist: null, album: null, bpm: null, musical_key: null, picture: null };

/** Characters of a name at most. */
const LONGEST = 300;

/** Reads the tags of a file, whatever format they have; what cannot be read is not there. */
export async function readTags(path: string): Promise<Tags> {
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

/** One line of readable text, or nothing. */
function name(text: unknown): string | null {
  if (typeof text !== 'string') return null;
  const line = text
    .toWellFormed()
    .replace(/[\p{Cc}\u202A-\u202E\u2066-\u2069]+/gu, ' ')
    .trim();
  return [...line].slice(0, LONGEST).join('') || null;
}

/** `Am`, `F#`, `Bb minor` as `A minor`, `F# major`, `Bb minor`; anything else is not believed. */
function keyName(text: unknown): string | null {
  const [, tonic, mode] = /^\s*([A-G][#b]?)\s*(m|min|minor|maj|major)?\s*$/i.exec(String(text ?? '')) ?? [];
  if (!tonic) return null;
  const minor = mode !== undefined && /^(m|min|minor)$/i.test(mode) && mode !== 'M';
  return `${tonic[0]!.toUpperCase()}${tonic.slice(1).toLowerCase()} ${minor ? 'minor' : 'major'}`;
}
