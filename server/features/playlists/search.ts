import { fold } from 'contract/text/fold.ts';
import type { Engine } from '../../platform/db/engine.ts';
import type { Db, Tx } from '../../platform/db/schema.ts';
import type { PlaylistTable } from '../../platform/db/tables/playlists.ts';
import { rateLimit } from '../../platform/http/requests/rate-limit.ts';
import { type Kind, learnWords, type SearchContext } from '../../platform/search/search.ts';
import { idsWithWords, indexWords, type WordIndex } from '../../platform/search/words.ts';
import { isPublic } from './queries.ts';

/**
 * Names of each user whose words are learned. Words are kept for good, so without a limit one user who renames a playlist
 * again and again would store five thousand rows a second, and decide what others' mistakes are corrected to.
 */
const learnsFrom = rateLimit({ burst: 20, perSecond: 20 / 86_400 });

const playlistWords: WordIndex = { table: 'playlist_word', of: 'playlist_id' };

/** Makes a public playlist findable by the words of its name, and any other one not findable. */
export async function indexPlaylist(
  tx: Tx,
  {
    id,
    user_id,
    name,
    privacy,
    is_deleted,
    updated_at,
  }: Pick<PlaylistTable, 'id' | 'user_id' | 'name' | 'privacy' | 'is_deleted' | 'updated_at'>,
): Promise<void> {
  const text = privacy === 'public' && is_deleted === 0 ? name : undefined;
  await indexWords(tx, playlistWords, id, text);
  if (text && learnsFrom(user_id, updated_at) === 0) await learnWords(tx, fold(text));
}

export const deletePlaylistWords = (tx: Tx, id: string) => indexWords(tx, playlistWords, id, undefined);

/** Playlists that are compared. */
const MAX_COMPARED = 200;

/** Public playlists, as a search finds them. */
export const playlistKind = (c: SearchContext): Kind<{ id: string; name: string }> => ({
  candidates: ({ groups }) => selectNamed(c.engine.indexReads(c.db), c.engine, groups, MAX_COMPARED),
  idOf: ({ id }) => id,
  nameOf: ({ name }) => fold(name),
  tieBreak: () => 0,
});

/** Up to `limit` public playlists whose names may match, unordered. */
const selectNamed = (db: Db, engine: Engine, groups: string[][], limit: number) =>
  db
    .selectFrom('playlist')
    .where('id', 'in', idsWithWords(playlistWords, engine, { groups, limit }))
    .where(isPublic)
    .where('is_deleted', '=', 0)
    .select(['id', 'name'])
    .execute();
