import { type RawBuilder, sql } from 'kysely';
import type { Db } from './schema.ts';

/** A rule that the data must always follow. */
export interface Invariant {
  /** The rule as a sentence. */
  name: string;
  /**
   * Selects rows that violate it, in one statement, which sees a consistent snapshot of a running server.
   */
  violations: RawBuilder<Record<string, unknown>>;
}

/** A violated invariant. */
export interface Finding {
  name: string;
  /** Number of rows that violate it. */
  rows: number;
  examples: Record<string, unknown>[];
}

const EXAMPLES = 5;

/** @returns the violated invariants, each with example rows. */
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
