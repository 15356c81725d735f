import type { SearchResults } from 'contract/extensions/search.ts';
import { pluralize } from 'contract/text/pluralize.ts';
import { artistPath, genrePath, trackPath } from 'contract/text/slugs.ts';

/** A result as the list shows it. */
export interface Result {
  /** Unique in the list; also the id of its element. */
  id: string;
  href: string;
  name: string;
  detail?: string;
  /** A track's cover; null for the default one. */
  cover?: string | null;
}

export interface ResultGroup {
  kind: 'tracks' | 'artists' | 'genres' | 'requests' | 'playlists' | 'more';
  /** Its heading; undefined for what leads elsewhere. */
  name?: string;
  results: Result[];
}

/** The results in the order in which they are shown, without empty groups. At the end is what the text leads to. */
export function resultGroups(q: string, found: SearchResults): ResultGroup[] {
  const groups: ResultGroup[] = [
    {
      kind: 'tracks',
      name: 'Songs',
      results: found.tracks.map((track) => ({
        id: `track-${track.id}`,
        href: trackPath(track),
        name: track.title,
        detail: track.display_artist,
        cover: track.cover_image_url,
      })),
    },
    {
      kind: 'artists',
      name: 'Artists',
      results: found.artists.map(({ slug, name, tracks }) => ({
        id: `artist-${slug}`,
        href: artistPath(name),
        name,
        detail: pluralize(tracks, 'track'),
      })),
    },
    {
      kind: 'genres',
      name: 'Genres',
      results: found.genres.map(({ genre, label }) => ({
        id: `genre-${genre}`,
        href: genrePath(genre),
        name: label,
      })),
    },
    {
      kind: 'requests',
      name: 'Song requests',
      results: found.requests.map(({ id, title, artist, votes, status }) => ({
        id: `request-${id}`,
        href: `/leaderboard/${id}`,
        name: title,
        detail: `${artist} · ${status === 'released' ? 'Released' : pluralize(votes, 'vote')}`,
      })),
    },
    {
      kind: 'playlists',
      name: 'Playlists',
      results: found.playlists.map(({ id, name }) => ({
        id: `playlist-${id}`,
        href: `/playlists/${id}`,
        name,
      })),
    },
  ];
  const filled = groups.filter(({ results }) => results.length > 0);
  return [
    ...filled,
    { kind: 'more', results: found.tracks.length > 0 ? [allTracks(q)] : unlisted(q, found) },
  ];
}

const allTracks = (q: string): Result => ({
  id: 'all-tracks',
  href: `/?q=${encodeURIComponent(q)}`,
  name: `See all songs for “${q}”`,
});

/** A suggestion comes before anything is offered for credits. */
const unlisted = (q: string, { meant }: SearchResults): Result[] =>
  meant === null ? [request(q)] : [suggestion(meant), request(q)];

const suggestion = (meant: string): Result => ({
  id: 'did-you-mean',
  href: `/?q=${encodeURIComponent(meant)}`,
  name: `Did you mean “${meant}”?`,
});

const request = (q: string): Result => ({
  id: 'request-it',
  href: `/leaderboard?title=${encodeURIComponent(q)}`,
  name: `Request “${q}”`,
  detail: 'If enough people vote for it, it gets made.',
});
