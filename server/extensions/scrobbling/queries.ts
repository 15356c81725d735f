import { type Insertable, sql } from 'kysely';
import type { Engine } from '../../platform/db/engine.ts';
import type { Db, Tx } from '../../platform/db/schema.ts';
import type { ScrobbleLinkTable, ScrobbleTable } from '../../platform/db/tables/extensions/scrobbling.ts';

type Service = ScrobbleLinkTable['service'];
export interface Owner {
  user_id: string;
  service: Service;
}

export const selectLinks = (db: Db | Tx, user_id: string): Promise<ScrobbleLinkTable[]> =>
  db.selectFrom('scrobble_link').where('user_id', '=', user_id).selectAll().execute();

export const selectLink = (db: Db, { user_id, service }: Owner): Promise<ScrobbleLinkTable | undefined> =>
  db
    .selectFrom('scrobble_link')
    .where('user_id', '=', user_id)
    .where('service', '=', service)
    .selectAll()
    .executeTakeFirst();

/** Links an account, in the place of another one. */
export async function upsertLink(db: Db, link: Insertable<ScrobbleLinkTable>): Promise<void> {
  const { account, token, refused_at, created_at } = link;
  await db
    .insertInto('scrobble_link')
    .values(link)
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'service'])
        .doUpdateSet({ account, token, refused_at: refused_at ?? null, created_at }),
    )
    .execute();
}

/** Forgets what opens an account that refused it, unless it has been linked again meanwhile. */
export async function refuseLink(db: Db, { user_id, service, token }: ScrobbleLinkTable, now: number) {
  await db
    .updateTable('scrobble_link')
    .set({ token: '', refused_at: now })
    .where('user_id', '=', user_id)
    .where('service', '=', service)
    .where('token', '=', token)
    .execute();
}

/** @returns how many links there were. */
export async function deleteLinks(tx: Tx, user_id: string, service?: Service): Promise<number> {
  let links = tx.deleteFrom('scrobble_link').where('user_id', '=', user_id);
  if (service) links = links.where('service', '=', service);
  return Number((await links.executeTakeFirst()).numDeletedRows);
}

export async function deleteQueue(db: Db | Tx, user_id: string, service?: Service): Promise<void> {
  let queue = db.deleteFrom('scrobble').where('user_id', '=', user_id);
  if (service) queue = queue.where('service', '=', service);
  await queue.execute();
}

/** Queues a listen for each service that the user has linked. */
export async function insertForLinks(
  tx: Tx,
  engine: Engine,
  { user_id, track_id, listened_at }: Pick<ScrobbleTable, 'user_id' | 'track_id' | 'listened_at'>,
): Promise<void> {
  await sql`
    insert into scrobble (id, user_id, service, track_id, listened_at, due_at, attempts)
    select ${engine.newId}, user_id, service, cast(${track_id} as text), cast(${listened_at} as bigint),
      cast(${listened_at} as bigint), 0
    from scrobble_link where user_id = ${user_id} and refused_at is null`.execute(tx);
}

/** Owner of the listen that has waited longest for a service. */
export async function selectNextOwner(db: Db, service: Service, now: number): Promise<Owner | undefined> {
  return db
    .selectFrom('scrobble')
    .where('service', '=', service)
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(1)
    .select(['user_id', 'service'])
    .executeTakeFirst();
}

/** Claims a user's oldest listens until a time. @returns those that no other server has claimed. */
export async function claimListens(
  db: Db,
  { user_id, service }: Owner,
  { now, until, limit }: { now: number; until: number; limit: number },
): Promise<ScrobbleTable[]> {
  const oldest = db
    .selectFrom('scrobble')
    .where('user_id', '=', user_id)
    .where('service', '=', service)
    .where('due_at', '<=', now)
    .orderBy('listened_at')
    .limit(limit)
    .select('id');
  return db
    .updateTable('scrobble')
    .set(({ eb }) => ({ due_at: until, attempts: eb('attempts', '+', 1) }))
    .where('id', 'in', oldest)
    .where('due_at', '<=', now)
    .returningAll()
    .execute();
}

export async function deleteListens(db: Db, ids: string[]): Promise<void> {
  await db.deleteFrom('scrobble').where('id', 'in', ids).execute();
}

export async function postponeListens(db: Db, ids: string[], due_at: number): Promise<void> {
  await db.updateTable('scrobble').set({ due_at }).where('id', 'in', ids).execute();
}
