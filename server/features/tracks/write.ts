import { randomUUID } from 'node:crypto';
import { slugOf } from 'contract/slugs.ts';
import type { Engine } from '../../platform/db/engine.ts';
import type { Tx } from '../../platform/db/schema.ts';
import type { NewTrack } from '../../platform/db/tables/tracks.ts';
import { learnWords } from '../search/search.ts';
import { searchText } from './names.ts';

/** Columns derived from others. */
type Derived = 'seq' | 'artist_slug' | 'search_text' | 'genre' | 'genre_parent';

/** Inserts a track with its genre and search text. */
export async function insertTrack(tx: Tx, track: Omit<NewTrack, Derived>, genre: string): Promise<void> {
  await tx
    .insertInto('track')
    .values({ ...track, ...nameColumns(track), ...genreColumns(genre) })
    .execute();
  await learnWords(tx, searchText(track));
  await setGenreTag(tx, track.id, genre);
  if (track.is_deleted) return;
  await addToCount(tx, genre, 1);
  await addToArtist(tx, track.display_artist, 1);
}

/** Updates a track, its search text, and optionally its genre. What others stored about tracks becomes outdated. */
export async function updateTrack(
  tx: Tx,
  engine: Engine,
  id: string,
  changes: Partial<Omit<NewTrack, Derived | 'id'>>,
  genre?: string,
): Promise<void> {
  const before = await engine
    .lockRow(
      tx
        .selectFrom('track')
        .where('id', '=', id)
        .select(['title', 'display_artist', 'is_deleted', 'track.genre']),
    )
    .executeTakeFirstOrThrow();
  const after = { ...before, ...changes, genre: genre ?? before.genre };
  await tx
    .updateTable('track')
    .set({ ...changes, ...nameColumns(after), ...(genre !== undefined && genreColumns(genre)) })
    .where('id', '=', id)
    .execute();
  await tx
    .updateTable('catalogue')
    .set((eb) => ({ revision: eb('revision', '+', 1) }))
    .execute();
  if (after.title !== before.title || after.display_artist !== before.display_artist)
    await learnWords(tx, searchText(after));
  if (genre !== undefined) await setGenreTag(tx, id, genre);
  if (before.genre !== after.genre || before.is_deleted !== after.is_deleted) {
    if (!before.is_deleted) await addToCount(tx, before.genre, -1);
    if (!after.is_deleted) await addToCount(tx, after.genre, 1);
  }
  if (before.display_artist !== after.display_artist || before.is_deleted !== after.is_deleted) {
    if (!before.is_deleted) await addToArtist(tx, before.display_artist, -1);
    if (!after.is_deleted) await addToArtist(tx, after.display_artist, 1);
  }
}

const nameColumns = (track: { title: string; display_artist: string }) => ({
  search_text: searchText(track),
  artist_slug: slugOf(track.display_artist),
});

const genreColumns = (genre: string) => ({ genre, genre_parent: genre.split(':')[0]! });

async function addToCount(tx: Tx, genre: string | null, tracks: 1 | -1): Promise<void> {
  await tx
    .insertInto('genre_count')
    .values({ genre: genre ?? '', tracks: Math.max(0, tracks) })
    .onConflict((conflict) =>
      conflict.column('genre').doUpdateSet((eb) => ({ tracks: eb('genre_count.tracks', '+', tracks) })),
    )
    .execute();
}

/** Counts a track of an artist. An added one also brings the latest spelling of the name. */
async function addToArtist(tx: Tx, name: string, tracks: 1 | -1): Promise<void> {
  await tx
    .insertInto('artist')
    .values({ slug: slugOf(name), name, tracks: Math.max(0, tracks) })
    .onConflict((conflict) =>
      conflict.column('slug').doUpdateSet((eb) => ({
        tracks: eb('artist.tracks', '+', tracks),
        ...(tracks === 1 && { name }),
      })),
    )
    .execute();
}

async function setGenreTag(tx: Tx, track_id: string, genre: string): Promise<void> {
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

/** A counted play weighs half as much after 14 days (`decisions.md` 4). */
const HALF_LIFE_MS = 14 * 86_400_000;
/** 2020-01-01, so that the scores of played tracks are well above 0, the score of a track never played. */
const ORIGIN_MS = 1_577_836_800_000;

/**
 * A track's popularity after one more play.
 *
 * The sum over plays of 2^(-age / half-life) changes constantly, but the *order* of tracks does not if all terms are
 * scaled alike. So we store log2 of the sum of 2^((played at - origin) / half-life): it stays comparable forever, changes
 * only with a play, and an index can sort by it. ("Forward decay", Cormode et al., ICDE 2009.)
 *
 * @param score the current score; 0 for a track never played.
 * @param playedAt epoch milliseconds.
 */
export function popularityAfterPlay(score: number, playedAt: number): number {
  const play = (playedAt - ORIGIN_MS) / HALF_LIFE_MS;
  if (score === 0) return play;
  const [high, low] = score > play ? [score, play] : [play, score];
  return high + Math.log2(1 + 2 ** (low - high));
}
