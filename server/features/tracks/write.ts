import { randomUUID } from 'node:crypto';
import { slugOf } from 'contract/text/slugs.ts';
import type { Engine } from '../../platform/db/engine.ts';
import type { Tx } from '../../platform/db/schema.ts';
import type { NewTrack } from '../../platform/db/tables/tracks.ts';
import { learnWords } from '../../platform/search/search.ts';
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
  for (const add of [addToGenre, addToArtist, addToAlbum]) await add(tx, { ...track, genre }, 1);
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
        .select(['title', 'is_deleted', ...counted]),
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
  const recount = async (columns: readonly (keyof Counted)[], add: typeof addToGenre) => {
    if (before.is_deleted === after.is_deleted && columns.every((name) => before[name] === after[name]))
      return;
    if (!before.is_deleted) await add(tx, before, -1);
    if (!after.is_deleted) await add(tx, after, 1);
  };
  await recount(['genre'], addToGenre);
  await recount(['display_artist'], addToArtist);
  await recount(['display_artist', 'release_date', 'duration_seconds'], addToAlbum);
}

/** Columns by which a track is counted. */
const counted = ['display_artist', 'genre', 'release_date', 'duration_seconds'] as const;
type Counted = Pick<NewTrack, (typeof counted)[number]>;

const nameColumns = (track: { title: string; display_artist: string }) => ({
  search_text: searchText(track),
  artist_slug: slugOf(track.display_artist),
});

const genreColumns = (genre: string) => ({ genre, genre_parent: genre.split(':')[0]! });

async function addToGenre(tx: Tx, { genre }: Counted, tracks: 1 | -1): Promise<void> {
  await tx
    .insertInto('genre_count')
    .values({ genre: genre ?? '', tracks: Math.max(0, tracks) })
    .onConflict((conflict) =>
      conflict.column('genre').doUpdateSet((eb) => ({ tracks: eb('genre_count.tracks', '+', tracks) })),
    )
    .execute();
}

/** An added track also brings the latest spelling of the name. */
async function addToArtist(tx: Tx, { display_artist: name }: Counted, tracks: 1 | -1): Promise<void> {
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

async function addToAlbum(tx: Tx, track: Counted, tracks: 1 | -1): Promise<void> {
  const seconds = tracks * track.duration_seconds;
  const key = { artist_slug: slugOf(track.display_artist), year: track.release_date.slice(0, 4) };
  await tx
    .insertInto('album')
    .values({ ...key, tracks: Math.max(0, tracks), seconds: Math.max(0, seconds) })
    .onConflict((conflict) =>
      conflict.columns(['artist_slug', 'year']).doUpdateSet((eb) => ({
        tracks: eb('album.tracks', '+', tracks),
        seconds: eb('album.seconds', '+', seconds),
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
