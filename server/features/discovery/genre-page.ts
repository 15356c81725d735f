import { genreOf, genres } from 'contract/genres.ts';
import type { GenreCount, GenrePage } from 'contract/places.ts';
import type { Context } from '../../platform/context.ts';
import { withAbsoluteUrls } from '../../platform/media/stored-urls.ts';
import { explore, listTracks, without } from '../tracks/tracks.ts';
import { neighborsOf } from './genre-neighbors.ts';
import { countByGenre } from './genre-queries.ts';

/** Tracks of each section: whole rows in 2 and 4 columns. */
const SECTION = 8;

/** The parent genres with their live tracks, those of their sub-genres included. */
export async function listGenres(c: Context): Promise<GenreCount[]> {
  const counts = await countByGenre(c.db, c.clock());
  return genres.map((parent) => ({ genre: parent.value, tracks: totalOf(parent.value, counts) }));
}

/**
 * What the page of a genre shows. Without such a genre, what is popular.
 * @param origin of the media addresses.
 */
export async function getGenrePage(c: Context, slug: string, origin: string): Promise<GenrePage> {
  const genre = genreOf(slug.toLowerCase())?.value;
  if (genre === undefined) {
    const popular = withAbsoluteUrls((await explore(c, undefined)).mostPopular, origin);
    return { genre: null, subs: [], neighbors: [], popular, newest: [] };
  }
  const list = (sort: 'popular' | 'newest', limit: number) => listTracks(c, { genre, sort, limit });
  const [counts, popular, newest] = await Promise.all([
    countByGenre(c.db, c.clock()),
    list('popular', SECTION),
    list('newest', 2 * SECTION),
  ]);
  const parent = genres.find(({ value }) => value === genre.split(':')[0])!;
  const subs = parent.subs
    .map(({ value }) => ({ genre: value, tracks: totalOf(value, counts) }))
    .filter((sub) => sub.tracks > 0 && sub.genre !== genre)
    .sort((a, b) => b.tracks - a.tracks);
  return {
    genre: { genre, tracks: totalOf(genre, counts) },
    subs,
    neighbors: neighborsOf(parent.value),
    popular: withAbsoluteUrls(popular.rows, origin),
    newest: withAbsoluteUrls(without(newest.rows, popular.rows).slice(0, SECTION), origin),
  };
}

/** A parent genre includes its sub-genres. */
function totalOf(genre: string, counts: Map<string, number>): number {
  let total = counts.get(genre) ?? 0;
  if (!genre.includes(':'))
    for (const [one, tracks] of counts) if (one.startsWith(`${genre}:`)) total += tracks;
  return Math.max(0, total);
}
