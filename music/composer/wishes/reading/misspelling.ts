import type { Language } from './languages.ts';
import { LEXICON } from './lexicon.ts';

/** Letters that are taken for each other. */
const ALIKE = ['aeiouy', 'ckqsz', 'fvp', 'mn', 'gj', 'td', 'bp', 'wv', 'lr'];
const isAlike = (a: string, b: string) => ALIKE.some((letters) => letters.includes(a) && letters.includes(b));

/**
 * The fewest letters to change, add, leave out or swap with the next one, none of them twice (optimal string alignment).
 * A letter that sounds otherwise, and an ending of grammar, count double. @returns `limit + 1` for that many or more.
 */
function mistakesBetween(typed: string, word: string, limit: number): number {
  let twoAbove: number[] = [];
  let above = Array.from({ length: word.length + 1 }, (_, j) => j);
  for (let i = 1; i <= typed.length; i++) {
    const row = [i];
    for (let j = 1; j <= word.length; j++) {
      const [a, b] = [typed[i - 1]!, word[j - 1]!];
      const isLast = i === typed.length && j === word.length;
      const extra = isLast && /[sdyren]/.test(a) && a !== typed[i - 2] ? 2 : 1;
      const missing = isLast && /[sdyrn]/.test(b) && b !== word[j - 2] ? 2 : 1;
      const changed = a === b ? 0 : isAlike(a, b) ? 1 : 2;
      const isSwapped = i > 1 && j > 1 && a === word[j - 2] && typed[i - 2] === b;
      const swapped = isSwapped ? twoAbove[j - 2]! + 1 : limit + 1;
      row[j] = Math.min(above[j - 1]! + changed, above[j]! + extra, row[j - 1]! + missing, swapped);
    }
    if (Math.min(...row) > limit) return limit + 1;
    [twoAbove, above] = [above, row];
  }
  return above[word.length]!;
}

/** Letters of the shortest word that is corrected, of the shortest with more than a swap, and of the shortest with two mistakes. */
const [SHORTEST, SHORT, LONG, LONGEST] = [4, 5, 8, 20];

/** The word of the lexicon that a misspelt one was meant to be; undefined if none is near, or if it is an ordinary word. */
export function corrected(word: string, language: Language): string | undefined {
  const isReadable = word.length >= SHORTEST && word.length <= LONGEST && /^\p{L}+$/u.test(word);
  if (!isReadable || ORDINARY.has(word)) return undefined;
  let [best, fewest]: [string | undefined, number] = [undefined, word.length < LONG ? 2 : 3];
  for (const candidate of candidates(word[0]!, language)) {
    const least = Math.abs(candidate.length - word.length);
    const isShort = Math.min(candidate.length, word.length) < SHORT;
    if (least >= fewest || (isShort && lettersOf(word) !== lettersOf(candidate))) continue;
    const mistakes = mistakesBetween(word, candidate, fewest - 1);
    if (mistakes < fewest) [best, fewest] = [candidate, mistakes];
  }
  return best === word ? undefined : best;
}

const lettersOf = (word: string) => [...word].sort().join('');

/** Words of the lexicon by language and first letter, which is seldom the mistake. */
const byLetter = new Map<string, readonly string[]>();
function candidates(letter: string, language: Language): readonly string[] {
  const key = `${language} ${letter}`;
  const known = byLetter.get(key);
  if (known) return known;
  const words = new Set([...LEXICON[language].keys()].flatMap((phrase) => phrase.split(' ')));
  const found = [...words].filter((word) => word[0] === letter && word.length >= SHORTEST);
  byLetter.set(key, found);
  return found;
}

/** Ordinary words that are as near to a word of the lexicon as a misspelling. */
const ORDINARY: ReadonlySet<string> = new Set(
  `following included finished simply lower latter stars steps existing starting became built form given county template
  temple addition living thought property medal meddle reading table branch sign message massage stranger situated
  improved grant shared instance cells chair chose explained distinct victoria reasonable bringing chemical moon selling
  claiming quote shooting carrying mental monument brick executed signs signing hearing roots spelling experiment
  expensive hunting marry raising angel inspiration depression foster mines manor pointing closest breeding celebrity
  residing bunch profession grove striking drove bills rally hoped stuart mediation tough balls canon canyon choosing
  matching marsh cheese breach spare stamps paradise bottle homeless hardy motivation sally loading steering powder fever
  liver flesh petty gambling nodes circuits sterling sentiment whale percy desert dessert planet winter farmer mother
  father brother sister master monster`.split(/\s+/),
);
