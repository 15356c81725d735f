import { Problem } from 'contract/errors.ts';
import type { Tier } from 'contract/plans.ts';
import type { Context } from '../../platform/context.ts';
import { assertBelowLimit } from '../accounts/accounts.ts';
import { resolveReferences } from '../tracks/tracks.ts';
import { selectAnyCard } from './cards.ts';
import { insertTracks } from './entries.ts';
import { type ParsedPlaylist, parseM3u } from './file-formats.ts';
import { insertWithinLimit } from './playlists.ts';
import { countOwn } from './queries.ts';
import { parseJspf, parseXspf } from './xspf.ts';

const DEFAULT_NAME = 'Imported playlist';

/**
 * Creates a private playlist from a file.
 * @throws Problem `limit_reached`; `playlist_full`; `bad_playlist_file`, also if none of its tracks is on Ovation: an
 *   empty playlist would only use up the plan's limit.
 */
export async function importPlaylist(
  c: Context,
  user: { id: string; plan_tier: Tier },
  input: { file: unknown; name: string | undefined },
) {
  // Avoids work in vain; the check under the lock decides.
  await assertBelowLimit(user.plan_tier, 'playlists', () => countOwn(c.db, user.id));
  const { references, description, ...file } = parsePlaylistFile(input.file);
  const found = await resolveReferences(c, references);
  const track_ids = [...new Set(found.filter((id) => id !== undefined))];
  const notFound = references
    .filter((_, i) => found[i] === undefined)
    .map(({ title, display_artist }) => ({ title, display_artist }));
  if (references.length > 0 && track_ids.length === 0)
    throw new Problem('bad_playlist_file', 'None of the tracks in this file are on Ovation.');

  const name = input.name ?? file.name ?? DEFAULT_NAME;
  const card = await c.db.transaction().execute(async (tx) => {
    const id = await insertWithinLimit(tx, c, user.id, { name, description, privacy: 'private' });
    await insertTracks(tx, c, id, track_ids);
    return selectAnyCard(tx, c.clock(), id);
  });
  return { card, notFound, repeated: references.length - notFound.length - track_ids.length };
}

/**
 * Parses a file that was exported here, or any other of these formats.
 * @throws Problem `bad_playlist_file` for anything else; `playlist_full` if it has too many tracks.
 */
export function parsePlaylistFile(file: unknown): ParsedPlaylist {
  if (!Buffer.isBuffer(file)) throw new Problem('bad_playlist_file');
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(file).trimStart();
  } catch {
    throw new Problem('bad_playlist_file');
  }
  if (text.startsWith('{')) return parseJspf(text);
  if (text.startsWith('<')) return parseXspf(text);
  if (/^#EXTM3U(?!\w)/i.test(text)) return parseM3u(text);
  throw new Problem('bad_playlist_file');
}
