/**
 * Fractional keys: digits of a number from 0 to 1,000,000, its whole part padded, compared as text. Between any two is
 * room for another, so that a move changes one row.
 */

/** Key of entries that were added by a version without keys; it sorts last. */
export const NO_KEY = '~';
const WHOLE_DIGITS = 6;
const FIRST = 500_000;
/** A longer key is a sign of many moves to one place: then all entries get new ones. */
const MAX_DIGITS = 40;

/** Short keys in order. */
export const newKeys = (count: number): string[] =>
  Array.from({ length: count }, (_, place) => String(FIRST + place));

/** A key between two others, undefined for the ends. @returns undefined if there is no room. */
export function keyBetween(before: string | undefined, after: string | undefined): string | undefined {
  if (before === NO_KEY || after === NO_KEY) return undefined;
  if (before === undefined) return after === undefined ? String(FIRST) : wholeBeside(after, -1);
  if (after === undefined) return wholeBeside(before, 1);
  for (let digits = Math.max(before.length, after.length); digits <= MAX_DIGITS; digits++) {
    const [low, high] = [before, after].map((key) => BigInt(key.padEnd(digits, '0'))) as [bigint, bigint];
    if (high - low < 2n) continue;
    const middle = String((low + high) / 2n).padStart(digits, '0');
    return middle.slice(0, WHOLE_DIGITS) + middle.slice(WHOLE_DIGITS).replace(/0+$/, '');
  }
  return undefined;
}

function wholeBeside(key: string, by: 1 | -1): string | undefined {
  const whole = Number(key.slice(0, WHOLE_DIGITS)) + by;
  return whole < 0 || whole >= 10 ** WHOLE_DIGITS ? undefined : String(whole).padStart(WHOLE_DIGITS, '0');
}
