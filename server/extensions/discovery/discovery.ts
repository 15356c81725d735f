import { Problem } from 'contract/errors.ts';
import { slugOf } from 'contract/text/slugs.ts';
import type { Context } from '../../platform/context.ts';
import { selectArtist, selectArtistTracks } from './artists.ts';

/** Exports for other features. */
export { countByGenre } from './genres.ts';
export { listSimilar, similaritiesTo } from './similar.ts';

/** An artist with their newest live tracks. Any spelling of the slug will do. @throws Problem `not_found`. */
export async function getArtistNews(c: Context, slug: string, limit: number) {
  const artist = await selectArtist(c.db, c.clock(), slugOf(slug));
  if (!artist) throw new Problem('not_found');
  const page = { after: undefined, limit };
  return { artist, tracks: await selectArtistTracks(c.db, c.clock(), artist.slug, 'newest', page) };
}
