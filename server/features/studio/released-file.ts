import { rm } from 'node:fs/promises';
import { tagMp3 } from 'music/tagging/id3.ts';
import type { MediaStore } from '../../platform/media/store.ts';
import { provenanceTags, type ReleasedSong } from './provenance-tags.ts';

/** The stored files of a take. */
export interface TakeFiles {
  /** As the generator delivered it. */
  original_url: string;
  /** What is played: the original, or a copy of it that plays everywhere. */
  audio_url: string;
}

/**
 * Stores the file of a released song, with its provenance in its tags. A file that a C2PA manifest signs is released
 * as it came; an M4A file has no tags, because nothing here can write them.
 * @returns the address of the file; undefined if the take's file is gone.
 */
export async function storeReleasedFile(
  media: MediaStore,
  { original_url, audio_url }: TakeFiles,
  song: ReleasedSong,
): Promise<string | undefined> {
  if (!audio_url.endsWith('.mp3')) return audio_url;
  const audio = await media.localCopy(audio_url);
  const original = await media.localCopy(original_url.endsWith('.mp3') ? original_url : audio_url);
  const target = media.workFile();
  try {
    if (!audio || !original) return undefined;
    const files = { audio: audio.file, original: original.file };
    const isTagged = await tagMp3(files, target, provenanceTags(song));
    return isTagged ? await media.moveIn(target, 'mp3') : original_url;
  } finally {
    await audio?.release();
    await original?.release();
    await rm(target, { force: true });
  }
}
