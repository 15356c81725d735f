/**
 * Credits move only through this feature, always in the transaction of what they pay for and always together with
 * their entry in the ledger. A caller that also locks rows of its own locks those first and calls these functions
 * last: balances are locked last everywhere, so that transactions cannot deadlock.
 */
export { balanceOf, grantDue } from './balance.ts';
export { creditChecks } from './checks.ts';
export { setClawedBack } from './clawback.ts';
export { creditData } from './personal.ts';
export { grantMonthly, setPlanPaid } from './plan-credits.ts';
export { reverse } from './reverse.ts';
export {
  type Accepted,
  decideSpends,
  type Grant,
  grant,
  type Refused,
  type Spend,
  spend,
  spendAll,
  spendReads,
} from './spend.ts';
