import { creditChecks } from '../features/credits/credits.ts';
import { purchaseChecks } from '../features/payments/payments.ts';
import { songRequestChecks } from '../features/song-requests/song-requests.ts';
import { studioChecks } from '../features/studio/studio.ts';
import { checkInvariants, type Finding, type Invariant } from '../platform/db/invariant.ts';
import type { Db } from '../platform/db/schema.ts';

/** The invariants of every feature that moves credits or is paid for with them. */
const ledgerInvariants: Invariant[] = [
  ...creditChecks,
  ...purchaseChecks,
  ...songRequestChecks,
  ...studioChecks,
];

/** Checks the whole ledger. */
export async function checkLedger(
  db: Db,
  invariants = ledgerInvariants,
): Promise<{ checked: string[]; findings: Finding[] }> {
  const findings = await checkInvariants(db, invariants);
  return { checked: invariants.map(({ name }) => name), findings };
}
