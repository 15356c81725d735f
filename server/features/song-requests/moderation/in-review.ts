import { sql } from 'kysely';
import type { Context } from '../../../platform/context.ts';
import { countRows } from '../../../platform/db/lists.ts';
import { byCreation, newestFirst, type PageQuery, paginate } from '../../../platform/http/requests/paging.ts';
import { selectRequests, toResponse } from '../queries.ts';

const isInReview = sql<boolean>`song_request.in_review = 1 and song_request.refunded_at is null`;

/** A page of requests in review, the newest first. */
export async function listInReview(c: Context, viewer: string, query: PageQuery) {
  const selected = selectRequests(c.db, viewer).select('song_request.lyrics').where(isInReview);
  const page = await paginate(
    query,
    byCreation,
    (part) => newestFirst(selected, 'song_request', part).execute(),
    () => countRows(c.db.selectFrom('song_request').where(isInReview)),
  );
  return { ...page, rows: page.rows.map((row) => ({ ...toResponse(row), lyrics: row.lyrics })) };
}
