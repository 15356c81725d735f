/** A feed's path without its format. */
export const feedPaths = {
  new: '/feeds/new',
  requests: '/feeds/requests',
  genre: (genre: string) => `/feeds/genres/${genre}`,
  artist: (slug: string) => `/feeds/artists/${encodeURIComponent(slug)}`,
  comments: (on: 'request' | 'track', id: string) => `/feeds/comments/${on}/${id}`,
  playlist: (id: string) => `/feeds/playlists/${id}`,
};
