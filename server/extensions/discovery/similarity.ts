/** Properties by which two tracks are compared. */
export interface Comparable {
  id: string;
  search_text: string;
  display_artist: string;
  genre: string | null;
  genre_parent: string | null;
  bpm: number | null;
  musical_key: string | null;
  loudness_lufs: number | null;
  popularity: number;
}

export interface Candidate extends Comparable {
  /** Number of people who saved both. */
  savers: number;
}

export interface Ranked {
  id: string;
  score: number;
  reasons: string[];
}

/** The most tracks of one artist in a list. */
const PER_ARTIST = 2;
/** Lead of the most popular track over one never played, so that popularity only decides between equals. */
const POPULARITY_WEIGHT = 0.2;

/**
 * Ranks candidates by how much they resemble a track. The track itself, others of the same name and all but the best of
 * an artist are left out.
 */
export function rankSimilar(track: Comparable, candidates: Candidate[], limit: number): Ranked[] {
  const top = Math.max(1, ...candidates.map(({ popularity }) => popularity));
  const ranked = candidates
    .map((one) => ({ one, score: scoreOf(track, one) + (POPULARITY_WEIGHT * one.popularity) / top }))
    .sort((a, b) => b.score - a.score || (a.one.id < b.one.id ? -1 : 1));
  const names = new Set([track.search_text]);
  const artists = new Map<string, number>();
  const list: Ranked[] = [];
  for (const { one, score } of ranked) {
    const ofArtist = artists.get(one.display_artist) ?? 0;
    if (one.id === track.id || names.has(one.search_text) || ofArtist === PER_ARTIST) continue;
    names.add(one.search_text);
    artists.set(one.display_artist, ofArtist + 1);
    list.push({ id: one.id, score, reasons: reasonsFor(track, one) });
    if (list.length === limit) break;
  }
  return list;
}

/** Similarity of a candidate to the track. */
export function scoreOf(track: Comparable, one: Candidate): number {
  let score = 0;
  for (const likeness of likenesses(track, one)) score += likeness?.[0] ?? 0;
  return score;
}

/** In which ways a candidate resembles the track, the weightiest first. */
function reasonsFor(track: Comparable, one: Candidate): string[] {
  return likenesses(track, one)
    .filter((likeness) => likeness !== undefined)
    .sort(([a], [b]) => b - a)
    .flatMap(([, reason]) => reason ?? [])
    .slice(0, 2);
}

const likenesses = (track: Comparable, one: Candidate) => [
  genreLikeness(track, one),
  tempoLikeness(track.bpm, one.bpm),
  keyLikeness(track, one),
  savedLikeness(one),
  loudnessLikeness(track, one),
];

/** Without a reason, it counts but is not worth mentioning. */
type Likeness = readonly [weight: number, reason?: string];

function genreLikeness(track: Comparable, one: Candidate): Likeness | undefined {
  if (track.genre_parent === null || one.genre_parent === null) return undefined;
  if (track.genre === one.genre) return [4, 'same genre'];
  return track.genre_parent === one.genre_parent ? [2.5, 'related genre'] : [1, 'neighboring genre'];
}

/** Half and double tempo feel alike. */
function tempoLikeness(bpm: number | null, other: number | null): Likeness | undefined {
  if (!bpm || !other) return undefined;
  const octaves = Math.abs(Math.log2(bpm / other));
  const [distance, penalty] = octaves > 0.5 ? [Math.abs(octaves - 1), 0.5] : [octaves, 0];
  if (distance < 0.02) return [2 - penalty, penalty ? 'matching tempo' : 'same tempo'];
  return distance < 0.1 ? [1.5 - penalty, 'close tempo'] : undefined;
}

function keyLikeness(track: Comparable, one: Candidate): Likeness | undefined {
  const relation = keyRelation(track.musical_key, one.musical_key);
  return relation && (relation === 'same' ? [0.8, 'same key'] : [0.4, 'related key']);
}

function savedLikeness({ savers }: Candidate): Likeness | undefined {
  return savers > 0 ? [1 + Math.log2(savers), 'saved by the same people'] : undefined;
}

function loudnessLikeness(track: Comparable, one: Candidate): Likeness | undefined {
  if (track.loudness_lufs === null || one.loudness_lufs === null) return undefined;
  return Math.abs(track.loudness_lufs - one.loudness_lufs) < 1.5 ? [0.2] : undefined;
}

const TONES: Record<string, number> = { C: 0, D: 2, E: 4, F: 5, G: 7, A: 9, B: 11 };

/** A key's place on the circle of fifths, 0 to 11, where a minor key shares that of its relative major key. */
interface Key {
  fifth: number;
  minor: boolean;
}

const MAX_PARSED = 1000;
/** Every track is compared with hundreds of others, and there are few keys. */
const parsed = new Map<string, Key | undefined>();

function keyOf(text: string): Key | undefined {
  if (parsed.has(text)) return parsed.get(text);
  if (parsed.size >= MAX_PARSED) parsed.clear();
  const key = parseKey(text);
  parsed.set(text, key);
  return key;
}

function parseKey(text: string): Key | undefined {
  const found = /^([A-G])([#♯b♭]?)\s*(maj|major|min|minor|m)?$/i.exec(text.trim());
  if (!found) return undefined;
  const [, tone, sign, mode = 'major'] = found;
  const minor = mode === 'm' || /^min/i.test(mode);
  const shift = sign === '' ? 0 : '#♯'.includes(sign!) ? 1 : -1;
  const major = TONES[tone!.toUpperCase()]! + shift + (minor ? 3 : 0);
  return { fifth: (((major * 7) % 12) + 12) % 12, minor };
}

/** Relation of two keys: the same one, one that shares almost all of its notes, or neither. */
export function keyRelation(one: string | null, other: string | null): 'same' | 'related' | undefined {
  if (one === null || other === null) return undefined;
  const [a, b] = [keyOf(one), keyOf(other)];
  if (!a || !b) return undefined;
  const distance = Math.min((a.fifth - b.fifth + 12) % 12, (b.fifth - a.fifth + 12) % 12);
  if (distance === 0) return a.minor === b.minor ? 'same' : 'related';
  return distance === 1 && a.minor === b.minor ? 'related' : undefined;
}
