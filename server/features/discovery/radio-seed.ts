import { genreLabel, genreOf } from 'contract/genres.ts';
import { slugOf } from 'contract/slugs.ts';
import { z } from 'zod';
import type { Context } from '../../platform/context.ts';
import { findTrack, listTracks } from '../tracks/tracks.ts';
import { selectArtist, selectArtistTracks } from './artist-queries.ts';
import { selectComparable } from './similar-queries.ts';
import type { Comparable } from './similarity.ts';

/** What a radio starts from. */
export interface RadioSeed {
  name: string;
  /** What its tracks are compared with. */
  like: Comparable;
  /** The track that it begins with, if it begins with a certain one. */
  first: string | undefined;
  /** Tracks that belong to it besides those that resemble it. */
  own: string[];
}

/** How many of an artist's or a genre's tracks belong to its radio. */
const OWN = 60;

const uuid = z.uuid();

type ReadContext = Pick<Context, 'db' | 'engine' | 'clock'>;

/** Resolves `track:{id}`, `artist:{slug}` or `genre:{slug}`; undefined if there is no such thing to play. */
export async function resolveSeed(c: Context, seed: string): Promise<RadioSeed | undefined> {
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
