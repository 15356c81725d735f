import type { GenreCount, GenrePage } from 'contract/extensions/places.ts';
import { genreOf, genres } from 'contract/genres.ts';
import { listOfGenres } from '../../features/song-requests/song-requests.ts';
import { explore, listTracks, momentOf, without } from '../../features/tracks/tracks.ts';
import type { Context } from '../../platform/context.ts';
import { withAbsoluteUrls } from '../../platform/media/stored-urls.ts';

/** Tracks of each section: whole rows in 2 and 4 columns. */
const SECTION = 8;

/** Requests of a genre, and how many are read: those that reached their goal come first, and are no longer open. */
const REQUESTS = 4;
const REQUESTS_READ = 24;

/** The parent genres with their live tracks, those of their sub-genres included. */
export async function listGenres(c: Context): Promise<GenreCount[]> {
  const counts = await countByGenre(c);
  return genres.map((parent) => ({ genre: parent.value, tracks: totalOf(parent.value, counts) }));
}

/**
 * The page of a genre. Without such a genre, popular tracks.
 * @param origin of the media URLs.
 */
export async function getGenrePage(c: Context, slug: string, origin: string): Promise<GenrePage> {
  const genre = genreOf(slug.toLowerCase())?.value;
  if (genre === undefined) {
    const popular = withAbsoluteUrls((await explore(c, undefined)).mostPopular, origin);
    return { genre: null, subs: [], neighbors: [], requests: [], popular, newest: [] };
  }
  const list = (sort: 'popular' | 'newest', limit: number) => listTracks(c, { genre, sort, limit });
  const [counts, requests, popular, newest] = await Promise.all([
    countByGenre(c),
    listOfGenres(c, [genre], REQUESTS_READ),
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
    requests: requests.filter(({ status }) => status === 'open').slice(0, REQUESTS),
    popular: withAbsoluteUrls(popular.rows, origin),
    newest: withAbsoluteUrls(without(newest.rows, popular.rows).slice(0, SECTION), origin),
  };
}

/** A parent genre includes its sub-genres. */
export function totalOf(genre: string, counts: Map<string, number>): number {
  let total = counts.get(genre) ?? 0;
  if (!genre.includes(':'))
    for (const [one, tracks] of counts) if (one.startsWith(`${genre}:`)) total += tracks;
  return Math.max(0, total);
}

/**
 * Live tracks of each genre: the stored counts, fewer than 400, minus the few that are not released yet.
 * @param among the genres to count, unless all.
 */
export async function countByGenre(
  { db, engine, clock }: Pick<Context, 'db' | 'engine' | 'clock'>,
  among?: string[],
): Promise<Map<string, number>> {
  let stored = db.selectFrom('genre_count').where('tracks', '>', 0);
  if (among) stored = stored.where(engine.isAnyOf('genre_count.genre', among));
  const [counted, scheduled] = await Promise.all([
    stored.select(['genre', 'tracks']).execute(),
    db
      .selectFrom('track')
      .where('is_deleted', '=', 0)
      .where('release_date', '>', momentOf(clock()))
      .groupBy('genre')
      .select(({ fn }) => ['genre', fn.countAll<number>().as('tracks')])
      .execute(),
  ]);
  const counts = new Map(counted.map(({ genre, tracks }) => [genre, Number(tracks)]));
  for (const { genre, tracks } of scheduled)
    counts.set(genre ?? '', (counts.get(genre ?? '') ?? 0) - Number(tracks));
  return counts;
}

/** The parent genres whose listeners often like each other's; each pair is listed once. */
const pairs = [
  ['pop', 'r-and-b-soul electronic-dance rock east-and-southeast-asia'],
  ['hip-hop-rap', 'r-and-b-soul dubstep-bass breaks-downtempo-ambient'],
  ['r-and-b-soul', 'funk-disco blues gospel-christian jazz'],
  ['rock', 'metal punk-hardcore blues folk'],
  ['metal', 'punk-hardcore'],
  ['electronic-dance', 'house techno trance-psy funk-disco'],
  ['house', 'techno funk-disco'],
  ['techno', 'trance-psy'],
  ['drum-and-bass-jungle', 'dubstep-bass breaks-downtempo-ambient electronic-dance'],
  ['breaks-downtempo-ambient', 'new-age-wellness experimental-avant-garde'],
  ['jazz', 'blues funk-disco latin'],
  ['blues', 'country-americana'],
  ['country-americana', 'folk'],
  ['folk', 'world-traditional'],
  ['reggae-dub-ska', 'caribbean african'],
  ['latin', 'caribbean'],
  ['african', 'middle-east-north-africa'],
  ['middle-east-north-africa', 'south-asia world-traditional'],
  ['south-asia', 'world-traditional'],
  ['east-and-southeast-asia', 'world-traditional'],
  ['classical-orchestral', 'opera-choral new-age-wellness experimental-avant-garde'],
  ['opera-choral', 'gospel-christian'],
  ['other', 'pop classical-orchestral'],
] as const;

const neighbors = new Map<string, Set<string>>();
for (const [genre, others] of pairs)
  for (const other of others.split(' ')) {
    neighbors.set(genre, (neighbors.get(genre) ?? new Set()).add(other));
    neighbors.set(other, (neighbors.get(other) ?? new Set()).add(genre));
  }

/** The parent genres next to a parent genre. */
export const neighborsOf = (parent: string): string[] => [...(neighbors.get(parent) ?? [])];
