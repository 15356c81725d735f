import type { AppContext } from '../app-context.ts';
import { makeAgain } from '../features/studio/make-again.ts';

/** The house band plays a track again, but it is not the same. */
export class NotTheSame extends Error {}

/** Makes a track of the house band again. @throws NotTheSame if the sound differs. */
export async function makeTrackAgain(c: AppContext, track_id: string, file: string): Promise<string> {
  const { title, differs, version } = await makeAgain(c, track_id, file);
  const made = `Made "${title}" again in ${file}.`;
  if (differs === 'sound')
    throw new NotTheSame(
      version.before === version.now
        ? `${made} Its sound differs from the file that is served, although version ${version.now} of the house band made both.`
        : `${made} Its sound differs from the file that is served: version ${version.before} of the house band made that one, and this is version ${version.now}.`,
    );
  return differs === 'tags'
    ? `${made} Its sound is the same, byte for byte. Its tags differ: the title, the artist or PUBLIC_URL was changed since.`
    : `${made} It is the same file as the one that is served, byte for byte.`;
}
