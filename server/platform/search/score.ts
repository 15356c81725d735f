import { wordsOf } from 'contract/text/fold.ts';
import type { Correction } from './spelling.ts';

/** Match of a name with a search. */
export interface Match {
  /** 0 if it has every term as a word; more for less. */
  score: number;
  /** The folded words and starts of words that matched. */
  matched: string[];
}

/** Cost of a term by how it is found. Below 1 the term is exactly in the name. */
const COST = { word: 0, start: 0.2, inside: 0.6, mistake: 1 };

/** Bonuses of a name. */
const GAIN = { same: 0.5, start: 0.3, together: 0.1 };

/** A word as it was typed, and what may have been meant. */
export interface Term {
  typed: string;
  corrections: readonly Correction[];
}

/**
 * @param lines the folded name; a track's title and artist are one line each.
 * @returns undefined unless the name has every term.
 */
export function matchOf(terms: readonly Term[], lines: string): Match | undefined {
  // Whatever matches is somewhere in the name, and splitting every name into words takes long.
  const mayMatch = ({ typed, corrections }: Term) =>
    lines.includes(typed) || corrections.some(({ word }) => lines.includes(word));
  if (!terms.every(mayMatch)) return undefined;
  const wordsOfLines = lines.split('\n').map(wordsOf);
  const words = wordsOfLines.flat();
  const match: Match = { score: 0, matched: [] };
  for (const term of terms) {
    const best = bestOf(term, words, lines);
    if (!best) return undefined;
    match.score += best.cost;
    match.matched.push(best.matched);
  }
  // As it was meant: with corrected words and without punctuation.
  const meant = match.matched.join(' ');
  const names = wordsOfLines.map((line) => line.join(' '));
  if (names.includes(meant)) match.score -= GAIN.same;
  else if (names.some((name) => name.startsWith(meant))) match.score -= GAIN.start;
  else if (names.some((name) => name.includes(meant))) match.score -= GAIN.together;
  return match;
}

function bestOf(
  { typed, corrections }: Term,
  words: string[],
  text: string,
): { cost: number; matched: string } | undefined {
  if (words.includes(typed)) return { cost: COST.word, matched: typed };
  if (words.some((word) => word.startsWith(typed))) return { cost: COST.start, matched: typed };
  if (text.includes(typed)) return { cost: COST.inside, matched: typed };
  const meant = corrections.find(({ word }) => words.includes(word));
  return meant && { cost: COST.mistake * meant.mistakes, matched: meant.word };
}
