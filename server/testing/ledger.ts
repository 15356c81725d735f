import { expect } from 'vitest';
import type { Context } from '../context.ts';
import { checkLedger } from '../ledger.ts';

/** Fails the test where the ledger says what cannot be; for after every test that moves credits. */
export async function ledgerIsClean(c: Pick<Context, 'db'>): Promise<void> {
  const { checked, findings } = await checkLedger(c.db);
  expect(checked.length).toBeGreaterThan(0);
  expect(findings).toEqual([]);
}
