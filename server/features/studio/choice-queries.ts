import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/schema.ts';

/** The ready take that is ahead: most choices, then most votes of its supporters, then the earliest. */
export function selectWinner(db: Db | Tx, request_id: string) {
  return db
    .selectFrom('take')
    .leftJoin(
      (eb) =>
        eb
          .selectFrom('choice')
          .leftJoin('backer', (join) =>
            join
              .onRef('backer.request_id', '=', 'choice.request_id')
              .onRef('backer.user_id', '=', 'choice.user_id'),
          )
          .where('choice.request_id', '=', request_id)
          .groupBy('choice.take_id')
          .select(({ fn }) => [
            'choice.take_id',
            fn.countAll<number>().as('people'),
            sql<number>`sum(coalesce(backer.votes, 0))`.as('votes'),
          ])
          .as('chosen'),
      (join) => join.onRef('chosen.take_id', '=', 'take.id'),
    )
    .where('take.request_id', '=', request_id)
    .where('take.state', '=', 'ready')
    .selectAll('take')
    .orderBy(sql`coalesce(chosen.people, 0)`, 'desc')
    .orderBy(sql`coalesce(chosen.votes, 0)`, 'desc')
    .orderBy('take.number')
    .limit(1)
    .executeTakeFirst();
}

/** Chooses a take, or changes the choice. */
export async function upsertChoice(
  tx: Tx,
  row: { request_id: string; user_id: string; take_id: string; now: number },
): Promise<void> {
  const { now: created_at, ...choice } = row;
  await tx
    .insertInto('choice')
    .values({ ...choice, created_at, updated_at: created_at })
    .onConflict((conflict) =>
      conflict
        .columns(['request_id', 'user_id'])
        .doUpdateSet({ take_id: choice.take_id, updated_at: created_at }),
    )
    .execute();
}

export async function selectChoice(db: Db | Tx, request_id: string, user_id: string) {
  const rows = await db
    .selectFrom('choice')
    .where('request_id', '=', request_id)
    .where('user_id', '=', user_id)
    .select('take_id')
    .execute();
  return rows[0];
}

/** Whether the user requested or backed this song. */
export async function maySelect(tx: Tx, request_id: string, user_id: string): Promise<boolean> {
  const { rows } = await sql<{ found: number }>`select 1 as found from (
      select user_id from song_request where id = ${request_id}
      union all select user_id from backer where request_id = ${request_id} and user_id = ${user_id}
    ) as person where user_id = ${user_id} limit 1`.execute(tx);
  return rows.length > 0;
}

/** Whether the requester or any backer with an account has not chosen yet. */
export async function isChoiceMissing(tx: Tx, request_id: string): Promise<boolean> {
  const { rows } = await sql`select person.user_id from (
      select user_id from song_request where id = ${request_id}
      union select user_id from backer where request_id = ${request_id}
    ) as person
    join "user" on "user".id = person.user_id and "user".deleted_at is null
    left join choice on choice.request_id = ${request_id} and choice.user_id = person.user_id
    where choice.user_id is null limit 1`.execute(tx);
  return rows.length > 0;
}
