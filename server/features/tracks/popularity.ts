/** A counted play weighs half as much after 14 days (`decisions.md` 4). */
const HALF_LIFE_MS = 14 * 86_400_000;
/** 2020-01-01: scores of tracks that were played lie well above 0, the score of one that never was. */
const ORIGIN_MS = 1_577_836_800_000;

/**
 * A track's popularity after one more play.
 *
 * The sum over plays of 2^(age / -half-life) changes every moment, but its *order* does not when every term
 * is scaled alike. So we keep log2 of the sum of 2^((played at - origin) / half-life): comparable for ever,
 * changed only by a play, and sorted by an index. ("Forward decay", Cormode et al., ICDE 2009.)
 *
 * @param score the present score; 0 for a track never played.
 * @param playedAt epoch milliseconds.
 */
export function popularityAfterPlay(score: number, playedAt: number): number {
  const play = (playedAt - ORIGIN_MS) / HALF_LIFE_MS;
  if (score === 0) return play;
  const [high, low] = score > play ? [score, play] : [play, score];
  return high + Math.log2(1 + 2 ** (low - high));
}
