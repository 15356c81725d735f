import { matchOf, type Term } from './score.ts';

export interface Ranked<Row> {
  row: Row;
  score: number;
  /** The folded words and starts of words that matched. */
  matched: string[];
}

/**
 * The rows whose names match, best first.
 * @param nameOf the folded name of a row.
 * @param among orders rows that match equally well.
 */
export function ranked<Row>(
  rows: readonly Row[],
  terms: readonly Term[],
  nameOf: (row: Row) => string,
  among: (a: Row, b: Row) => number = () => 0,
): Ranked<Row>[] {
  const found: Ranked<Row>[] = [];
  for (const row of rows) {
    const match = matchOf(terms, nameOf(row));
    if (match) found.push({ row, score: match.score, matched: match.matched });
  }
  return found.sort((a, b) => a.score - b.score || among(a.row, b.row));
}
