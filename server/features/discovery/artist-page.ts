import type { ArtistPage } from 'contract/places.ts';
import { slugOf } from 'contract/slugs.ts';
import { z } from 'zod';
import type { Context } from '../../platform/context.ts';
import { type Order, type Page, type PageQuery, paginate } from '../../platform/http/paging.ts';
import { withAbsoluteUrls } from '../../platform/media/stored-urls.ts';
import { explore, without } from '../tracks/tracks.ts';
import { type ArtistKeys, type ArtistSort, selectArtist, selectArtistTracks } from './artist-queries.ts';
import { listSimilar } from './similar.ts';

/** Tracks of each section: whole rows in 2 and 4 columns. */
const SECTION = 8;

type ArtistTrack = Awaited<ReturnType<typeof selectArtistTracks>>[number];

const artistOrder: Order<ArtistTrack, ArtistKeys> = {
  keys: z.tuple([z.number(), z.int().nonnegative(), z.uuid()]),
  keysOf: ({ popularity, created_at, id }) => [popularity, created_at, id],
};

/** One page of an artist's live tracks. Any spelling of the slug will do. */
export function listArtistTracks(
  c: Context,
  slug: string,
  { sort, ...page }: PageQuery & { sort: ArtistSort },
): Promise<Page<ArtistTrack>> {
  const artist = slugOf(slug);
  const now = c.clock();
  return paginate(
    page,
    artistOrder,
    (part) => selectArtistTracks(c.db, now, artist, sort, part),
    async () => (await selectArtist(c.db, now, artist))?.tracks ?? 0,
  );
}

/**
 * What the page of an artist shows. Without such an artist, what is popular.
 * @param origin of the media addresses.
 */
export async function getArtistPage(c: Context, slug: string, origin: string): Promise<ArtistPage> {
  const list = (sort: ArtistSort, limit: number) => listArtistTracks(c, slug, { sort, limit });
  const [artist, popular, newest] = await Promise.all([
    selectArtist(c.db, c.clock(), slugOf(slug)),
    list('popular', SECTION),
    list('newest', 2 * SECTION),
  ]);
  const [top] = popular.rows;
  if (!artist || !top) {
    const others = withAbsoluteUrls((await explore(c, undefined)).mostPopular, origin);
    return { artist: null, genres: [], popular: others, newest: [], similar: [] };
  }
  const similar = await listSimilar(c, top.id, 2 * SECTION, origin);
  return {
    artist,
    genres: genresOf(popular.rows),
    popular: withAbsoluteUrls(popular.rows, origin),
    newest: withAbsoluteUrls(without(newest.rows, popular.rows).slice(0, SECTION), origin),
    similar: similar.filter(({ track }) => slugOf(track.display_artist) !== artist.slug).slice(0, SECTION),
  };
}

export const isMissingArtist = ({ artist }: ArtistPage) => artist === null;

/** The genres of these tracks, the most frequent first. */
function genresOf(tracks: { genre: string | null }[]): string[] {
  const counts = new Map<string, number>();
  for (const { genre } of tracks) if (genre) counts.set(genre, (counts.get(genre) ?? 0) + 1);
  return [...counts.keys()].sort((a, b) => counts.get(b)! - counts.get(a)!).slice(0, 3);
}
