import { sql } from 'kysely';
import type { Db } from '../../platform/db/schema.ts';
import type { TimeKeys } from '../../platform/http/paging.ts';
import { selectRequests } from './queries.ts';

interface OwnPage {
  after: TimeKeys | undefined;
  limit: number;
}

/** The user's requests, newest first; the list is sorted by `at`. */
export function selectRequested(db: Db, user_id: string, { after, limit }: OwnPage) {
  const values = { user_id, limit, at: after?.[0], id: after?.[1] };
  let query = selectRequests(db, values.user_id)
    .select('song_request.created_at as at')
    .where('song_request.user_id', '=', values.user_id);
  if (after)
    query = query.where(
      sql<boolean>`(song_request.created_at, song_request.id) < (${values.at}, ${values.id})`,
    );
  return query
    .orderBy('song_request.created_at', 'desc')
    .orderBy('song_request.id', 'desc')
    .limit(values.limit)
    .execute();
}

/** The requests the user voted for, latest vote first; the list is sorted by `at`. */
export function selectVoted(db: Db, user_id: string, { after, limit }: OwnPage) {
  const values = { user_id, limit, at: after?.[0], id: after?.[1] };
  let query = selectRequests(db, values.user_id)
    .innerJoin('backer', 'backer.request_id', 'song_request.id')
    .select('backer.last_voted_at as at')
    .where('backer.user_id', '=', values.user_id);
  if (after)
    query = query.where(
      sql<boolean>`(backer.last_voted_at, backer.request_id) < (${values.at}, ${values.id})`,
    );
  return query
    .orderBy('backer.last_voted_at', 'desc')
    .orderBy('backer.request_id', 'desc')
    .limit(values.limit)
    .execute();
}

export async function countOwn(db: Db, user_id: string, as: 'requested' | 'voted'): Promise<number> {
  const rows = await db
    .selectFrom(as === 'requested' ? 'song_request' : 'backer')
    .where('user_id', '=', user_id)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .execute();
  return Number(rows[0]!.total);
}
