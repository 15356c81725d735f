import { appendFile, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { Problem } from 'contract/errors.ts';
import { id3Size } from 'music/analysis/sniff.ts';
import { tagMp3 } from 'music/tagging/id3.ts';
import { type CliCommand, CommandFailed } from '../../../platform/feature.ts';
import { isIntact } from '../../../platform/media/store.ts';
import { tagFile } from '../../tagging/tagging.ts';
import { provenanceTags } from '../choosing/released-file.ts';
import type { MusicGenerator, TakeFacts, TakeSpec } from '../generator.ts';
import { HOUSE_BAND, houseBand } from '../generators/house-band.ts';
import type { StudioContext } from '../studio-context.ts';
import { selectMaking } from './take-queries.ts';

interface MadeAgain {
  title: string;
  /** `tags`: the sound is the same, but the title, the artist or this server's public URL was changed. */
  differs: false | 'tags' | 'sound';
  /** The versions of the house band. */
  version: { before: string | null; now: string | null };
}

/**
 * Makes the file of a released track of the house band again from its provenance, and compares it with the one that
 * is served.
 * @param file where it is written.
 * @throws Problem `not_found`; `take_not_ready` if the served file is gone.
 */
export async function makeAgain(
  c: Pick<StudioContext, 'db' | 'media' | 'publicUrl'>,
  track_id: string,
  file: string,
  band: MusicGenerator = houseBand(),
): Promise<MadeAgain> {
  const { making, version } = await playAgain(c, track_id, file, band);
  const served = await c.media.localCopy(making.audio_url);
  if (!served) throw new Problem('take_not_ready', 'The file of this track is no longer here.');
  const [mine, theirs] = await Promise.all([readFile(file), readFile(served.file)]).finally(served.release);
  const isSame = mine.equals(theirs);
  return {
    title: making.title,
    differs: isSame ? false : untagged(mine).equals(untagged(theirs)) ? 'tags' : 'sound',
    version,
  };
}

/**
 * Plays a track of the house band again and writes its file, with today's title and artist.
 * @throws Problem `not_found`.
 */
async function playAgain(
  c: Pick<StudioContext, 'db' | 'media' | 'publicUrl'>,
  track_id: string,
  file: string,
  band: MusicGenerator = houseBand(),
) {
  const making = await selectMaking(c.db, track_id);
  if (making?.generator !== HOUSE_BAND)
    throw new Problem('not_found', 'The house band made no track with this id.');
  const facts: TakeFacts = JSON.parse(making.facts!);
  const spec: TakeSpec = JSON.parse(making.spec);
  const sound = `${file}.part`;
  try {
    const submission = { target: sound, signal: new AbortController().signal, onProgress: () => {} };
    const played = await band.submit(spec, making.id, submission);
    const tags = provenanceTags({
      title: making.title,
      display_artist: making.artist,
      facts,
      made_at: making.updated_at,
      page: c.publicUrl && `${c.publicUrl}/leaderboard/${making.request_id}`,
    });
    await tagMp3({ audio: sound, original: sound }, file, tags);
    // Since its release, it has been given all facts of its track.
    if (!(await isIntact(path.posix.basename(making.audio_url), file))) await tagFile(c, track_id, file);
    return {
      making,
      version: { before: facts.version, now: 'facts' in played ? played.facts.version : null },
    };
  } finally {
    await rm(sound, { force: true });
  }
}

const untagged = (file: Buffer) => file.subarray(id3Size(file));

/** See `Feature.remake`: the house band plays its songs again. */
export const remake = (
  c: Pick<StudioContext, 'db' | 'media' | 'publicUrl'>,
  track_id: string,
  file: string,
  band?: MusicGenerator,
): Promise<boolean> =>
  playAgain(c, track_id, file, band).then(
    () => true,
    (error) => {
      // Another generator, or an upload.
      if (error instanceof Problem && error.code === 'not_found') return false;
      throw error;
    },
  );

/** Makes a track of the house band again. */
export const makeCommand: CliCommand<StudioContext> = {
  expects: 2,
  usage: '  studio make TRACK FILE   makes a track of the house band again, by its id, and compares it',
  run: async (c, [track_id, file]) => {
    // Before time is spent on a song; a file that is there keeps its content until the song is made.
    await appendFile(file!, '').catch((error) => {
      throw new CommandFailed(`${file} cannot be written (${error.code}).`);
    });
    const { title, differs, version } = await makeAgain(c, track_id!, file!);
    const made = `Made "${title}" again in ${file}.`;
    if (differs === 'sound')
      throw new CommandFailed(
        version.before === version.now
          ? `${made} Its sound differs from the file that is served, although version ${version.now} of the house band made both.`
          : `${made} Its sound differs from the file that is served: version ${version.before} of the house band made that one, and this is version ${version.now}.`,
      );
    return differs === 'tags'
      ? `${made} Its sound is the same, byte for byte. Its tags differ: the title, the artist or PUBLIC_URL was changed since.`
      : `${made} It is the same file as the one that is served, byte for byte.`;
  },
};
