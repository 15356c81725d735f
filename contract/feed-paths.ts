/** Addresses of feeds. Without zod: the tags of pages need them. */

/** RSS 2.0, or JSON Feed 1.1. */
export const feedFormats = ['xml', 'json'] as const;
export type FeedFormat = (typeof feedFormats)[number];

/** A feed's address without its format. */
export const feedPaths = {
  new: '/feeds/new',
  requests: '/feeds/requests',
  genre: (genre: string) => `/feeds/genres/${genre}`,
  artist: (slug: string) => `/feeds/artists/${encodeURIComponent(slug)}`,
  playlist: (id: string) => `/feeds/playlists/${id}`,
};
