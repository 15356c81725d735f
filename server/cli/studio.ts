import { appendFile } from 'node:fs/promises';
import { makeAgain } from '../features/studio/make-again.ts';
import type { CommandContext } from './with-context.ts';

/** The track could not be made again, or does not sound the same. */
export class MakeFailed extends Error {}

/** Makes a track of the house band again. @throws MakeFailed; Problem if the band made no such track. */
export async function makeTrackAgain(c: CommandContext, track_id: string, file: string): Promise<string> {
  // Before time is spent on a song; a file that is there keeps its content until the song is made.
  await appendFile(file, '').catch((error) => {
    throw new MakeFailed(`${file} cannot be written (${error.code}).`);
  });
  const { title, differs, version } = await makeAgain(c, track_id, file);
  const made = `Made "${title}" again in ${file}.`;
  if (differs === 'sound')
    throw new MakeFailed(
      version.before === version.now
        ? `${made} Its sound differs from the file that is served, although version ${version.now} of the house band made both.`
        : `${made} Its sound differs from the file that is served: version ${version.before} of the house band made that one, and this is version ${version.now}.`,
    );
  return differs === 'tags'
    ? `${made} Its sound is the same, byte for byte. Its tags differ: the title, the artist or PUBLIC_URL was changed since.`
    : `${made} It is the same file as the one that is served, byte for byte.`;
}
