import { type RawBuilder, sql } from 'kysely';
import { momentOf } from '../../features/tracks/tracks.ts';
import { countRows } from '../../platform/db/lists.ts';
import type { Db, Tx } from '../../platform/db/schema.ts';
import type { FollowTable } from '../../platform/db/tables/extensions/following.ts';
import { newestFirst, type TimePage } from '../../platform/http/requests/paging.ts';
import { followedName } from '../notifications/notifications.ts';

export type Target = Pick<FollowTable, 'kind' | 'target'>;

/** The name of a target, or null if it is not public. */
export async function selectName(db: Db, { kind, target }: Target): Promise<string | null> {
  const text = (value: string) => sql<string>`cast(${value} as text)`;
  const { rows } = await sql<{ name: string | null }>`
    select ${followedName(text(kind), text(target))} as name`.execute(db);
  return rows[0]!.name;
}

export async function selectUserId(db: Db, username: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('user')
    .where('username_key', '=', username.toLowerCase())
    .select('id')
    .executeTakeFirst();
  return row?.id;
}

export async function selectFollow(
  db: Db | Tx,
  user_id: string,
  { kind, target }: Target,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('follow')
    .where('user_id', '=', user_id)
    .where('kind', '=', kind)
    .where('target', '=', target)
    .select('id')
    .executeTakeFirst();
  return row?.id;
}

export const countFollows = (db: Db | Tx, user_id: string) =>
  countRows(db.selectFrom('follow').where('user_id', '=', user_id));

/** @returns whether there was one of this user. */
export async function deleteFollow(db: Db, user_id: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('follow')
    .where('id', '=', id)
    .where('user_id', '=', user_id)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** Songs of a playlist among which its first cover is looked for. */
const COVER_WITHIN = 24;

/** A page of what a user follows, latest first. */
export function selectFollows(db: Db, now: number, user_id: string, page: TimePage) {
  const target = sql.ref('follow.target');
  const name: RawBuilder<string | null> = followedName(sql.ref('follow.kind'), sql.ref('follow.target'));
  const isCover = sql`track.is_deleted = 0 and track.release_date <= ${momentOf(now)}
    and track.cover_image_url is not null`;
  const cover = sql<string | null>`(case follow.kind
    when 'artist' then (select track.cover_image_url from track where track.artist_slug = ${target} and ${isCover}
      order by track.popularity desc, track.created_at desc, track.id desc limit 1)
    when 'playlist' then (select track.cover_image_url from
      (select track_id, order_key, position, id from playlist_track where playlist_id = ${target}
        order by order_key, position, id limit ${COVER_WITHIN}) as entry
      join track on track.id = entry.track_id and ${isCover}
      order by entry.order_key, entry.position, entry.id limit 1)
    end)`;
  const query = db
    .selectFrom('follow')
    .leftJoin('song_request', (join) =>
      join.onRef('song_request.id', '=', 'follow.target').on('follow.kind', '=', 'request'),
    )
    .where('follow.user_id', '=', user_id)
    .select(['follow.id', 'follow.kind', 'follow.target', 'follow.created_at', name.as('name')])
    .select([cover.as('cover_image_url'), 'song_request.genre', 'song_request.votes']);
  return newestFirst(query, 'follow', page).execute();
}
