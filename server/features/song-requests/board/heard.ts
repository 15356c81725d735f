import type { Moment, SongStory, Wish } from 'contract/features/song-requests.ts';
import { characters } from 'contract/features/song-requests-constants.ts';
import { fold } from 'contract/text/fold.ts';
import { sql } from 'kysely';
import type { Context } from '../../../platform/context.ts';
import { countRows } from '../../../platform/db/lists.ts';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import {
  type Order,
  type PageQuery,
  paginate,
  type TimeKeys,
  type TimePage,
  timeKeys,
} from '../../../platform/http/requests/paging.ts';
import { withAbsoluteUrls } from '../../../platform/media/stored-urls.ts';
import type { Kind, SearchContext } from '../../../platform/search/search.ts';
import { idsWithWords, type WordIndex } from '../../../platform/search/words.ts';
import { getTracks, isLive, momentOf } from '../../tracks/tracks.ts';
import { isPublic } from '../queries.ts';
import { getNearest, listBackers, listSeats, type Viewer } from './board.ts';
import { selectReleasedAs } from './board-queries.ts';

/** Moments of a song, and voters who are named with it. */
const MOMENTS_MAX = 6;
const VOTERS_MAX = 7;
/** Songs beside the featured one on Explore. */
const SHELF = 4;
/** Released requests that are read to find one to feature. */
const FEATURED_AMONG = 100;
/** Characters of a wish that reads well in large letters. */
const WISH_MIN = 20;
const WISH_MAX = 90;
const DAY_MS = 86_400_000;

const heardOrder: Order<{ release_date: number | null; id: string }, TimeKeys> = {
  keys: timeKeys,
  keysOf: ({ release_date, id }) => [release_date!, id],
};

/** The moments among what became of wishes, in their order in the song. */
export const momentsOf = (heard: readonly Wish[] | undefined): Moment[] =>
  (heard ?? [])
    .flatMap(({ moment }) => moment ?? [])
    .sort((a, b) => a.at - b.at)
    .slice(0, MOMENTS_MAX);

/** The request's song has other audio now, in which nobody knows the seconds. */
export async function forgetMoments(tx: Tx, track_id: string): Promise<void> {
  await tx.updateTable('song_request').set({ moments: null }).where('track_id', '=', track_id).execute();
}

/** A page of the live songs that were requested, newest release first. */
export async function listHeard(c: Context, query: PageQuery, origin: string) {
  const page = await paginate(
    query,
    heardOrder,
    (part) => selectHeard(c.db, c.clock(), part),
    () => countRows(heardRequests(c.db, c.clock())),
  );
  return { ...page, rows: await withSongs(c, page.rows, origin) };
}

/** Wishes that are compared. */
const MAX_COMPARED = 200;

export const wishWords: WordIndex = { table: 'wish_word', of: 'request_id' };

/** Live songs by the wish that they were made for, as a search finds them. */
export const wishKind = (c: SearchContext): Kind<WishRow> => ({
  candidates: ({ groups }) => selectWishes(c, groups),
  idOf: ({ track_id }) => track_id!,
  nameOf: ({ wish }) => fold(wish),
  tieBreak: (a, b) => b.votes - a.votes || b.release_date! - a.release_date!,
});

type WishRow = Awaited<ReturnType<typeof selectWishes>>[number];

/** Exported for the test of its plan. */
export const selectWishes = ({ db, engine, clock }: SearchContext, groups: string[][]) =>
  heardRequests(engine.indexReads(db), clock())
    .where('song_request.id', 'in', idsWithWords(wishWords, engine, { groups, limit: MAX_COMPARED }))
    .select(columns)
    .execute();

/** The request that a track was made from, its story and who called for it, for the track's page. */
export async function getCallers(db: Db, track_id: string) {
  const request_id = await selectReleasedAs(db, track_id);
  if (request_id === null) return {};
  const [story, backers] = await Promise.all([findStory(db, request_id), listBackers(db, request_id)]);
  return {
    request_id,
    story: story ?? null,
    called_by: backers.map(({ username }) => username),
    vips: backers.filter(({ vip }) => vip).map(({ username }) => username),
  };
}

/** Story of a released request's song; undefined without one. */
export async function findStory(db: Db, request_id: string): Promise<SongStory | undefined> {
  const [row, seats] = await Promise.all([
    releasedRequests(db).where('song_request.id', '=', request_id).select(columns).executeTakeFirst(),
    listSeats(db, request_id),
  ]);
  if (!row) return undefined;
  const { id, created_at, release_date, moments, track_id: _, ...story } = row;
  const parts = { asked_at: created_at, released_at: release_date!, moments: JSON.parse(moments ?? '[]') };
  return { ...story, ...parts, request_id: id, seats };
}

