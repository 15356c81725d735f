import { fold, wordsOf } from 'contract/text/fold.ts';
import { sql } from 'kysely';
import type { Engine } from '../../platform/db/engine.ts';
import { LAST_CODE_POINT } from '../../platform/db/lists.ts';
import type { Db, Tx } from '../../platform/db/schema.ts';
import type { PlaylistTable } from '../../platform/db/tables/playlists.ts';
import { rateLimit } from '../../platform/http/requests/rate-limit.ts';
import { type Kind, learnWords, type SearchContext } from '../../platform/search/search.ts';
import { isPublic } from './queries.ts';

/**
 * Names of each user whose words are learned. Words are kept for good, so without a limit one user who renames a playlist
 * again and again would store five thousand rows a second, and decide what others' mistakes are corrected to.
 */
const learnsFrom = rateLimit({ burst: 20, perSecond: 20 / 86_400 });

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
  await deletePlaylistWords(tx, id);
  const words = privacy === 'public' && is_deleted === 0 ? new Set(wordsOf(fold(name))) : new Set<string>();
  if (words.size === 0) return;
  await tx
    .insertInto('playlist_word')
    .values([...words].map((word) => ({ word, playlist_id: id })))
    .execute();
  if (learnsFrom(user_id, updated_at) === 0) await learnWords(tx, fold(name));
}

export async function deletePlaylistWords(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('playlist_word').where('playlist_id', '=', id).execute();
}

/** Playlists that are compared. */
const MAX_COMPARED = 200;

/** Public playlists, as a search finds them. */
export const playlistKind = (c: SearchContext): Kind<{ id: string; name: string }> => ({
  candidates: ({ groups }) => selectNamed(c.engine.indexReads(c.db), c.engine, groups, MAX_COMPARED),
  idOf: ({ id }) => id,
  nameOf: ({ name }) => fold(name),
  tieBreak: () => 0,
});

/**
 * Up to `limit` public playlists whose names may match, unordered.
 * @param groups for each term the words that it may stand for, itself first, which may also be the start of a word.
 */
async function selectNamed(db: Db, engine: Engine, groups: string[][], limit: number) {
  // The longest term has the fewest matches; the names tell whether they have the others.
  const [longest] = groups.toSorted((a, b) => b[0]!.length - a[0]!.length);
  if (!longest) return [];
  const from = longest[0]!;
  const isWord = engine.isAnyIn('word', engine.listParameter(longest), 'text');
  const ids = db
    .selectFrom('playlist_word')
    .where(sql<boolean>`${isWord} or (word >= ${from} and word < ${from + LAST_CODE_POINT})`)
    .select('playlist_id')
    .limit(limit);
  return db
    .selectFrom('playlist')
    .where('id', 'in', sql<string>`(select playlist_id from (${ids}) as found)`)
    .where(isPublic)
    .where('is_deleted', '=', 0)
    .select(['id', 'name'])
    .execute();
}
