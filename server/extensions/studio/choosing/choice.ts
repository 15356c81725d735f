import { Problem } from 'contract/errors.ts';
import { sql } from 'kysely';
import {
  assertVisible,
  endChoice,
  lockRequest,
  notifyBoard,
  type Reader,
} from '../../../features/song-requests/song-requests.ts';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import type { PersonalData } from '../../../platform/feature.ts';
import { hurry } from '../../../platform/jobs.ts';
import { notifyBackers } from '../../notifications/notifications.ts';
import { REVIEW } from '../settings.ts';
import type { StudioContext } from '../studio-context.ts';
import { selectTake } from '../takes/take-queries.ts';

/**
 * Chooses a take, or changes the choice. When the last person has chosen, the choice ends; the studio releases it.
 * @throws Problem `not_found`, `choice_closed`, `not_a_backer`, `take_not_ready`.
 */
export async function chooseTake(
  c: StudioContext,
  user: Reader & object,
  request_id: string,
  take_id: string,
): Promise<{ take_id: string; closed: boolean }> {
  const closed = await c.db.transaction().execute(async (tx) => {
    const request = await lockRequest(tx, c.engine, request_id);
    assertVisible(request, user);
    const now = c.clock();
    const user_id = user.id;
    if (!(await maySelect(tx, request_id, user_id))) throw new Problem('not_a_backer');
    if (request.status !== 'choosing' || request.choosing_ends_at! <= now) throw new Problem('choice_closed');
    const take = await selectTake(tx, take_id);
    if (take?.request_id !== request_id) throw new Problem('not_found');
    if (take.state !== 'ready') throw new Problem('take_not_ready');
    await upsertChoice(tx, { request_id, user_id, take_id, now });
    if (await isChoiceMissing(tx, request_id)) {
      await notifyBoard(tx, c.engine, [request_id]);
      return false;
    }
    await endChoice(tx, c.engine, request_id, now);
    await hurry(tx, c.engine, REVIEW, now);
    return true;
  });
  return { take_id, closed };
}

/** The ready takes, the one that is ahead first: most choices, then most votes of its supporters, then the earliest. */
export function selectRanked(db: Db | Tx, request_id: string) {
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
    .execute();
}

/** Chooses a take, or changes the choice. */
async function upsertChoice(
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

/** True if the user requested or backed this song. */
async function maySelect(tx: Tx, request_id: string, user_id: string): Promise<boolean> {
  const { rows } = await sql<{ found: number }>`select 1 as found from (
      select user_id from song_request where id = ${request_id}
      union all select user_id from backer where request_id = ${request_id} and user_id = ${user_id}
    ) as person where user_id = ${user_id} limit 1`.execute(tx);
  return rows.length > 0;
}

/** True if the requester or any backer with an account has not chosen yet. */
async function isChoiceMissing(tx: Tx, request_id: string): Promise<boolean> {
  const { rows } = await sql`select person.user_id from (
      select user_id from song_request where id = ${request_id}
      union select user_id from backer where request_id = ${request_id}
    ) as person
    join "user" on "user".id = person.user_id and "user".deleted_at is null
    left join choice on choice.request_id = ${request_id} and choice.user_id = person.user_id
    where choice.user_id is null limit 1`.execute(tx);
  return rows.length > 0;
}

/** Lead time of the reminder before a choice ends, at most half of its time; ms. */
const REMIND_MS = 2 * 3_600_000;
/** Requests that are looked at, those that end first. */
const REMINDED_MAX = 50;

/** Reminds requesters and backers who have not chosen that the choice ends soon. Again tells nobody twice. */
export async function remindOfChoices(c: StudioContext): Promise<void> {
  const now = c.clock();
  const ahead = Math.min(REMIND_MS, (c.studio.choosingHours * 3_600_000) / 2);
  const closing = await c.db
    .selectFrom('song_request')
    .where(sql<boolean>`released = 0 and refunded_at is null and stage = 'choosing'`)
    .where('choosing_ends_at', '>', now)
    .where('choosing_ends_at', '<=', now + ahead)
    .orderBy('choosing_ends_at')
    .limit(REMINDED_MAX)
    .select(['id', 'title', 'artist'])
    .execute();
  if (closing.length === 0) return;
  await c.db.transaction().execute(async (tx) => {
    for (const request of closing) {
      const hasNotChosen = sql`not exists (select 1 from choice
      where choice.request_id = ${request.id} and choice.user_id = person.user_id)`;
      const requester = sql`select user_id from song_request as person where id = ${request.id} and ${hasNotChosen}`;
      const voters = sql`select user_id from backer as person
      where request_id = ${request.id} and votes > 0 and ${hasNotChosen}`;
      const what = { kind: 'request_closing', created_at: now } as const;
      await notifyBackers(tx, c.engine, request, { requester, voters }, what);
    }
  });
}

/** The user's choices of takes. They stay, anonymous, after the account is deleted: others rely on the outcome. */
export const studioData: PersonalData = {
  name: 'choices',
  export: (db, user_id) =>
    db
      .selectFrom('choice')
      .innerJoin('song_request', 'song_request.id', 'choice.request_id')
      .innerJoin('take', 'take.id', 'choice.take_id')
      .where('choice.user_id', '=', user_id)
      .select(['song_request.title', 'song_request.artist', 'take.number as take', 'choice.updated_at'])
      .orderBy('choice.updated_at')
      .execute(),
  erase: async () => {},
};
