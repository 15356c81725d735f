import { type RawBuilder, sql } from 'kysely';
import type { Db } from './schema.ts';

/** A statement that always holds for the data. */
export interface Invariant {
  /** What holds, as a sentence. */
  name: string;
  /**
   * Selects rows that violate it. One statement, so that it sees a single moment of a server that keeps working.
   */
  violations: RawBuilder<Record<string, unknown>>;
}

/** An invariant that does not hold. */
export interface Finding {
  name: string;
  /** How many rows violate it. */
  rows: number;
  examples: Record<string, unknown>[];
}

const EXAMPLES = 5;

/** @returns the invariants that do not hold, with some of the rows that violate each. */
export async function checkInvariants(db: Db, invariants: readonly Invariant[]): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { name, violations } of invariants) {
    const { rows } = await sql<
      Record<string, unknown> & { found: number }
    >`select violation.*, count(*) over () as found from (${violations}) as violation limit ${EXAMPLES}`.execute(
      db,
    );
    if (rows.length === 0) continue;
    const examples = rows.map(({ found, ...row }) => row);
    findings.push({ name, rows: Number(rows[0]!.found), examples });
  }
  return findings;
}
