import { rm } from 'node:fs/promises';
import { tidyLyrics, timedLines } from 'contract/text/lyrics.ts';
import { tagMp3 } from 'music/tagging/id3.ts';
import type { SongTags } from 'music/tagging/song-tags.ts';
import type { MediaStore } from '../../../platform/media/store.ts';
import type { TakeFacts } from '../generator.ts';

/** The stored files of a take. */
interface TakeFiles {
  /** As the generator delivered it. */
  original_url: string;
  /** Playable audio: the original, or a copy of it that plays everywhere. */
  audio_url: string;
}

/**
 * Stores the file of a released song, with its provenance in its tags. A file that a C2PA manifest signs is released
 * as it came. What every file of a track says follows, see `tagging`; it is all that an M4A file says.
 * @returns the path of the file; undefined if the take's file is gone.
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

const SOURCE_TYPES = 'http://cv.iptc.org/newscodes/digitalsourcetype';

export interface ReleasedSong {
  title: string;
  /** The artist that is shown, not a person who requested the song. */
  display_artist: string;
  facts: TakeFacts;
  /** Creation time of the take, epoch ms. */
  made_at: number;
  /** The page that tells how the song came to be; undefined if this server has no public URL. */
  page: string | undefined;
}

/** Tags of a released file about its song. They name nobody who requested, backed or chose it. */
export function provenanceTags({ title, display_artist, facts, made_at, page }: ReleasedSong): SongTags {
  const made = new Date(made_at).toISOString();
  const tool = [facts.model, facts.version].filter(Boolean).join(' ');
  return {
    title,
    artist: display_artist,
    tool,
    made: made.slice(0, 19),
    // ID3 wants the year first.
    copyright: `${made.slice(0, 4)} ${facts.rights}`,
    fields: {
      DIGITALSOURCETYPE: `${SOURCE_TYPES}/${facts.source_type}`,
      AI_MODEL: tool,
      ...(facts.seed !== null && { AI_SEED: String(facts.seed) }),
      ...(page !== undefined && { PROVENANCE_URL: page }),
    },
    lyrics: (facts.lyrics && tidyLyrics(facts.lyrics)) || undefined,
    timedLyrics: timedLines(facts.lyrics ?? ''),
  };
}
