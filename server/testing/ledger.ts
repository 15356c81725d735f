import { expect } from 'vitest';
import { checkLedger } from '../cli/ledger.ts';
import type { Context } from '../context.ts';
import { creditChecks } from '../features/credits/credits.ts';

/** Fails the test where the ledger says what cannot be; for after every test that moves credits. */
export async function ledgerIsClean(c: Pick<Context, 'db'>): Promise<void> {
  const { checked, findings } = await checkLedger(c.db);
  expect(checked.length).toBeGreaterThan(0);
  expect(findings).toEqual([]);
}

/** The same for balances and entries alone, where a test spends on what is not there. */
export async function balancesAreClean(c: Pick<Context, 'db'>): Promise<void> {
  expect((await checkLedger(c.db, creditChecks)).findings).toEqual([]);
}
