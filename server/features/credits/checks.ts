import { sql } from 'kysely';
import type { Invariant } from '../../platform/db/invariant.ts';

/** Invariants of balances, entries and clawbacks. */
export const creditChecks: Invariant[] = [
  {
    name: 'every balance is the sum of its entries',
    violations: sql`select credits.user_id, credits.credits, coalesce(summed.total, 0) as entries
      from credits left join (select user_id, sum(amount) as total from credit_entry group by user_id) as summed
        on summed.user_id = credits.user_id
      where credits.credits <> coalesce(summed.total, 0)`,
  },
  {
    name: 'no balance is below 0',
    violations: sql`select user_id, credits from credits where credits < 0`,
  },
  {
    name: 'every entry belongs to a balance',
    violations: sql`select credit_entry.id, credit_entry.user_id from credit_entry
      left join credits on credits.user_id = credit_entry.user_id where credits.id is null`,
  },
  {
    name: 'every entry has the balance right after it',
    violations: sql`select id, user_id, balance, running from (
        select id, user_id, balance, sum(amount) over (partition by user_id order by seq) as running from credit_entry
      ) as summed where balance <> running`,
  },
  {
    name: 'no key moves credits twice',
    violations: sql`select key, count(*) as times from credit_entry group by key having count(*) > 1`,
  },
  {
    name: 'votes, requests and clawbacks are negative; purchases, grants and reversals are positive',
    violations: sql`select id, kind, amount from credit_entry
      where (kind in ('vote', 'request', 'clawback') and amount >= 0)
        or (kind in ('purchase', 'grant', 'reversal') and amount <= 0)`,
  },
  {
    name: 'every reversal returns exactly one spend or clawback to the same user',
    violations: sql`select back.id, back.key, back.amount from credit_entry as back
      left join clawback on clawback.key = substr(back.key, 10)
      left join credit_entry as taken
        on taken.key = substr(back.key, 10) and taken.kind in ('vote', 'request')
      where back.kind = 'reversal' and not (substr(back.key, 1, 9) = 'reversal:' and (
        coalesce(taken.user_id = back.user_id and taken.amount = -back.amount, 1 = 0)
        or coalesce(clawback.user_id = back.user_id and clawback.reversed_at is not null, 1 = 0)))`,
  },
  {
    name: 'every clawback has taken its amount, except what is owed or was canceled',
    violations: sql`select asked.user_id, asked.reference, asked.open, asked.undone, coalesce(moved.total, 0) as moved from (
        select user_id, reference,
          sum(case when reversed_at is null then amount - owed else 0 end) as open,
          count(reversed_at) as undone
        from clawback group by user_id, reference
      ) as asked left join (
        select user_id, reference, -sum(amount) as total from credit_entry
        where kind = 'clawback' or (kind = 'reversal' and exists (
          select 1 from clawback where clawback.key = substr(credit_entry.key, 10)))
        group by user_id, reference
      ) as moved on moved.user_id = asked.user_id and moved.reference = asked.reference
      where asked.open <> coalesce(moved.total, 0)`,
  },
  {
    name: 'every clawback entry belongs to a clawback',
    violations: sql`select id, user_id, reference from credit_entry where kind = 'clawback' and not exists (
      select 1 from clawback where clawback.user_id = credit_entry.user_id
        and clawback.reference = credit_entry.reference)`,
  },
  {
    name: 'no purchase has more clawed back than it gave',
    violations: sql`select user_id, reference, sum(amount) as asked from clawback where reversed_at is null
      group by user_id, reference
      having sum(amount) > (select coalesce(sum(credit_entry.amount), 0) from credit_entry
        where credit_entry.user_id = clawback.user_id and credit_entry.reference = clawback.reference
          and credit_entry.kind = 'purchase')`,
  },
  {
    name: 'at most one grant per user, tier and period',
    violations: sql`select user_id, reference, period, count(*) as times from (
        select user_id, reference, substr(key, length(key) - 9) as period from credit_entry
        where kind = 'grant' and reference = 'plan:' || user_id || substr(reference, 42)
      ) as granted group by user_id, reference, period having count(*) > 1`,
  },
];
