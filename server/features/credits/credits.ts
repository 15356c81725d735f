/**
 * Credits move only through this feature, always in the transaction of what they pay for and always together with
 * their entry in the ledger. A caller that also locks rows of its own locks those first and calls these functions
 * last: balances are locked last everywhere, so that transactions cannot deadlock.
 */
export { balanceOf, grantDue } from './balance.ts';
export { creditChecks } from './checks.ts';
export { setClawedBack } from './clawback.ts';
export { decideSpends, spendReads } from './decide-spends.ts';
export type { Accepted, Grant, Refused, Spend } from './movement.ts';
export { creditMovements } from './movements.ts';
export { creditData } from './personal.ts';
export { grantMonthly, setPlanPaid } from './plan-credits.ts';
export { reverse } from './reverse.ts';
export { adjust } from './set-balance.ts';
export { grant, spend, spendAll } from './spend.ts';
