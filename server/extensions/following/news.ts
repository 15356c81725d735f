import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { NotificationKind } from 'contract/extensions/news/notifications.ts';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Context } from '../../platform/context.ts';
import type { Engine } from '../../platform/db/engine.ts';
import type { Tx } from '../../platform/db/schema.ts';
import { getSetting, putSetting } from '../../platform/db/settings.ts';
import type { FollowNewsTable } from '../../platform/db/tables/extensions/following.ts';
import { hurry, type JobKind } from '../../platform/jobs.ts';
import { notifyFollowers } from '../notifications/notifications.ts';
import { selectName } from './queries.ts';

type News = Selectable<FollowNewsTable>;

/** Followers told in one transaction: a vote that waits for it waits for some milliseconds. */
const BATCH = 500;
/** The rest between two batches, in which others write; ms. */
const REST_MS = 5;
/** Transactions commit a little after the time that their rows carry, so this much of the past is read again; ms. */
const OVERLAP_MS = 120_000;
/** News found at once. */
const MOST = 1000;
/** Of one artist, genre, playlist or person, followers are told of at most this many things a day. */
const PER_DAY = 20;
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** Interval between looks for news, ms. */
const LOOK_EVERY_MS = 15_000;
/** The job that tells them. */
export const NOTIFY = 'following.notify';
/** The setting with the time up to which news were found, epoch ms. */
const FOUND_UNTIL = 'follow_news_until';

type Run = Pick<Context, 'db' | 'engine' | 'clock'>;

/**
 * Finds what is new of what people follow and tells the followers, in batches that others write between. It reads what
 * the features store anyway, so nothing that they do waits for it, and a crash loses nothing. Of several servers, each
 * takes the next news that no other is notifying.
 */
export async function notifyOfNews(c: Run, stop?: AbortSignal): Promise<void> {
  await findNews(c);
  while (!stop?.aborted && (await notifyBatch(c))) await wait(REST_MS);
}

/** Stores news that `following.notify` tells followers, in the transaction in which it happened. */
export async function addNews(
  tx: Tx,
  engine: Engine,
  news: Pick<
    News,
    'kind' | 'target' | 'source' | 'notice' | 'request_id' | 'track_id' | 'reason' | 'created_at'
  >,
): Promise<void> {
  await tx
    .insertInto('follow_news')
    .values({ id: randomUUID(), ...news, told_at: null })
    .onConflict((conflict) => conflict.columns(['kind', 'target', 'source']).doNothing())
    .execute();
  await hurry(tx, engine, NOTIFY, news.created_at);
}

/** Deletes news of which not everybody was told yet. */
export async function deleteNews(
  tx: Tx,
  { kind, target, source }: Pick<News, 'kind' | 'target' | 'source'>,
): Promise<void> {
  await tx
    .deleteFrom('follow_news')
    .where('kind', '=', kind)
    .where('target', '=', target)
    .where('source', '=', source)
    .execute();
}

/** Tells followers what is new. */
export const notifying: JobKind<Run> = {
  everyMs: LOOK_EVERY_MS,
  run: (c, _payload, { signal }) => notifyOfNews(c, signal),
};

async function findNews({ db, engine, clock }: Run): Promise<void> {
  const now = clock();
  const until = Number((await getSetting(db, FOUND_UNTIL)) ?? now);
  const from = until - OVERLAP_MS;
  let most = 0;
  for (const statement of [
    ...songNews(engine, from, now),
    stepNews(engine, from, now),
    playlistNews(engine, from, now),
  ]) {
    const { numAffectedRows = 0n } = await statement.execute(db);
    most = Math.max(most, Number(numAffectedRows));
  }
  if (most < MOST && (now - until > OVERLAP_MS / 2 || now === until))
    await putSetting(db, FOUND_UNTIL, String(now));
}

/** The statement that stores news which have followers and were not found before. @param found selects them. */
const insertNews = (engine: Engine, found: ReturnType<typeof sql>): RawBuilder<unknown> => sql`
  insert into follow_news (id, kind, target, source, notice, request_id, track_id, reason, created_at)
  select ${engine.newId}, kind, target, source, notice, request_id, track_id, reason, created_at from (${found}) as found
  where exists (select 1 from follow where follow.kind = found.kind and follow.target = found.target)
    and not exists (select 1 from follow_news as known
      where known.kind = found.kind and known.target = found.target and known.source = found.source)
  limit ${MOST}
  on conflict (kind, target, source) do nothing`;

/** New songs of an artist, in a genre or its parent, and of the person who requested them. */
function songNews(engine: Engine, from: number, now: number): RawBuilder<unknown>[] {
  const [since, moment] = [new Date(from).toISOString(), new Date(now).toISOString()];
  return (
    [
      ['artist', 'artist_slug'],
      ['genre', 'genre'],
      ['genre', 'genre_parent'],
      ['person', 'requester_id'],
    ] as const
  ).map(([kind, column]) =>
    insertNews(
      engine,
      sql`select cast(${kind} as text) as kind, ${sql.ref(`track.${column}`)} as target, track.id as source,
        case when song_request.id is null then 'new_song' else 'request_released' end as notice,
        song_request.id as request_id, track.id as track_id, cast(null as text) as reason,
        case when track.created_at > ${from} then track.created_at else cast(${now} as bigint) end as created_at
      from track left join song_request on song_request.track_id = track.id
      where track.is_deleted = 0 and track.release_date > ${since} and track.release_date <= ${moment}
        and ${sql.ref(`track.${column}`)} is not null`,
    ),
  );
}

