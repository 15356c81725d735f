import { type ExpressionBuilder, sql } from 'kysely';
import type { Engine } from '../../platform/db/engine.ts';
import { keptQuery } from '../../platform/db/kept-query.ts';
import type { Db, Schema, Tx } from '../../platform/db/schema.ts';

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
  'track.backers',
  // By primary key, and only for the few tracks that were requested.
  sql<string | null>`(select "user".username from "user"
    where "user".id = track.requester_id and "user".deleted_at is null)`.as('requested_by'),
] as const;

/** What narrows a list. `terms` and `phrase` are folded text. */
export interface TrackFilter {
  terms: string[];
  phrase: string;
  genre: string | undefined;
}

/** What a page of tracks is sorted by. The tier of a match is 0 exact, 1 prefix, 2 anywhere; 2 without a search. */
export type TrackKeys = [tier: number, popularity: number, created_at: number, id: string];

export interface TrackPage extends TrackFilter {
  sort: 'popular' | 'newest';
  limit: number;
  after: TrackKeys | undefined;
}

export const genreOf = (eb: ExpressionBuilder<Schema, 'track'>) =>
  eb
    .selectFrom('track_tag')
    .innerJoin('tag', 'tag.id', 'track_tag.tag_id')
    .whereRef('track_tag.track_id', '=', 'track.id')
    .where('tag.type', '=', 'genre')
    .select('tag.name')
    .limit(1)
    .as('genre');

/** Tracks that anyone may see: not deleted, and released by `moment` (as `release_date` is written). */
function live(db: Db | Tx, moment: string, searched = false) {
  // In a search the + keeps SQLite from walking a whole list to ask of each track whether it is among the matches.
  const is_deleted = searched ? sql<number>`+track.is_deleted` : sql.ref<number>('track.is_deleted');
  return db.selectFrom('track').where(is_deleted, '=', 0).where('track.release_date', '<=', moment);
}

/**
 * Whether a joined `track` is one that anyone may see. Whoever narrows a list by it joins with `crossJoin`, which
 * SQLite takes in the order that is written: it might walk all live tracks first to find the few that are meant.
 */
export const isLive = (now: number) =>
  sql<boolean>`(track.is_deleted = 0 and track.release_date <= ${momentOf(now)})`;

const momentOf = (now: number) => new Date(now).toISOString();

/** Condition on a joined `track`: title or artist hold this folded term; without the index, for few rows. */
export const holds = (term: string) => like(`%${escaped(term)}%`);

const like = (pattern: string) => sql<boolean>`track.search_text like ${pattern} escape '\\'`;
const escaped = (text: string) => text.replace(/[\\%_]/g, '\\$&');

/** A filter as the SQL takes it: patterns instead of what they are made from. */
type Narrowing = ReturnType<typeof narrowingOf>;

function narrowingOf(engine: Engine, { terms, phrase, genre }: TrackFilter) {
  const p = escaped(phrase);
  return {
    matches: engine.matchesOf(terms.filter((term) => term.length >= engine.shortestIndexedTerm)),
    holding: terms
      .filter((term) => term.length < engine.shortestIndexedTerm)
      .map((term) => `%${escaped(term)}%`),
    phrase:
      phrase === '' ? undefined : { title: `${p}\n%`, artist: `%\n${p}`, start: `${p}%`, later: `%\n${p}%` },
    genre: genre === undefined ? undefined : { itself: genre, below: `${escaped(genre)}:%` },
  };
}

/** 0 where the whole title or artist is the phrase, 1 where one starts with it, 2 otherwise. */
function tierOf(phrase: Narrowing['phrase']) {
  if (!phrase) return sql<number>`2`;
  return sql<number>`case when ${like(phrase.title)} or ${like(phrase.artist)} then 0
    when ${like(phrase.start)} or ${like(phrase.later)} then 1 else 2 end`;
}

