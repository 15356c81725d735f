import { expect } from 'vitest';
import type { AppContext } from '../app-context.ts';
import { checkLedger } from '../cli/credits.ts';
import { creditChecks } from '../features/credits/credits.ts';

/** Fails the test if the ledger violates an invariant. Called after every test that moves credits. */
export async function expectCleanLedger(c: Pick<AppContext, 'db'>): Promise<void> {
  const { checked, findings } = await checkLedger(c.db);
  expect(checked.length).toBeGreaterThan(0);
  expect(findings).toEqual([]);
}

/** Checks balances and entries only, for tests whose spends refer to nothing. */
export async function expectCleanBalances(c: Pick<AppContext, 'db'>): Promise<void> {
  expect((await checkLedger(c.db, creditChecks)).findings).toEqual([]);
}
