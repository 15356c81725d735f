import { type ExpressionBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { Engine } from '../db/engine.ts';
import { keptQuery } from '../db/kept-query.ts';
import type { Db, Schema, Tx } from '../db/schema.ts';
import type { TrackCursor } from './cursor.ts';

/** A track's own columns, as every answer has them. */
export const columns = [
  'track.id',
  'track.title',
  'track.display_artist',
  'track.duration_seconds',
  'track.cover_image_url',
  'track.audio_url',
  'track.created_at',
  'track.updated_at',
  'track.release_date',
  'track.bpm',
  'track.musical_key',
  'track.loudness_lufs',
  'track.preview_url',
  'track.waveform_json_url',
  'track.provider',
  'track.prompt_text',
  'track.seed',
  'track.rights_status',
  'track.popularity',
] as const;

/** What narrows a list. `terms` and `phrase` are folded text. */
export interface TrackFilter {
  terms: string[];
  phrase: string;
  genre: string | undefined;
}

export interface TrackPage extends TrackFilter {
  sort: 'popular' | 'newest';
  limit: number;
  after: TrackCursor | undefined;
}

export const genreOf = (eb: ExpressionBuilder<Schema, 'track'>) =>
  eb
    .selectFrom('track_tag')
    .innerJoin('tag', 'tag.id', 'track_tag.tag_id')
    .whereRef('track_tag.track_id', '=', 'track.id')
    .where('tag.type', '=', 'genre')
    .select('tag.name')
    .limit(sql.lit(1))
    .as('genre');

/** Tracks that anyone may see: not deleted, and released by `moment` (as `release_date` is written). */
function live(db: Db | Tx, moment: string, filter?: TrackFilter) {
  // In a search the + keeps SQLite from walking a whole list to ask of each track whether it is among the matches.
  const is_deleted = filter?.phrase ? sql<number>`+track.is_deleted` : sql.ref<number>('track.is_deleted');
  return db.selectFrom('track').where(is_deleted, '=', 0).where('track.release_date', '<=', moment);
}

/**
 * Whether a joined `track` is one that anyone may see. The + keeps the database from walking all live tracks to
 * find those few that it is joined to.
 */
export const isLive = (now: number) =>
  sql<boolean>`(+track.is_deleted = 0 and track.release_date <= ${momentOf(now)})`;

const momentOf = (now: number) => new Date(now).toISOString();

/** Condition on a joined `track`: title or artist hold this folded term; without the index, for few rows. */
export const holds = (term: string) => like(`%${escaped(term)}%`);

const like = (pattern: string) => sql<boolean>`track.search_text like ${pattern} escape '\\'`;
const escaped = (text: string) => text.replace(/[\\%_]/g, '\\$&');

/** 0 where the whole title or artist is the phrase, 1 where one starts with it, 2 otherwise. */
function tierOf(phrase: string) {
  if (phrase === '') return sql<number>`2`;
  const p = escaped(phrase);
  return sql<number>`case when ${like(`${p}\n%`)} or ${like(`%\n${p}`)} then 0
    when ${like(`${p}%`)} or ${like(`%\n${p}%`)} then 1 else 2 end`;
}

function narrowed<O>(
  query: SelectQueryBuilder<Schema, 'track', O>,
  engine: Engine,
  filter: TrackFilter,
): SelectQueryBuilder<Schema, 'track', O> {
  const indexed = filter.terms.filter((term) => term.length >= engine.shortestIndexedTerm);
  const short = filter.terms.filter((term) => term.length < engine.shortestIndexedTerm);
  let result = query;
  if (indexed.length > 0) result = result.where(engine.tracksMatching(indexed));
  for (const term of short) result = result.where(holds(term));
  const { genre } = filter;
  if (genre !== undefined) {
    result = result.where(({ exists, selectFrom }) =>
      exists(
        selectFrom('track_tag')
          .innerJoin('tag', 'tag.id', 'track_tag.tag_id')
          .whereRef('track_tag.track_id', '=', 'track.id')
          .where('tag.type', '=', 'genre')
          .where((eb) =>
            eb.or([
              eb('tag.name', '=', genre),
              sql<boolean>`tag.name like ${`${escaped(genre)}:%`} escape '\\'`,
            ]),
          )
          .select('tag.id'),
      ),
    );
  }
  return result;
}

/** One page of live tracks; exact and prefix matches before the rest when there is a phrase. */
export async function selectPage(db: Db | Tx, engine: Engine, now: number, page: TrackPage) {
  const moment = momentOf(now);
  if (page.phrase !== '' || page.genre !== undefined) return pageQuery(db, engine, moment, page).execute();
  const { popularity, created_at, id } = page.after ?? { popularity: 0, created_at: 0, id: '' };
  const query = wholeCataloguePage(db, engine, page);
  return (await db.executeQuery(query({ moment, limit: page.limit, popularity, created_at, id }))).rows;
}

function pageQuery(db: Db | Tx, engine: Engine, moment: string, page: TrackPage) {
  const tier = tierOf(page.phrase);
  let query = narrowed(live(db, moment, page), engine, page)
    .select(columns)
    .select(genreOf)
    .select(tier.as('tier'));
  if (page.phrase !== '') query = query.orderBy('tier');
  if (page.sort === 'popular') query = query.orderBy('track.popularity', 'desc');
  query = query.orderBy('track.created_at', 'desc').orderBy('track.id', 'desc');
  const { after } = page;
  if (after) {
    const later =
      page.sort === 'popular'
        ? sql<boolean>`(track.popularity, track.created_at, track.id) < (${after.popularity}, ${after.created_at}, ${after.id})`
        : sql<boolean>`(track.created_at, track.id) < (${after.created_at}, ${after.id})`;
    query = query.where(
      page.phrase === ''
        ? later
        : sql<boolean>`(${tier} > ${after.tier} or (${tier} = ${after.tier} and ${later}))`,
    );
  }
  // SQLite prepares a statement anew whenever a bare `limit ?` is bound, but not for a sum.
  return query.limit(sql<number>`${page.limit} + 0`);
}

type Row = Awaited<ReturnType<ReturnType<typeof pageQuery>['execute']>>[number];

/** A page of everything: what Explore and the plain list ask for all the time, so its query is kept. */
function wholeCataloguePage(db: Db | Tx, engine: Engine, page: TrackPage) {
  const name = `tracks: ${page.sort}${page.after ? ', later page' : ''}`;
  return keptQuery<{ moment: string; limit: number } & Omit<TrackCursor, 'tier'>, Row>(
    engine,
    name,
    (place) => {
      const after = {
        tier: 2,
        popularity: place('popularity'),
        created_at: place('created_at'),
        id: place('id'),
      };
      return pageQuery(db, engine, place('moment'), {
        ...page,
        limit: place('limit'),
        after: page.after && after,
      });
    },
  );
}

export async function countMatching(
  db: Db | Tx,
  engine: Engine,
  now: number,
  filter: TrackFilter,
): Promise<number> {
  const row = await narrowed(live(db, momentOf(now), filter), engine, filter)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(row.total);
}

export function selectOne(db: Db | Tx, now: number, id: string) {
  return live(db, momentOf(now))
    .select(columns)
    .select(genreOf)
    .where('track.id', '=', id)
    .executeTakeFirst();
}

/** How much of a track's search text the index `track_by_name` holds: names that long are compared whole. */
const NAME_LENGTH = 200;

/** Live tracks by their whole search text, the newest first. */
export async function selectByNames(db: Db | Tx, now: number, names: string[]) {
  const start = sql<string>`substr(track.search_text, 1, ${sql.lit(NAME_LENGTH)})`;
  const starts = [...new Set(names.map((name) => [...name].slice(0, NAME_LENGTH).join('')))];
  return db
    .selectFrom('track')
    .where(start, 'in', starts)
    .where(isLive(now))
    .select(['track.id', 'track.search_text'])
    .orderBy('track.created_at', 'desc')
    .orderBy('track.id', 'desc')
    .execute();
}

/** Which of these tracks are live. */
export async function selectLiveIds(db: Db | Tx, now: number, ids: string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('track')
    .where('track.id', 'in', ids)
    .where(isLive(now))
    .select('track.id')
    .execute();
  return rows.map((row) => row.id);
}
