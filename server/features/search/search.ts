import { fold, wordsOf } from 'contract/fold.ts';
import { genres } from 'contract/genres.ts';
import type { Context } from '../../platform/context.ts';
import { findPlaylists } from '../playlists/playlists.ts';
import { findRequests } from '../song-requests/song-requests.ts';
import { closest, correct } from '../spelling/spelling.ts';
import {
  findCandidates,
  getTracks,
  indexedGroups,
  selectArtists,
  type TrackCandidate,
} from '../tracks/tracks.ts';
import { type Ranked, ranked, type Term } from './score.ts';

/** Results of each kind. */
const MOST = { tracks: 6, artists: 3, genres: 3, requests: 3, playlists: 3 };
/** Song requests and playlists that are compared. */
const MAX_COMPARED = 200;
/** Terms that are searched for; the others are ignored. */
const MAX_TERMS = 8;
/** Alternatives of a search with corrections: each names every word, so a long search would have hundreds of words. */
const MAX_ALTERNATIVES = 3;
/** With fewer exactly matching tracks, a search looks for misspelled words, too. */
const ENOUGH = 3;

type SearchContext = Pick<Context, 'db' | 'engine' | 'clock'>;

/** The best few of everything that matches, tracks as rows without absolute addresses. */
export async function search(c: SearchContext, q: string) {
  const phrase = fold(q);
  const typed = termsOf(phrase);
  if (typed.length === 0)
    return { tracks: [], artists: [], genres: [], requests: [], playlists: [], matched: [] };
  // Sent together, since a message to SQLite's reading thread costs as much as a short statement.
  const [found, ...others] = await Promise.all([
    findCandidates(c, phrase, [groupsOf(typed)]),
    rankedRequests(c, typed),
    rankedPlaylists(c, typed),
  ]);
  const exact = rankedTracks(found, typed);
  const terms = exact.length < ENOUGH ? await withCorrections(c, typed) : typed;
  const corrected = correctedGroups(terms);
  const [tracks, requests, playlists] =
    corrected.length === 0
      ? [exact, ...others]
      : await Promise.all([
          findCandidates(c, phrase, corrected).then((more) => rankedTracks([...found, ...more], terms)),
          rankedRequests(c, terms),
          rankedPlaylists(c, terms),
        ]);
  const artists = await rankedArtists(c, terms, tracks);
  const genres = rankedGenres(terms, tracks.length < ENOUGH);
  const best = tracks.slice(0, MOST.tracks);
  const shown: Ranked<unknown>[] = [...best, ...artists, ...genres, ...requests, ...playlists];
  return {
    tracks: await getTracks(
      c,
      best.map(({ row }) => row.id),
    ),
    artists: artists.map(({ row }) => row),
    genres: genres.map(({ row }) => row),
    requests: requests.map(({ row }) => row),
    playlists: playlists.map(({ row }) => row),
    matched: [...new Set(shown.flatMap((one) => one.matched))],
  };
}

/** Symbols are searched for only if there is nothing else. */
function termsOf(phrase: string): Term[] {
  const words = wordsOf(phrase);
  const terms = words.length > 0 ? words : phrase.split(' ').filter((term) => term !== '');
  const distinct = [...new Set(terms)].slice(0, MAX_TERMS);
  return distinct.map((typed) => ({ typed, corrections: [] }));
}

async function withCorrections(c: SearchContext, terms: Term[]): Promise<Term[]> {
  const typed = terms.map((term) => term.typed);
  const corrections = await correct(c.db, c.engine, typed);
  return terms.map((term, i) => ({ ...term, corrections: corrections[i]! }));
}

/** For each term the words that it may stand for, itself first. */
const groupsOf = (terms: Term[]) => terms.map((term) => [term.typed, ...wordsMeant(term)]);

const wordsMeant = ({ corrections }: Term) => corrections.map(({ word }) => word);

/**
 * Groups with at least one correction, as alternatives: the first corrected term is each term in turn. To read the
 * exact matches again would take as long as the first time, if the words are common. With many corrected terms, all
 * groups are one alternative.
 */
function correctedGroups(terms: Term[]): string[][][] {
  const groups = groupsOf(terms);
  const isCorrected = ({ corrections }: Term) => corrections.length > 0;
  if (terms.filter(isCorrected).length > MAX_ALTERNATIVES) return [groups];
  return terms.flatMap((term, first) => {
    if (!isCorrected(term)) return [];
    return [groups.map((group, i) => (i < first ? [group[0]!] : i === first ? wordsMeant(term) : group))];
  });
}

function rankedTracks(rows: TrackCandidate[], terms: Term[]) {
  const distinct = new Map(rows.map((row) => [row.id, row]));
  return ranked([...distinct.values()], terms, (row) => row.search_text, byPopularity);
}

const byPopularity = (a: TrackCandidate, b: TrackCandidate) =>
  b.popularity - a.popularity || b.created_at - a.created_at || (a.id < b.id ? 1 : -1);

/** The artists of the found tracks whose own name matches. */
async function rankedArtists(c: SearchContext, terms: Term[], tracks: Ranked<TrackCandidate>[]) {
  const rowOfArtist = new Map(tracks.map(({ row }) => [row.artist_slug, row]));
  const named = ranked([...rowOfArtist.values()], terms, artistOf);
  const slugs = named.map(({ row }) => row.artist_slug).slice(0, MAX_COMPARED);
  if (slugs.length === 0) return [];
  const rows = await selectArtists(c.db, c.engine, slugs);
  return ranked(
    rows,
    terms,
    ({ name }) => fold(name),
    (a, b) => b.tracks - a.tracks,
  ).slice(0, MOST.artists);
}

const artistOf = (row: TrackCandidate) => row.search_text.split('\n')[1] ?? '';

async function rankedRequests(c: SearchContext, terms: Term[]) {
  const indexed = indexedGroups(groupsOf(terms));
  if (indexed.length === 0) return [];
  const rows = await findRequests(c.engine.indexReads(c.db), c.engine, indexed, MAX_COMPARED);
  return ranked(
    rows,
    terms,
    (row) => row.search_text,
    (a, b) => b.votes - a.votes,
  ).slice(0, MOST.requests);
}

async function rankedPlaylists(c: SearchContext, terms: Term[]) {
  const rows = await findPlaylists(c.engine.indexReads(c.db), c.engine, groupsOf(terms), MAX_COMPARED);
  return ranked(rows, terms, ({ name }) => fold(name)).slice(0, MOST.playlists);
}

function rankedGenres(terms: Term[], isForgiving: boolean) {
  const wanted = isForgiving
    ? terms.map(({ typed }) => ({ typed, corrections: closest(typed, genreWords) }))
    : terms;
  return ranked(foldedGenres, wanted, ({ name }) => name).slice(0, MOST.genres);
}

/** Every genre with its folded label. */
export const foldedGenres = genres
  .flatMap((parent) => [parent, ...parent.subs])
  .map(({ value, label }) => ({ genre: value, label, name: fold(label) }));

/** The folded words of all labels. */
export const genreWords = [...new Set(foldedGenres.flatMap(({ name }) => wordsOf(name)))];
