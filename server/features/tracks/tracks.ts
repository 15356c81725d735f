import { randomUUID } from 'node:crypto';
import { Problem } from 'contract/errors.ts';
import { SECTION_SIZE } from 'contract/tracks.ts';
import { z } from 'zod';
import type { Context } from '../../context.ts';
import type { Db, NewTrack, Tx } from '../../platform/db/schema.ts';
import { type Order, type PageQuery, paginate } from '../../platform/http/paging.ts';
import { fold } from '../../platform/text/fold.ts';
import {
  countMatching,
  selectAny,
  selectByNames,
  selectLiveIds,
  selectOne,
  selectPage,
  type TrackFilter,
  type TrackKeys,
  type TrackRow,
} from './queries.ts';
import { searchText } from './search-text.ts';

/** For features whose rows stand on tracks: what to select of a joined `track`, and what to ask of it. */
export { popularityAfterPlay } from './popularity.ts';
export { columns as trackColumns, genreOf, holds, isLive, lockLiveTrack, setPopularity } from './queries.ts';

/**
 * How long a total over the whole catalogue may be told again before it is counted anew, in ms: so many times
 * as long as counting took, that it never takes more than half a percent of the time, within these bounds.
 */
const TOTAL_IS_FRESH = { times: 200, least: 10_000, most: 60_000 };

export interface TrackQuery extends PageQuery {
  q?: string | undefined;
  genre?: string | undefined;
  sort: 'popular' | 'newest';
}

const trackOrder: Order<TrackRow, TrackKeys> = {
  keys: z.tuple([z.int().min(0).max(2), z.number(), z.int().nonnegative(), z.uuid()]),
  keysOf: ({ tier, popularity, created_at, id }) => [tier, popularity, created_at, id],
};

/** One page of live tracks, the total that matches, and where the next page begins. */
export function listTracks(c: Context, query: TrackQuery) {
  const filter = filterOf(query);
  return paginate(
    query,
    trackOrder,
    (page) => selectPage(c.db, c.engine, c.clock(), { ...filter, sort: query.sort, ...page }),
    () => totalOf(c, filter),
  );
}

/** @throws Problem `not_found` for unknown, deleted and unreleased tracks alike. */
export async function getTrack(c: Context, id: string) {
  const row = await selectOne(c.db, c.clock(), id);
  if (!row) throw new Problem('not_found');
  return row;
}

/** A track in any state, for admins. @throws Problem `not_found` for unknown ones. */
export async function getAnyTrack(db: Db | Tx, id: string) {
  const row = await selectAny(db, id);
  if (!row) throw new Problem('not_found');
  return row;
}

export async function isLiveTrack(db: Db | Tx, now: number, id: string): Promise<boolean> {
  return (await selectLiveIds(db, now, [id])).length === 1;
}

/** Folded words, each of which a search must find; none for a blank search. */
export function termsOf(q: string | undefined): string[] {
  return filterOf({ q }).terms;
}

/** How a file from elsewhere may speak of a track: by its id, or by its names, the likeliest first. */
export interface TrackMention {
  track_id?: string | undefined;
  names: { title: string; display_artist: string }[];
}

/** Tracks looked for in one query. */
const MENTIONS_AT_ONCE = 500;

/** The live tracks that are meant, in the same order; undefined where there is none. */
export async function findMentioned(c: Context, mentions: TrackMention[]): Promise<(string | undefined)[]> {
  const now = c.clock();
  const ids = new Set<string>();
  const given = mentions.flatMap(({ track_id }) => track_id ?? []);
  for (const some of chunks(given)) for (const id of await selectLiveIds(c.db, now, some)) ids.add(id);

  const unknown = mentions.filter(({ track_id }) => track_id === undefined || !ids.has(track_id));
  const byName = new Map<string, string>();
  for (const some of chunks(unknown.flatMap(({ names }) => names.map(searchText)))) {
    for (const { id, search_text } of await selectByNames(c.db, now, some)) {
      if (!byName.has(search_text)) byName.set(search_text, id);
    }
  }
  return mentions.map(({ track_id, names }) => {
    if (track_id !== undefined && ids.has(track_id)) return track_id;
    return names.map((name) => byName.get(searchText(name))).find((id) => id !== undefined);
  });
}

