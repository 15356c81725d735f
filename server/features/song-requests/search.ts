import { sql } from 'kysely';
import type { Engine } from '../../platform/db/engine.ts';
import type { Db } from '../../platform/db/schema.ts';
import { selectRequests } from './queries.ts';

/**
 * Up to `limit` requests that everyone may see and whose title and artist may match, unordered.
 * @param groups for each term, of three or more characters, the words that it may stand for.
 */
export function findRequests(db: Db, engine: Engine, groups: string[][], limit: number) {
  return selectRequests(db, undefined)
    .select('song_request.search_text')
    .where(sql<boolean>`+song_request.refunded_at is null and +song_request.in_review = 0`)
    .where(engine.requestsContaining(groups))
    .limit(limit)
    .execute();
}
