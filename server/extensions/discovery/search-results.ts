import type { SearchResults } from 'contract/extensions/search.ts';
import { genres as parents, withSubs } from 'contract/genres.ts';
import { fold, wordsOf } from 'contract/text/fold.ts';
import { listPublicCards, playlistKind } from '../../features/playlists/playlists.ts';
import {
  boardKind,
  listOnBoard,
  listOfGenres as requestsOfGenres,
  wishKind,
} from '../../features/song-requests/song-requests.ts';
import {
  artistName,
  getTracks,
  selectArtists,
  type TrackCandidate,
  trackKind,
  listOfGenres as tracksOfGenres,
} from '../../features/tracks/tracks.ts';
import { withAbsoluteUrls } from '../../platform/media/stored-urls.ts';
import {
  closest,
  type Found,
  find,
  ranked,
  type SearchContext,
  type Term,
} from '../../platform/search/search.ts';
import { countByGenre, totalOf } from './genres.ts';

/** Results of each kind. */
const MOST = { tracks: 5, artists: 3, genres: 6, requests: 3, playlists: 3, closest: 4 };
/** Artists that are compared, and genres whose tracks and requests are read. */
const MAX = { artists: 200, genres: 6 };

/**
 * The best few of everything that matches. Behind what matches by name come tracks whose wishes match, then the tracks
 * and requests of a genre.
 * @param origin of the media URLs.
 */
export async function searchEverything(
  c: SearchContext,
  text: string,
  origin: string,
): Promise<SearchResults> {
  const { terms, found } = await find(c, {
    text,
    kinds: { tracks: trackKind(c), requests: boardKind(c), playlists: playlistKind(c), wishes: wishKind(c) },
  });
  if (terms.length === 0) return NOTHING;
  const genres = await findGenres(
    c,
    terms,
    found.tracks.length + found.requests.length + found.wishes.length === 0,
  );
  const artists = await findArtists(c, terms, found.tracks);
  const requested = found.requests.slice(0, MOST.requests);
  const playlists = found.playlists.slice(0, MOST.playlists);
  const songs = found.tracks.slice(0, MOST.tracks);
  const wishes = found.wishes
    .filter(({ row }) => songs.every((song) => song.row.id !== row.track_id))
    .slice(0, MOST.tracks - songs.length);
  const wishOf = new Map(wishes.map(({ row }) => [row.track_id!, row.wish]));
  const shown: Found<unknown>[] = [...songs, ...artists, ...requested, ...playlists, ...genres, ...wishes];
  if (shown.length === 0) return { ...NOTHING, ...(await findSome(c, terms, origin)) };

  const ofGenres = genres.map(({ row }) => row.genre).slice(0, MAX.genres);
  const named = [...songs.map(({ row }) => row.id), ...wishOf.keys()];
  const covered = artists.map(({ row }) => bestOf(row.slug, found.tracks));
  const [rows, tracksOfGenre, requests, requestsOfGenre, cards] = await Promise.all([
    getTracks(c, [...new Set([...named, ...covered])]),
    named.length < MOST.tracks ? tracksOfGenres(c, ofGenres, MOST.tracks) : [],
    listOnBoard(
      c,
      requested.map(({ row }) => row.id),
    ),
    requested.length < MOST.requests ? requestsOfGenres(c, ofGenres, MOST.requests) : [],
    listPublicCards(
      c,
      playlists.map(({ row }) => row.id),
      origin,
    ),
  ]);
  const [wished] = wishOf.keys();
  const topWish = wished === undefined ? null : { kind: 'track' as const, id: wished };
  const byName = withAbsoluteUrls(rows, origin);
  const tracks = first(MOST.tracks, [
    ...named.flatMap((id) => byName.find((track) => track.id === id) ?? []),
    ...withAbsoluteUrls(tracksOfGenre, origin),
  ]);
  return {
    top: topOf(genres, artists, songs) ?? topWish,
    tracks: tracks.map((track) => ({ ...track, wish: wishOf.get(track.id) ?? null })),
    artists: artists.map(({ row }, i) => ({
      ...row,
      cover_image_url: byName.find(({ id }) => id === covered[i])?.cover_image_url ?? null,
    })),
    genres: genres.map(({ row: { genre, label, tracks } }) => ({ genre, label, tracks })),
    requests: first(MOST.requests, [...requests, ...requestsOfGenre]),
    playlists: cards.map(({ id, name, username, track_count, covers }) => ({
      id,
      name,
      username,
      track_count,
      covers,
    })),
    closest: [],
    matched: [...new Set(shown.flatMap((one) => one.matched))],
    meant: meantBy(terms, shown),
  };
}

const NOTHING: SearchResults = {
  top: null,
  tracks: [],
  artists: [],
  genres: [],
  requests: [],
  playlists: [],
  closest: [],
  matched: [],
  meant: null,
};

/** The first rows, each once. */
const first = <Row extends { id: string }>(most: number, rows: Row[]): Row[] =>
  [...new Map(rows.map((row) => [row.id, row])).values()].slice(0, most);

/** The most popular of the found tracks of an artist. */
const bestOf = (slug: string, tracks: Found<TrackCandidate>[]) =>
  tracks
    .filter(({ row }) => row.artist_slug === slug)
    .reduce((best, one) => (one.row.popularity > best.row.popularity ? one : best)).row.id;

