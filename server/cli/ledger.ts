import { sql } from 'kysely';
import { creditChecks } from '../features/credits/credits.ts';
import { purchaseChecks } from '../features/payments/payments.ts';
import { songRequestChecks } from '../features/song-requests/song-requests.ts';
import type { LedgerCheck } from '../platform/db/invariant.ts';
import type { Db } from '../platform/db/schema.ts';

/** Every feature that moves credits, or is paid for with them, has its checks here. */
const everyCheck: LedgerCheck[] = [...creditChecks, ...purchaseChecks, ...songRequestChecks];

/** Enough to begin looking with. */
const EXAMPLES = 5;

/** A check that failed: how many rows show it, and the first of them. */
export interface Finding {
  name: string;
  rows: number;
  examples: Record<string, unknown>[];
}

/** Looks the whole ledger over; an empty answer is a clean one. */
export async function checkLedger(
  db: Db,
  checks = everyCheck,
): Promise<{ checked: string[]; findings: Finding[] }> {
  const findings: Finding[] = [];
  for (const { name, broken } of checks) {
    const { rows } = await sql<
      Record<string, unknown> & { found: number }
    >`select broken.*, count(*) over () as found from (${broken}) as broken limit ${EXAMPLES}`.execute(db);
    if (rows.length === 0) continue;
    const examples = rows.map(({ found, ...row }) => row);
    findings.push({ name, rows: Number(rows[0]!.found), examples });
  }
  return { checked: checks.map(({ name }) => name), findings };
}
