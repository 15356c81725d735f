import { sql } from 'kysely';
import type { Engine } from '../../platform/db/engine.ts';
import type { Db } from '../../platform/db/schema.ts';
import { type RequestRow, statusColumn } from './queries.ts';
import { isPublic } from './visibility.ts';

type Found = Pick<RequestRow, 'id' | 'title' | 'artist' | 'votes' | 'status'> & { search_text: string };

/**
 * Up to `limit` requests that everyone may see and whose title and artist may match, unordered.
 * @param groups for each term, of three or more characters, the words that it may stand for.
 */
export async function findRequests(db: Db, engine: Engine, groups: string[][], limit: number) {
  const { rows } = await sql<Found>`
    select id, title, artist, votes, ${statusColumn} as status, search_text from song_request
    where +refunded_at is null and ${isPublic} and ${engine.requestsContaining(groups)}
    limit ${limit}`.execute(db);
  return rows;
}