/** The best match of its name. Of equal ones a genre comes first; one without songs comes last of all. */
function topOf(
  genres: Found<GenreRow>[],
  artists: Found<{ slug: string }>[],
  tracks: Found<{ id: string }>[],
): SearchResults['top'] {
  const all = [
    ...genres.map(({ row, score }) => ({
      kind: 'genre' as const,
      id: row.genre,
      score,
      last: row.tracks === 0,
    })),
    ...artists.map(({ row, score }) => ({ kind: 'artist' as const, id: row.slug, score, last: false })),
    ...tracks.map(({ row, score }) => ({ kind: 'track' as const, id: row.id, score, last: false })),
  ];
  const [best] = all.sort((a, b) => Number(a.last) - Number(b.last) || a.score - b.score);
  return best ? { kind: best.kind, id: best.id } : null;
}

/** The text with its words corrected as in the best result; null if it needs no correction. */
function meantBy(terms: Term[], shown: Found<unknown>[]): string | null {
  const [best] = shown.toSorted((a, b) => a.score - b.score);
  if (!best) return null;
  const isTyped = terms.every(({ typed }, i) => best.matched[i] === typed);
  return isTyped ? null : best.matched.join(' ');
}

/** Words that are tried alone when nothing has them all; each is a search of its own. */
const MAX_TRIED = 3;

/** Of a text that finds nothing: what has some of its words, and the one that finds most, corrected. */
async function findSome(c: SearchContext, terms: Term[], origin: string) {
  const longest = terms.map(({ typed }) => typed).toSorted((a, b) => b.length - a.length);
  const tries = terms.length < 2 ? [] : longest.slice(0, MAX_TRIED);
  const found = await Promise.all(
    tries.map((text) =>
      find(c, { text, kinds: { tracks: trackKind(c), requests: boardKind(c) }, limit: MOST.closest }),
    ),
  );
  const best = new Map<string, { id: string; isTrack: boolean; words: number; score: number }>();
  for (const { found: one } of found)
    for (const { row, score } of [...one.tracks, ...one.requests]) {
      const before = best.get(row.id);
      best.set(row.id, {
        id: row.id,
        isTrack: 'popularity' in row,
        words: (before?.words ?? 0) + 1,
        score: (before?.score ?? 0) + score,
      });
    }
  const nearest = [...best.values()]
    .sort((a, b) => b.words - a.words || a.score - b.score)
    .slice(0, MOST.closest);
  const idsOf = (isTrack: boolean) => nearest.filter((one) => one.isTrack === isTrack).map(({ id }) => id);
  const [tracks, requests] = await Promise.all([getTracks(c, idsOf(true)), listOnBoard(c, idsOf(false))]);
  const shown = [
    ...withAbsoluteUrls(tracks, origin).map((track) => ({ track, request: null })),
    ...requests.map((request) => ({ track: null, request })),
  ];
  const place = ({ track, request }: (typeof shown)[number]) =>
    nearest.findIndex(({ id }) => id === (track ?? request)?.id);
  const hit = found
    .map(
      ({
        found: {
          tracks: [track],
          requests: [request],
        },
      }) => track ?? request,
    )
    .find(Boolean);
  return { closest: shown.sort((a, b) => place(a) - place(b)), meant: hit?.matched.join(' ') ?? null };
}

/** The artists of the found tracks whose own name matches. */
async function findArtists(c: SearchContext, terms: Term[], tracks: Found<TrackCandidate>[]) {
  const rowOfArtist = new Map(tracks.map(({ row }) => [row.artist_slug, row]));
  const named = ranked([...rowOfArtist.values()], terms, {
    idOf: (row) => row.artist_slug,
    nameOf: artistName,
    tieBreak: () => 0,
  });
  const slugs = named.map(({ row }) => row.artist_slug).slice(0, MAX.artists);
  if (slugs.length === 0) return [];
  return ranked(await selectArtists(c.db, c.engine, slugs), terms, {
    idOf: ({ slug }) => slug,
    nameOf: ({ name }) => fold(name),
    tieBreak: (a, b) => b.tracks - a.tracks,
  }).slice(0, MOST.artists);
}

interface GenreRow {
  genre: string;
  label: string;
  name: string;
  tracks: number;
}

/** The shorter name is nearer to what was typed. */
const genreKind = {
  idOf: ({ genre }: GenreRow) => genre,
  nameOf: ({ name }: GenreRow) => name,
  tieBreak: (a: GenreRow, b: GenreRow) => a.label.length - b.label.length,
};

/** The genres that match: the best one, then those that have tracks. */
async function findGenres(c: SearchContext, terms: Term[], isForgiving: boolean): Promise<Found<GenreRow>[]> {
  const wanted = isForgiving
    ? terms.map(({ typed }) => ({ typed, corrections: closest(typed, genreWords) }))
    : terms;
  const [best, ...others] = ranked(foldedGenres, wanted, genreKind).slice(0, 2 * MOST.genres);
  if (!best) return [];
  const values = [best, ...others].flatMap(({ row }) => withSubs(row.genre));
  const counts = await countByGenre(c, [...new Set(values)]);
  const counted = [best, ...others].map((one) => ({
    ...one,
    row: { ...one.row, tracks: totalOf(one.row.genre, counts) },
  }));
  const [first, ...rest] = counted;
  const filled = rest.toSorted((a, b) => Number(a.row.tracks === 0) - Number(b.row.tracks === 0));
  return [first!, ...filled].slice(0, MOST.genres);
}

/** Every genre with its folded label; each side of a slash is a name of its own. */
const foldedGenres: GenreRow[] = parents
  .flatMap((parent) => [parent, ...parent.subs])
  .map(({ value, label }) => ({
    genre: value,
    label,
    name: [label, ...(label.includes(' / ') ? label.split(' / ') : [])].map(fold).join('\n'),
    tracks: 0,
  }));

/** The folded words of all labels. */
const genreWords = [...new Set(foldedGenres.flatMap(({ name }) => wordsOf(name)))];