function chunks<T>(all: T[]): T[][] {
  return Array.from({ length: Math.ceil(all.length / MENTIONS_AT_ONCE) }, (_, i) =>
    all.slice(i * MENTIONS_AT_ONCE, (i + 1) * MENTIONS_AT_ONCE),
  );
}

/** §2: the newest of all; the first four and the next four of the list that matches the search. */
export async function explore(c: Context, q: string | undefined) {
  const everything: TrackFilter = { terms: [], phrase: '', genre: undefined };
  const page = { after: undefined };
  const [newReleases, popular] = await Promise.all([
    selectPage(c.db, c.engine, c.clock(), { ...everything, ...page, sort: 'newest', limit: SECTION_SIZE }),
    selectPage(c.db, c.engine, c.clock(), {
      ...filterOf({ q }),
      ...page,
      sort: 'popular',
      limit: 2 * SECTION_SIZE,
    }),
  ]);
  return {
    newReleases,
    mostPopular: popular.slice(0, SECTION_SIZE),
    trendingNow: popular.slice(SECTION_SIZE),
  };
}

/** Writes a track and its genre, searchable at once. */
export async function insertTrack(
  tx: Tx,
  track: Omit<NewTrack, 'seq' | 'search_text'>,
  genre: string,
): Promise<void> {
  await tx
    .insertInto('track')
    .values({ ...track, search_text: searchText(track) })
    .execute();
  await setGenre(tx, track.id, genre);
}

/** Changes a track, and its genre where one is given; searchable by its new names at once. */
export async function updateTrack(
  tx: Tx,
  id: string,
  changes: Partial<Omit<NewTrack, 'seq' | 'id' | 'search_text'>>,
  genre?: string,
): Promise<void> {
  await tx.updateTable('track').set(changes).where('id', '=', id).execute();
  if (changes.title !== undefined || changes.display_artist !== undefined) {
    const names = await tx
      .selectFrom('track')
      .select(['title', 'display_artist'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    await tx
      .updateTable('track')
      .set({ search_text: searchText(names) })
      .where('id', '=', id)
      .execute();
  }
  if (genre !== undefined) await setGenre(tx, id, genre);
}

async function setGenre(tx: Tx, track_id: string, genre: string): Promise<void> {
  await tx
    .deleteFrom('track_tag')
    .where('track_id', '=', track_id)
    .where('tag_id', 'in', (eb) => eb.selectFrom('tag').where('type', '=', 'genre').select('id'))
    .execute();
  await tx
    .insertInto('tag')
    .values({ id: randomUUID(), type: 'genre', name: genre })
    .onConflict((conflict) => conflict.columns(['type', 'name']).doNothing())
    .execute();
  await tx
    .insertInto('track_tag')
    .columns(['track_id', 'tag_id'])
    .expression((eb) =>
      eb
        .selectFrom('tag')
        .where('type', '=', 'genre')
        .where('name', '=', genre)
        .select((e) => [e.val(track_id).as('track_id'), 'tag.id as tag_id']),
    )
    .execute();
}

function filterOf(wish: { q?: string | undefined; genre?: string | undefined }): TrackFilter {
  const phrase = wish.q ? fold(wish.q) : '';
  return { phrase, terms: phrase === '' ? [] : [...new Set(phrase.split(' '))], genre: wish.genre };
}

const totals = new WeakMap<Context['db'], { total: number; until: number }>();

/** The total over the whole catalogue is kept for a moment: counting a million rows takes longer than a page. */
async function totalOf(c: Context, filter: TrackFilter): Promise<number> {
  if (filter.phrase !== '' || filter.genre !== undefined)
    return countMatching(c.db, c.engine, c.clock(), filter);
  const kept = totals.get(c.db);
  if (kept && c.clock() < kept.until) return kept.total;
  const began = performance.now();
  const total = await countMatching(c.db, c.engine, c.clock(), filter);
  const { times, least, most } = TOTAL_IS_FRESH;
  const fresh = Math.min(most, Math.max(least, times * (performance.now() - began)));
  totals.set(c.db, { total, until: c.clock() + fresh });
  return total;
}

/** To be called after tracks were published or withdrawn. */
export function forgetTotal(db: Context['db']): void {
  totals.delete(db);
}
