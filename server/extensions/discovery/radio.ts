import { Problem } from 'contract/errors.ts';
import { RADIO_MEMORY } from 'contract/extensions/radio.ts';
import { genreLabel, genreOf } from 'contract/genres.ts';
import { slugOf } from 'contract/text/slugs.ts';
import { z } from 'zod';
import { findTrack, getTracks, listTracks } from '../../features/tracks/tracks.ts';
import type { Context } from '../../platform/context.ts';
import { withAbsoluteUrls } from '../../platform/media/stored-urls.ts';
import { selectArtist, selectArtistTracks } from './artists.ts';
import { neighborsOf } from './genres.ts';
import { selectAmong, selectCandidates, selectComparable } from './similar-queries.ts';
import { type Candidate, type Comparable, scoreOf } from './similarity.ts';

/** Tracks of an answer: enough for an hour. */
const TRACKS = 20;

/**
 * The next tracks of a radio: what is like its seed and like what was played last, so that it wanders on.
 * @param played ids, the last one first.
 * @param origin of the media URLs.
 * @throws Problem `not_found` without such a track, artist or genre, or without tracks of it.
 */
export async function getRadio(
  c: Context,
  { seed, played }: { seed: string; played: string[] },
  origin: string,
  random: () => number = Math.random,
) {
  const now = c.clock();
  const start = await resolveSeed(c, seed);
  if (!start) throw new Problem('not_found');
  const last = played[0] === undefined ? undefined : await selectComparable(c.db, now, played[0]);
  const found = new Map<string, Candidate>();
  const collect = (candidates: Candidate[]) => {
    for (const one of candidates) found.set(one.id, one);
  };
  collect(await candidatesFor(c, now, start.like));
  if (last) collect(await candidatesFor(c, now, last));
  collect((await selectAmong(c.db, now, start.own)).map((one) => ({ ...one, savers: 0 })));

  const first = played.length === 0 ? start.first : undefined;
  if (first) found.delete(first);
  const ids = orderRadio(start.like, [...found.values()], first ? [first] : played, TRACKS, random);
  const tracks = await getTracks(c, first ? [first, ...ids] : ids);
  return { name: start.name, tracks: withAbsoluteUrls(tracks, origin) };
}

const candidatesFor = (c: Context, now: number, like: Comparable) =>
  selectCandidates(
    c.db,
    now,
    like,
    like.genre_parent === null ? [] : neighborsOf(like.genre_parent),
    RADIO_MEMORY,
  );

/** Starting point of a radio. */
interface RadioSeed {
  name: string;
  /** Basis of comparison for its tracks. */
  like: Comparable;
  /** The track that it begins with, if it begins with a certain one. */
  first: string | undefined;
  /** Tracks that belong to it besides those that resemble it. */
  own: string[];
}

/** Limit of an artist's or a genre's own tracks in its radio. */
const OWN = 60;

const uuid = z.uuid();

type ReadContext = Pick<Context, 'db' | 'engine' | 'clock'>;

/** Resolves `track:{id}`, `artist:{slug}` or `genre:{slug}`; undefined if there is no such thing to play. */
async function resolveSeed(c: Context, seed: string): Promise<RadioSeed | undefined> {
  const [kind = '', name = ''] = [seed.slice(0, seed.indexOf(':')), seed.slice(seed.indexOf(':') + 1)];
  if (kind === 'track') return seedOfTrack(c, name);
  return kind === 'artist' ? seedOfArtist(c, slugOf(name)) : seedOfGenre(c, name.toLowerCase());
}

async function seedOfTrack(c: ReadContext, id: string): Promise<RadioSeed | undefined> {
  if (!uuid.safeParse(id).success) return undefined;
  const [like, track] = await Promise.all([selectComparable(c.db, c.clock(), id), findTrack(c, id)]);
  return like && track && { name: track.title, like, first: id, own: [] };
}

async function seedOfArtist(c: ReadContext, slug: string): Promise<RadioSeed | undefined> {
  const now = c.clock();
  const [artist, tracks] = await Promise.all([
    selectArtist(c.db, now, slug),
    selectArtistTracks(c.db, now, slug, 'popular', { after: undefined, limit: OWN }),
  ]);
  const own = tracks.map(({ id }) => id);
  const like = own[0] && (await selectComparable(c.db, now, own[0]));
  return artist && like ? { name: artist.name, like, first: own[0], own } : undefined;
}

/** Without a tempo and a key, only the genre counts. */
async function seedOfGenre(c: Context, value: string): Promise<RadioSeed | undefined> {
  const genre = genreOf(value)?.value;
  if (genre === undefined) return undefined;
  const { rows } = await listTracks(c, { genre, sort: 'popular', limit: OWN });
  const like = rows[0] && (await selectComparable(c.db, c.clock(), rows[0].id));
  if (!like) return undefined;
  return {
    name: genreLabel(genre),
    like: { ...like, genre, genre_parent: genre.split(':')[0]!, bpm: null, musical_key: null },
    first: undefined,
    own: rows.map(({ id }) => id),
  };
}

/** The most that chance adds to a track's score: less than what `same genre` weighs. */
const CHANCE = 1.5;
/** Age of the last play of a track never played. */
const NEVER = Number.POSITIVE_INFINITY;
/** Tracks between two of the same artist, as long as there are others. */
const ARTIST_DISTANCE = 3;

/**
 * Orders candidates for a radio: those like its seed first, mixed by chance; then those that were played, the longest
 * ago first. Tracks of the same name count as one, and an artist does not return at once while there are others.
 * @param played ids, the last one first.
 * @param random returns 0 up to 1.
 */
function orderRadio(
  seed: Comparable,
  candidates: Candidate[],
  played: string[],
  limit: number,
  random: () => number,
): string[] {
  // Of a track that was played twice, the last time counts.
  const ago = new Map(played.map((id, index) => [id, index] as const).reverse());
  const names = new Set<string>();
  const ordered = candidates
    .map((one) => ({ one, score: scoreOf(seed, one) + CHANCE * random(), ago: ago.get(one.id) ?? NEVER }))
    .sort((a, b) => (a.ago === b.ago ? b.score - a.score : b.ago - a.ago))
    .filter(({ one }) => !names.has(one.search_text) && names.add(one.search_text));
  const byId = new Map(candidates.map((one) => [one.id, one.display_artist]));
  const recent = played
    .slice(0, ARTIST_DISTANCE)
    .map((id) => byId.get(id) ?? '')
    .reverse();
  const list: string[] = [];
  while (list.length < limit && ordered.length > 0) {
    const near = recent.slice(-ARTIST_DISTANCE);
    const isHeard = ordered[0]!.ago !== NEVER;
    // Only among the next few, so that variety does not bring what is unlike the seed or was played.
    const next = ordered
      .slice(0, 12)
      .findIndex(({ one, ago }) => (ago !== NEVER) === isHeard && !near.includes(one.display_artist));
    const [{ one }] = ordered.splice(Math.max(0, next), 1) as [(typeof ordered)[number]];
    list.push(one.id);
    recent.push(one.display_artist);
  }
  return list;
}