/** Requests on Explore. */
export async function getAsked(c: Context, viewer: Viewer, origin: string) {
  const [newest, { request: nearest }] = await Promise.all([
    selectHeard(c.db, c.clock(), { after: undefined, limit: FEATURED_AMONG }),
    getNearest(c, viewer),
  ]);
  const featured = chooseFeatured(newest, c.clock());
  const others = newest.filter(({ id }) => id !== featured?.id).slice(0, SHELF);
  const songs = await withSongs(c, featured ? [featured, ...others] : others, origin);
  const heard = songs.filter(({ request_id }) => request_id !== featured?.id);
  return { featured: songs.find((song) => !heard.includes(song)) ?? null, heard, nearest };
}

/**
 * The newest of those with two moments and a wish that reads well. One of today has its turn tomorrow (UTC), so that it
 * changes once a day at most; before there is any other, the first of today keeps its place.
 * @param newest newest release first.
 */
function chooseFeatured(newest: HeardRow[], now: number): HeardRow | undefined {
  const fit = newest.filter(({ moments, wish }) => {
    const length = characters(wish);
    return JSON.parse(moments ?? '[]').length >= 2 && length >= WISH_MIN && length <= WISH_MAX;
  });
  return fit.find(({ release_date }) => release_date! < now - (now % DAY_MS)) ?? fit.at(-1);
}

const columns = [
  'song_request.id',
  'song_request.track_id',
  'song_request.description as wish',
  'song_request.backers as voters',
  'song_request.votes',
  'song_request.moments',
  'song_request.created_at',
  'song_request.release_date',
  sql<string | null>`(select username from "user"
    where "user".id = song_request.user_id and "user".deleted_at is null)`.as('asked_by'),
] as const;

/** Released requests. Written out, since a partial index serves only a query with its condition. */
const releasedRequests = (db: Db) =>
  db.selectFrom('song_request').where(sql<boolean>`song_request.released = 1`).where(isPublic);

/** Those whose song is live. */
const heardRequests = (db: Db, now: number) =>
  releasedRequests(db)
    .crossJoin('track')
    .whereRef('track.id', '=', 'song_request.track_id')
    .where(isLive(momentOf(now)));

type HeardRow = Awaited<ReturnType<typeof selectHeard>>[number];

/** Exported for the test of its plan. */
export function selectHeard(db: Db, now: number, { after, limit }: TimePage) {
  let query = heardRequests(db, now).select(columns);
  if (after)
    query = query.where(sql<boolean>`(song_request.release_date, song_request.id) < (${sql.join(after)})`);
  return query
    .orderBy('song_request.release_date', 'desc')
    .orderBy('song_request.id', 'desc')
    .limit(limit)
    .execute();
}

/** Adds the tracks, and who voted. */
async function withSongs(c: Context, rows: HeardRow[], origin: string) {
  const [tracks, voters] = await Promise.all([
    getTracks(
      c,
      rows.map(({ track_id }) => track_id!),
    ),
    selectVoters(
      c,
      rows.map(({ id }) => id),
    ),
  ]);
  const trackOf = new Map(withAbsoluteUrls(tracks, origin).map((track) => [track.id, track]));
  return rows.flatMap(({ id, track_id, moments, created_at: _, release_date: __, ...row }) => {
    const track = trackOf.get(track_id!);
    if (!track) return [];
    return {
      ...row,
      track,
      request_id: id,
      voted_by: voters.filter(({ request_id }) => request_id === id).map(({ username }) => username),
      moments: JSON.parse(moments ?? '[]') as Moment[],
    };
  });
}

/** The first voters of each request, by the first lamp that they lit. */
async function selectVoters({ db, engine }: Context, ids: string[]) {
  const { rows } = await sql<{ request_id: string; username: string }>`select request_id, username from (
      select vote.request_id, "user".username,
        row_number() over (partition by vote.request_id order by min(vote.lamp)) as place
      from vote join "user" on "user".id = vote.user_id and "user".deleted_at is null
      where ${engine.isAnyOf('vote.request_id', ids)} and vote.lamp is not null
      group by vote.request_id, "user".id, "user".username
    ) as voter where place <= ${sql.lit(VOTERS_MAX)} order by request_id, place`.execute(db);
  return rows;
}
