/**
 * How many letters were mistyped: wrong, missing, additional, or swapped with the next one (the Damerau-Levenshtein
 * distance, where no letter is part of two mistakes).
 * @returns more than `limit` as soon as it is certain.
 */
export function distance(typed: string, word: string, limit: number): number {
  const [a, b] = [[...typed], [...word]];
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let [twoAbove, above]: [number[], number[]] = [[], Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = above[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      row[j] = Math.min(replaced, above[j]! + 1, row[j - 1]! + 1);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (swapped) row[j] = Math.min(row[j]!, twoAbove[j - 2]! + 1);
    }
    if (Math.min(...row) > limit) return limit + 1;
    [twoAbove, above] = [above, row];
  }
  return above[b.length]!;
}

/** How many mistakes a word of this many letters may have. */
export const mistakesIn = (letters: number): number => (letters < 3 ? 0 : letters < 8 ? 1 : 2);

/**
 * Mistakes in what is typed of a word; half of one more if the word is not complete.
 * @returns undefined if there are too many.
 */
export function mistakesBetween(typed: string, word: string): number | undefined {
  const letters = [...typed].length;
  const limit = mistakesIn(letters);
  if (limit === 0) return undefined;
  const whole = distance(typed, word, limit);
  if (whole <= limit) return whole;
  if (letters < 5) return undefined;
  const starts = [letters - 1, letters, letters + 1].map((length) => [...word].slice(0, length).join(''));
  const started = Math.min(...starts.map((start) => distance(typed, start, limit)));
  return started <= limit ? started + 0.5 : undefined;
}
