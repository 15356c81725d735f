import { type Candidate, type Comparable, scoreOf } from './similarity.ts';

/** How far chance moves a track, in points of likeness: less than what `same genre` weighs. */
const CHANCE = 1.5;
/** How long ago a track was played that was not. */
const NEVER = Number.POSITIVE_INFINITY;
/** Tracks between two of the same artist, as long as there are others. */
const ARTIST_DISTANCE = 3;

/**
 * Orders candidates for a radio: those like its seed first, mixed by chance; then those that were played, the longest
 * ago first. Tracks of the same name count as one, and an artist does not return at once while there are others.
 * @param played ids, the last one first.
 * @param random returns 0 up to 1.
 */
export function orderRadio(
  seed: Comparable,
  candidates: Candidate[],
  played: string[],
  limit: number,
  random: () => number,
): string[] {
  // Of a track that was played twice, the last time counts.
  const ago = new Map(played.map((id, index) => [id, index] as const).reverse());
  const names = new Set<string>();
  const ordered = candidates
    .map((one) => ({ one, score: scoreOf(seed, one) + CHANCE * random(), ago: ago.get(one.id) ?? NEVER }))
    .sort((a, b) => (a.ago === b.ago ? b.score - a.score : b.ago - a.ago))
    .filter(({ one }) => !names.has(one.search_text) && names.add(one.search_text));
  const byId = new Map(candidates.map((one) => [one.id, one.display_artist]));
  const recent = played
    .slice(0, ARTIST_DISTANCE)
    .map((id) => byId.get(id) ?? '')
    .reverse();
  const list: string[] = [];
  while (list.length < limit && ordered.length > 0) {
    const near = recent.slice(-ARTIST_DISTANCE);
    const isHeard = ordered[0]!.ago !== NEVER;
    // Only among the next few, so that variety does not bring what is unlike the seed or was played.
    const next = ordered
      .slice(0, 12)
      .findIndex(({ one, ago }) => (ago !== NEVER) === isHeard && !near.includes(one.display_artist));
    const [{ one }] = ordered.splice(Math.max(0, next), 1) as [(typeof ordered)[number]];
    list.push(one.id);
    recent.push(one.display_artist);
  }
  return list;
}
