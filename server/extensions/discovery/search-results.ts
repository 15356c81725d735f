import { genres } from 'contract/genres.ts';
import { fold, wordsOf } from 'contract/text/fold.ts';
import { playlistKind } from '../../features/playlists/playlists.ts';
import { requestKind } from '../../features/song-requests/song-requests.ts';
import {
  artistName,
  getTracks,
  selectArtists,
  type TrackCandidate,
  trackKind,
} from '../../features/tracks/tracks.ts';
import {
  closest,
  ENOUGH,
  type Found,
  find,
  ranked,
  type SearchContext,
  type Term,
} from '../../platform/search/search.ts';

/** Results of each kind. */
const MOST = { tracks: 6, artists: 3, genres: 3, requests: 3, playlists: 3 };
/** Artists that are compared. */
const MAX_COMPARED = 200;

/** The best few of everything that matches, tracks as rows without absolute URLs. */
export async function searchEverything(c: SearchContext, text: string) {
  const { terms, found } = await find(c, {
    text,
    kinds: { tracks: trackKind(c), requests: requestKind(c), playlists: playlistKind(c) },
  });
  if (terms.length === 0) return NOTHING;
  const artists = await findArtists(c, terms, found.tracks);
  const genres = findGenres(terms, found.tracks.length < ENOUGH);
  const tracks = found.tracks.slice(0, MOST.tracks);
  const requests = found.requests.slice(0, MOST.requests);
  const playlists = found.playlists.slice(0, MOST.playlists);
  const named: Found<unknown>[] = [...tracks, ...artists, ...requests, ...playlists];
  const shown = [...named, ...genres];
  return {
    tracks: await getTracks(
      c,
      tracks.map(({ row }) => row.id),
    ),
    artists: artists.map(({ row }) => row),
    genres: genres.map(({ row: { genre, label } }) => ({ genre, label })),
    requests: requests.map(({ row }) => row),
    playlists: playlists.map(({ row }) => row),
    matched: [...new Set(shown.flatMap((one) => one.matched))],
    // A genre alone is nothing that somebody made.
    meant: meantBy(terms, shown) ?? (named.length === 0 ? await findPart(c, terms) : null),
  };
}

const NOTHING = {
  tracks: [],
  artists: [],
  genres: [],
  requests: [],
  playlists: [],
  matched: [],
  meant: null,
};

/** The text with its words corrected as in the best result; null if it needs no correction. */
function meantBy(terms: Term[], shown: Found<unknown>[]): string | null {
  const [best] = shown.toSorted((a, b) => a.score - b.score);
  if (!best) return null;
  const isTyped = terms.every(({ typed }, i) => best.matched[i] === typed);
  return isTyped ? null : best.matched.join(' ');
}

/** Words that are tried alone when nothing has them all; each is a search of its own. */
const MAX_TRIED = 3;

/** Of a text that finds nothing: the longest of its words that finds something, corrected. */
async function findPart(c: SearchContext, terms: Term[]): Promise<string | null> {
  if (terms.length < 2) return null;
  const longest = terms.map(({ typed }) => typed).toSorted((a, b) => b.length - a.length);
  for (const text of longest.slice(0, MAX_TRIED)) {
    const { found } = await find(c, { text, kinds: { tracks: trackKind(c) }, limit: 1 });
    if (found.tracks[0]) return found.tracks[0].matched.join(' ');
  }
  return null;
}

/** The artists of the found tracks whose own name matches. */
async function findArtists(c: SearchContext, terms: Term[], tracks: Found<TrackCandidate>[]) {
  const rowOfArtist = new Map(tracks.map(({ row }) => [row.artist_slug, row]));
  const named = ranked([...rowOfArtist.values()], terms, {
    idOf: (row) => row.artist_slug,
    nameOf: artistName,
    tieBreak: () => 0,
  });
  const slugs = named.map(({ row }) => row.artist_slug).slice(0, MAX_COMPARED);
  if (slugs.length === 0) return [];
  return ranked(await selectArtists(c.db, c.engine, slugs), terms, {
    idOf: ({ slug }) => slug,
    nameOf: ({ name }) => fold(name),
    tieBreak: (a, b) => b.tracks - a.tracks,
  }).slice(0, MOST.artists);
}

const genreKind = {
  idOf: ({ genre }: { genre: string }) => genre,
  nameOf: ({ name }: { name: string }) => name,
  tieBreak: () => 0,
};

function findGenres(terms: Term[], isForgiving: boolean) {
  const wanted = isForgiving
    ? terms.map(({ typed }) => ({ typed, corrections: closest(typed, genreWords) }))
    : terms;
  return ranked(foldedGenres, wanted, genreKind).slice(0, MOST.genres);
}

/** Every genre with its folded label. */
const foldedGenres = genres
  .flatMap((parent) => [parent, ...parent.subs])
  .map(({ value, label }) => ({ genre: value, label, name: fold(label) }));

/** The folded words of all labels. */
const genreWords = [...new Set(foldedGenres.flatMap(({ name }) => wordsOf(name)))];