function narrowed(
  db: Db | Tx,
  engine: Engine,
  moment: string,
  { matches, holding, phrase, genre }: Narrowing,
) {
  let query = live(db, moment, phrase !== undefined);
  if (matches.length > 0) query = query.where(engine.tracksMatching(matches));
  for (const pattern of holding) query = query.where(like(pattern));
  if (!genre) return query;
  return query.where(({ exists, selectFrom }) =>
    exists(
      selectFrom('track_tag')
        .innerJoin('tag', 'tag.id', 'track_tag.tag_id')
        .whereRef('track_tag.track_id', '=', 'track.id')
        .where('tag.type', '=', 'genre')
        .where((eb) =>
          eb.or([eb('tag.name', '=', genre.itself), sql<boolean>`tag.name like ${genre.below} escape '\\'`]),
        )
        .select('tag.id'),
    ),
  );
}

export type TrackRow = Awaited<ReturnType<typeof selectPage>>[number];

/** One page of live tracks; exact and prefix matches before the rest when there is a phrase. */
export async function selectPage(db: Db | Tx, engine: Engine, now: number, page: TrackPage) {
  const { sort, limit, after } = page;
  const values = {
    moment: momentOf(now),
    limit,
    after,
    filter: narrowingOf(engine, page),
  };
  const query = keptQuery(engine, `tracks, ${sort}`, values, (v) => pageQuery(db, engine, sort, v));
  return (await db.executeQuery(query)).rows;
}

function pageQuery(
  db: Db | Tx,
  engine: Engine,
  sort: TrackPage['sort'],
  {
    moment,
    limit,
    after,
    filter,
  }: Pick<TrackPage, 'limit' | 'after'> & { moment: string; filter: Narrowing },
) {
  const tier = tierOf(filter.phrase);
  let query = narrowed(db, engine, moment, filter).select(columns).select(genreOf).select(tier.as('tier'));
  if (filter.phrase) query = query.orderBy('tier');
  if (sort === 'popular') query = query.orderBy('track.popularity', 'desc');
  query = query.orderBy('track.created_at', 'desc').orderBy('track.id', 'desc');
  if (after) {
    const [lastTier, popularity, created_at, id] = after;
    const later =
      sort === 'popular'
        ? sql<boolean>`(track.popularity, track.created_at, track.id) < (${popularity}, ${created_at}, ${id})`
        : sql<boolean>`(track.created_at, track.id) < (${created_at}, ${id})`;
    query = query.where(
      filter.phrase ? sql<boolean>`(${tier} > ${lastTier} or (${tier} = ${lastTier} and ${later}))` : later,
    );
  }
  return query.limit(limit);
}

export async function countMatching(
  db: Db | Tx,
  engine: Engine,
  now: number,
  filter: TrackFilter,
): Promise<number> {
  const row = await narrowed(db, engine, momentOf(now), narrowingOf(engine, filter))
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(row.total);
}

/** A track in any state, for admins. */
export function selectAny(db: Db | Tx, id: string) {
  return db
    .selectFrom('track')
    .select(columns)
    .select(genreOf)
    .select('track.is_deleted')
    .where('track.id', '=', id)
    .executeTakeFirst();
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
  return live(db, momentOf(now), true)
    .where(start, 'in', starts)
    .select(['track.id', 'track.search_text'])
    .orderBy('track.created_at', 'desc')
    .orderBy('track.id', 'desc')
    .execute();
}

/** Which of these tracks are live. */
export async function selectLiveIds(db: Db | Tx, now: number, ids: string[]): Promise<string[]> {
  const rows = await live(db, momentOf(now), true).where('track.id', 'in', ids).select('track.id').execute();
  return rows.map((row) => row.id);
}

/** Locks a live track's row until the transaction ends; returns what counting a play needs. */
export function lockLiveTrack(tx: Tx, engine: Engine, now: number, id: string) {
  const query = live(tx, momentOf(now))
    .where('track.id', '=', id)
    .select(['track.duration_seconds', 'track.popularity']);
  return engine.lockRow(query).executeTakeFirst();
}

export async function setPopularity(tx: Tx, id: string, popularity: number): Promise<void> {
  await tx.updateTable('track').set({ popularity }).where('id', '=', id).execute();
}
