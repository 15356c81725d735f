import { sql } from 'kysely';
import type { Invariant } from '../../platform/db/invariant.ts';

/** Invariants of purchases and the credits they gave. */
export const purchaseChecks: Invariant[] = [
  {
    name: 'every credited purchase has one purchase entry with its credits',
    violations: sql`select purchase.id, purchase.user_id, purchase.credits, entry.amount from purchase
      left join credit_entry as entry on entry.key = 'purchase:' || purchase.id
      where purchase.credited_at is not null and not coalesce(entry.kind = 'purchase'
        and entry.user_id = purchase.user_id and entry.amount = purchase.credits
        and entry.reference = purchase.id, 1 = 0)`,
  },
  {
    name: 'every purchase entry belongs to a credited purchase, once',
    violations: sql`select entry.id, entry.user_id, entry.reference from credit_entry as entry
      join purchase on purchase.id = entry.reference
      where entry.kind = 'purchase'
        and (purchase.credited_at is null or entry.key <> 'purchase:' || purchase.id)`,
  },
  {
    name: 'clawed_back of a purchase is the sum of its open clawbacks',
    violations: sql`select purchase.id, purchase.clawed_back, coalesce(asked.total, 0) as asked from purchase
      left join (select reference, sum(amount) as total from clawback
        where reversed_at is null group by reference) as asked on asked.reference = purchase.id
      where purchase.clawed_back <> coalesce(asked.total, 0)`,
  },
  {
    name: 'a purchase is credited if and only if it succeeded',
    violations: sql`select id, status from purchase
      where (credited_at is not null) <> (status in ('succeeded', 'refunded'))`,
  },
];
