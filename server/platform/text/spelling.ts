import { wordsOf } from 'contract/text/fold.ts';

/** Letters. Shorter words have too many neighbors, longer ones are not words. */
const LENGTHS = { least: 3, most: 32 };
/** Mistakes beyond these letters do not change the keys, and longer words have no more keys than shorter ones. */
const KEYED_LETTERS = 6;

/**
 * The first letters of a word, and all that remain when one of them is left out. Two words that differ by one wrong,
 * missing, additional or swapped letter have at least one key in common (the idea of SymSpell).
 */
export function keysOf(word: string): string[] {
  const letters = [...word].slice(0, KEYED_LETTERS);
  const without = (i: number) => letters.toSpliced(i, 1).join('');
  return [...new Set([letters.join(''), ...letters.map((_, i) => without(i))])];
}

/** Tells whether misspellings of a word are recognized. Numbers are never corrected. */
export function isSpelled(word: string): boolean {
  const { length } = [...word];
  return length >= LENGTHS.least && length <= LENGTHS.most && !/^\p{N}+$/u.test(word);
}

/** Each word of a folded text with each of its keys, in the order of the words. */
export const spellingRows = (folded: string): { key: string; word: string }[] =>
  [...new Set(wordsOf(folded))]
    .filter(isSpelled)
    .sort()
    .flatMap((word) => keysOf(word).map((key) => ({ key, word })));
