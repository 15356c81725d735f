import { Problem } from 'contract/errors.ts';
import type { Tier } from 'contract/plans.ts';
import type { Context } from '../../context.ts';
import { assertBelowLimit } from '../accounts/accounts.ts';
import { resolveReferences } from '../tracks/tracks.ts';
import { readPlaylistFile } from './files.ts';
import { fill } from './links.ts';
import { writePlaylist } from './playlists.ts';
import { countOwn, selectOwnCard } from './queries.ts';

const NAMELESS = 'Imported playlist';

/**
 * Makes a private playlist of a file.
 * @throws Problem `limit_reached`; `bad_playlist_file`, also when it names tracks and none of them is here: an
 *   empty playlist would only take a place of the plan; `playlist_full`.
 */
export async function importPlaylist(
  c: Context,
  user: { id: string; plan_tier: Tier },
  given: { file: unknown; name: string | undefined },
) {
  // Looked at before the work, decided under the lock.
  await assertBelowLimit(user.plan_tier, 'playlists', () => countOwn(c.db, user.id));
  const { mentions, description, ...read } = readPlaylistFile(given.file);
  const found = await resolveReferences(c, mentions);
  const track_ids = [...new Set(found.filter((id) => id !== undefined))];
  const notFound = mentions
    .filter((_, i) => found[i] === undefined)
    .map(({ title, display_artist }) => ({ title, display_artist }));
  if (mentions.length > 0 && track_ids.length === 0)
    throw new Problem('bad_playlist_file', 'None of the tracks in this file are on Ovation.');

  const name = given.name ?? read.name ?? NAMELESS;
  const card = await c.db.transaction().execute(async (tx) => {
    const id = await writePlaylist(tx, c, user.id, { name, description, privacy: 'private' });
    await fill(tx, c.clock(), id, track_ids);
    return selectOwnCard(tx, c.clock(), id);
  });
  return { card, notFound, repeated: mentions.length - notFound.length - track_ids.length };
}
