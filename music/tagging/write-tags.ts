import { findSound } from '../analysis/sniff.ts';
import { tagMp3 } from './id3.ts';
import { tagM4a } from './m4a.ts';
import type { SongTags } from './song-tags.ts';
import { tagFlac, tagOgg } from './vorbis-comments.ts';
import { tagWav } from './wav.ts';

/** The endings of files that can carry tags. */
const WRITERS = {
  mp3: (from: string, to: string, tags: SongTags) => tagMp3({ audio: from, original: from }, to, tags),
  wav: tagWav,
  flac: tagFlac,
  oggFlac: tagOgg,
  vorbis: tagOgg,
  opus: tagOgg,
  aac: tagM4a,
};

/**
 * Writes a copy of an audio file with these tags, beside those it has that do not contradict them. The sound stays the
 * same to the bit.
 * @returns false if the file must stay as it is and nothing was written: a C2PA manifest signs it, junk precedes it,
 *   or it is built in a way that cannot be changed safely.
 */
export async function writeTags(from: string, to: string, tags: SongTags): Promise<boolean> {
  const sound = await findSound(from);
  if (!sound || (sound.kind !== 'mp3' && sound.start !== 0)) return false;
  return WRITERS[sound.kind](from, to, tags);
}
