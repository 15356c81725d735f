import { AsyncLocalStorage } from 'node:async_hooks';
import { tooMany } from './http/requests/rate-limit.ts';

/**
 * Prices of work, beside the cost that an endpoint declares: 1 is roughly a millisecond of this process
 * (`npm run attack -- --only prices`).
 */
const PRICES = {
  ...{ statement: 0.05, parameter: 0.004, write: 0.3, commit: 1 },
  ...{ rowRead: 0.015, rowWritten: 0.03, rowCounted: 0.003 },
  textByte: 1 / 60_000,
};

interface Payer {
  pay: (cost: number) => void;
  /** Time for which the payer is in debt, ms; 0 without debts. */
  debtMs: () => number;
}
const payers = new AsyncLocalStorage<Payer | undefined>();

/** Runs what answers a call, which pays for all the work that it causes. */
export const chargingCall = (payer: Payer, run: () => void): void => payers.run(payer, run);

/** Runs what no caller has to pay for. */
export const uncharged = <T>(run: () => T): T => payers.run(undefined, run);

/** Charges the call that caused some work. What no call caused, such as that of jobs, is free. */
export const charge = (cost: number): void => payers.getStore()?.pay(cost);

/**
 * Refuses a call that has waited for its turn, if others of its caller have meanwhile cost more than there was.
 * @throws Problem `too_many_requests`.
 */
export function assertWithinLimit(): void {
  const ms = payers.getStore()?.debtMs() ?? 0;
  if (ms > 0) throw tooMany(ms);
}

/** Charges for a text that was made, read or compressed. */
export const chargeText = (length: number): void => charge(length * PRICES.textByte);

/** Charges for rows that were counted. */
export const chargeCountedRows = (rows: number): void => charge(rows * PRICES.rowCounted);

/** Charges for what a transaction has to write to the disk. */
export const chargeCommit = (): void => charge(PRICES.commit);

/** Charges for a statement by what it was given, and what it read or wrote. */
export function chargeStatement(parameters: readonly unknown[], { read = 0, written = 0 }): void {
  const payer = payers.getStore();
  if (!payer) return;
  let given = 0;
  // A list is one parameter: an array, or JSON.
  for (const one of parameters)
    given += Array.isArray(one) ? one.length : typeof one === 'string' ? 1 + one.length / 40 : 1;
  payer.pay(
    PRICES.statement +
      given * PRICES.parameter +
      read * PRICES.rowRead +
      (written > 0 ? PRICES.write + written * PRICES.rowWritten : 0),
  );
}
