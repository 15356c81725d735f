/**
 * Counts mistyped letters for each start of the word: wrong, missing, additional, or swapped with the next one (the
 * Damerau-Levenshtein distance, where no letter is part of two mistakes).
 * @returns by the length of the start, up to `limit` letters more than typed; `limit + 1` stands for that many or more.
 */
function mistakesInStarts(typed: string[], word: string[], limit: number): Uint8Array {
  const tooMany = limit + 1;
  const columns = Math.min(word.length, typed.length + limit);
  // Three rows take turns: a search compares up to 3,000 words.
  let twoAbove = new Uint8Array(columns + 1).fill(tooMany);
  let above = new Uint8Array(columns + 1).fill(tooMany);
  for (let j = 0; j <= Math.min(limit, columns); j++) above[j] = j;
  let row = new Uint8Array(columns + 1);
  for (let i = 1; i <= typed.length; i++) {
    row.fill(tooMany);
    row[0] = Math.min(i, tooMany);
    let least = row[0]!;
    // Farther from the diagonal there are too many mistakes.
    for (let j = Math.max(1, i - limit); j <= Math.min(columns, i + limit); j++) {
      let fewest = Math.min(
        above[j - 1]! + (typed[i - 1] === word[j - 1] ? 0 : 1),
        above[j]! + 1,
        row[j - 1]! + 1,
      );
      if (i > 1 && j > 1 && typed[i - 1] === word[j - 2] && typed[i - 2] === word[j - 1])
        fewest = Math.min(fewest, twoAbove[j - 2]! + 1);
      row[j] = Math.min(fewest, tooMany);
      least = Math.min(least, row[j]!);
    }
    [twoAbove, above, row] = [above, row, twoAbove];
    if (least === tooMany) break;
  }
  return above;
}

/** Maximum number of mistakes in a word of this many letters. */
const mistakesIn = (letters: number): number => (letters < 3 ? 0 : letters < 8 ? 1 : 2);

/**
 * Mistakes in what is typed of a word; half of one more if the word is not complete.
 * @returns undefined if there are too many.
 */
export function mistakesBetween(typed: string, word: string): number | undefined {
  const ofTyped = [...typed];
  const { length } = ofTyped;
  const limit = mistakesIn(length);
  if (limit === 0) return undefined;
  const ofWord = [...word];
  const starts = mistakesInStarts(ofTyped, ofWord, limit);
  const whole = starts[ofWord.length] ?? limit + 1;
  if (whole <= limit) return whole;
  if (length < 5) return undefined;
  const started = Math.min(...[length - 1, length, length + 1].map((at) => starts[at] ?? limit + 1));
  return started <= limit ? started + 0.5 : undefined;
}

/** Names of this length may differ in two places, shorter ones in one. */
const LONG_NAME = 10;

/** The known name that `name` was probably meant to be, if it is not known itself. */
export function correctionOf(name: string, known: readonly string[]): string | undefined {
  if (known.includes(name)) return undefined;
  return known.find((one) => {
    const most = one.length >= LONG_NAME ? 2 : 1;
    return (mistakesInStarts([...name], [...one], most)[one.length] ?? most + 1) <= most;
  });
}
