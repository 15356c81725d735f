/** A counted play weighs half as much after 14 days (`decisions.md` 4). */
const HALF_LIFE_MS = 14 * 86_400_000;
/** 2020-01-01, so that the scores of played tracks are well above 0, the score of a track never played. */
const ORIGIN_MS = 1_577_836_800_000;

/**
 * A track's popularity after one more play.
 *
 * The sum over plays of 2^(-age / half-life) changes constantly, but the *order* of tracks does not if all terms are
 * scaled alike. So we store log2 of the sum of 2^((played at - origin) / half-life): it stays comparable forever, changes
 * only with a play, and an index can sort by it. ("Forward decay", Cormode et al., ICDE 2009.)
 *
 * @param score the current score; 0 for a track never played.
 * @param playedAt epoch milliseconds.
 */
export function popularityAfterPlay(score: number, playedAt: number): number {
  const play = (playedAt - ORIGIN_MS) / HALF_LIFE_MS;
  if (score === 0) return play;
  const [high, low] = score > play ? [score, play] : [play, score];
  return high + Math.log2(1 + 2 ** (low - high));
}
