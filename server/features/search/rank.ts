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
  return rows
    .flatMap((row) => {
      const match = matchOf(terms, nameOf(row));
      return match ? [{ row, ...match }] : [];
    })
    .sort((a, b) => a.score - b.score || among(a.row, b.row));
}
