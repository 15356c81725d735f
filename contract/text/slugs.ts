/** Slugs, and paths of pages and feeds. Without zod: links of the first page need them. */

/** Letters of the longest slug. */
const SLUG_MAX = 80;

/**
 * A name as part of a URL: lower case, without diacritics, `&` as `and`, every other run of signs one hyphen.
 * Letters of any script stay. Names without letters and digits get their code points instead.
 */
export function slugOf(name: string): string {
  const slug = name
    .normalize('NFKD')
    // Only the diacritics of European scripts: those of others are letters.
    .replace(/[\u0300-\u036f]+/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replaceAll(/['’]/g, '')
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, '-')
    .replace(/^-|-$/g, '');
  if (slug !== '') return [...slug].slice(0, SLUG_MAX).join('').replace(/-$/, '');
  return [...name.trim()]
    .slice(0, 8)
    .map((sign) => `u${sign.codePointAt(0)!.toString(16)}`)
    .join('-');
}

/** The page of a track. */
export const trackPath = ({ id, title }: { id: string; title: string }) =>
  `/tracks/${id}/${encodeURIComponent(slugOf(title))}`;

/** The page of an artist. Names that differ only by case, accents and punctuation are one artist. */
export const artistPath = (name: string) => `/artists/${encodeURIComponent(slugOf(name))}`;

/** The page of a person with a public profile. */
export const personPath = (username: string) => `/people/${encodeURIComponent(username)}`;

/** The page of a genre, by its stored value (`jazz:bebop`), which is its slug (decisions.md 5). */
export const genrePath = (value: string) => `/genres/${encodeURIComponent(value).replace('%3A', ':')}`;

/** A feed's path without its format. */
export const feedPaths = {
  new: '/feeds/new',
  requests: '/feeds/requests',
  genre: (genre: string) => `/feeds/genres/${genre}`,
  artist: (slug: string) => `/feeds/artists/${encodeURIComponent(slug)}`,
  comments: (on: 'request' | 'track', id: string) => `/feeds/comments/${on}/${id}`,
  playlist: (id: string) => `/feeds/playlists/${id}`,
};
