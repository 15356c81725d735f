import { Problem } from 'contract/errors.ts';
import type { Engine } from '../../platform/db/engine.ts';
import type { Tx } from '../../platform/db/schema.ts';
import { assertPositive, decide, spendReads, toPosting } from './decide-spends.ts';
import type { Accepted, Grant, Refused, Spend } from './movement.ts';
import type { Posting } from './posting.ts';

/**
 * Takes credits.
 * @throws Problem `not_enough_credits` with how many are `needed`; `conflict` if the key was used for another cause.
 */
export async function spend(tx: Tx, engine: Engine, input: Spend): Promise<Accepted> {
  const [outcome] = await spendAll(tx, engine, [input]);
  if ('needed' in outcome!) throw new Problem('not_enough_credits', undefined, { needed: outcome.needed });
  return outcome!;
}

/**
 * Takes credits of any number of users in a constant number of statements. Each spend is accepted or refused by
 * itself, in order.
 * @throws Problem `conflict` if a key was used for another cause.
 */
export function spendAll(tx: Tx, engine: Engine, spends: readonly Spend[]): Promise<(Accepted | Refused)[]> {
  return postAll(tx, engine, spends.map(toPosting));
}

/** Adds credits. The user's debts are settled from them at once, except from an adjustment. */
export async function grant(tx: Tx, engine: Engine, input: Grant): Promise<Accepted> {
  assertPositive(input.amount);
  const [outcome] = await postAll(tx, engine, [input]);
  return outcome as Accepted;
}

async function postAll(tx: Tx, engine: Engine, postings: readonly Posting[]) {
  const rows = await engine.pipeline(tx, spendReads(tx, engine, postings));
  const { outcomes, writes } = await decide(tx, engine, postings, rows);
  await engine.pipeline(tx, writes);
  return outcomes;
}