/** Steps of requests. */
const stepNews = (engine: Engine, from: number, now: number): RawBuilder<unknown> =>
  insertNews(
    engine,
    sql`select 'request' as kind, event.request_id as target, event.id as source, 'request_' || event.kind as notice,
      event.request_id, song_request.track_id, event.text as reason, event.created_at
    from request_event as event join song_request on song_request.id = event.request_id
    where event.kind in ('queued', 'choosing', 'released', 'declined', 'returned', 'merged')
      and event.created_at > ${from} and event.created_at <= ${now}`,
  );

/** Songs that were added to playlists: of each playlist, one piece of news an hour. */
const playlistNews = (engine: Engine, from: number, now: number): RawBuilder<unknown> =>
  insertNews(
    engine,
    sql`select 'playlist' as kind, playlist_id as target, cast(max(created_at) / ${HOUR_MS} as text) as source,
      'playlist_songs' as notice, cast(null as text) as request_id, max(track_id) as track_id,
      cast(null as text) as reason, max(created_at) as created_at
    from playlist_track where created_at > ${from} and created_at <= ${now} group by playlist_id`,
  );

/** Tells the next followers of the oldest news. @returns whether there were any news. */
function notifyBatch({ db, engine, clock }: Run): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const news = await engine
      .lockRow(
        tx
          .selectFrom('follow_news')
          .where('told_at', 'is', null)
          .orderBy('created_at')
          // A song of an artist in a genre: of both, the artist is told.
          .orderBy('kind')
          .orderBy('id')
          .limit(1)
          .selectAll(),
        'skip',
      )
      .executeTakeFirst();
    if (!news) return false;
    const about = await describe(tx, news, clock());
    const next = about && (await selectNext(tx, news));
    if (next) {
      const followers = sql`select follow.user_id from follow where kind = ${news.kind} and target = ${news.target}
        and user_id > ${news.told_to} and user_id <= ${next.last} and created_at <= ${news.created_at}`;
      await notifyFollowers(tx, engine, followers, about);
      if (news.notice === 'request_merged') await followSurvivor(tx, news, next.last);
    }
    const isOver = !next || next.count < BATCH;
    await tx
      .updateTable('follow_news')
      .set(isOver ? { told_at: clock() } : { told_to: next.last })
      .where('id', '=', news.id)
      .execute();
    return true;
  });
}

/** The last of the next followers, and how many they are. */
async function selectNext(tx: Tx, { kind, target, told_to }: News) {
  const { rows } = await sql<{ last: string | null; count: number }>`
    select max(user_id) as last, count(*) as count from (select user_id from follow
      where kind = ${kind} and target = ${target} and user_id > ${told_to}
      order by user_id limit ${BATCH}) as batch`.execute(tx);
  const { last, count } = rows[0]!;
  return last === null ? undefined : { last, count: Number(count) };
}

/** Those followers of a merged request that were just told follow the request that it became. */
async function followSurvivor(tx: Tx, { target, told_to }: News, last: string): Promise<void> {
  const { merged_into } = await tx
    .selectFrom('song_request')
    .where('id', '=', target)
    .select('merged_into')
    .executeTakeFirstOrThrow();
  if (merged_into === null) return;
  const isTold = sql`kind = 'request' and target = ${target} and user_id > ${told_to} and user_id <= ${last}`;
  await sql`delete from follow where ${isTold} and user_id in (
    select user_id from follow where kind = 'request' and target = ${merged_into})`.execute(tx);
  await sql`update follow set target = ${merged_into} where ${isTold}`.execute(tx);
}

/** Notification for followers; undefined if it is no longer public, or too much today. */
async function describe(tx: Tx, news: News, now: number) {
  if ((await selectName(tx, news)) === null) return undefined;
  if (news.kind !== 'request' && news.told_to === '' && (await isTooMuch(tx, news, now))) return undefined;
  const song = news.request_id
    ? await tx
        .selectFrom('song_request')
        .where('id', '=', news.request_id)
        .where('in_review', '=', 0)
        .select(['title', 'artist'])
        .executeTakeFirst()
    : await tx
        .selectFrom('track')
        .where('id', '=', news.track_id)
        .where('is_deleted', '=', 0)
        .select(['title', 'display_artist as artist'])
        .executeTakeFirst();
  if (!song) return undefined;
  const { request_id, track_id, reason, created_at, kind: followed, target: followed_target } = news;
  const kind: NotificationKind = news.notice;
  const subjects: Partial<Record<NotificationKind, string>> = {
    playlist_songs: followed_target,
    request_premiere: news.source,
  };
  const subject = subjects[kind] ?? request_id ?? track_id!;
  return { kind, subject, request_id, track_id, reason, ...song, followed, followed_target, created_at };
}

async function isTooMuch(tx: Tx, { kind, target, id }: News, now: number): Promise<boolean> {
  const rows = await tx
    .selectFrom('follow_news')
    .where('kind', '=', kind)
    .where('target', '=', target)
    .where('id', '<>', id)
    .where('told_at', '>', now - DAY_MS)
    .select('id')
    .limit(PER_DAY)
    .execute();
  return rows.length === PER_DAY;
}

/** Deletes news that were told and can't be found again. */
export async function pruneNews({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> {
  await db
    .deleteFrom('follow_news')
    .where('told_at', '<', clock() - 2 * DAY_MS)
    .execute();
}
