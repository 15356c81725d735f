import { expect } from 'vitest';
import type { AppContext } from '../app-context.ts';
import { checkLedger } from '../cli/ledger.ts';
import { creditChecks } from '../features/credits/credits.ts';

/** Fails the test where the ledger says what cannot be; for after every test that moves credits. */
export async function ledgerIsClean(c: Pick<AppContext, 'db'>): Promise<void> {
  const { checked, findings } = await checkLedger(c.db);
  expect(checked.length).toBeGreaterThan(0);
  expect(findings).toEqual([]);
}

/** The same for balances and entries alone, where a test spends on what is not there. */
export async function balancesAreClean(c: Pick<AppContext, 'db'>): Promise<void> {
  expect((await checkLedger(c.db, creditChecks)).findings).toEqual([]);
}
