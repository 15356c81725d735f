import { sql } from 'kysely';
import { cachedRows } from '../../platform/db/cached-query.ts';
import type { Db, Tx } from '../../platform/db/schema.ts';
import type { InvitationTable } from '../../platform/db/tables/accounts.ts';
import type { TimeKeys } from '../../platform/http/paging.ts';

export async function insertInvitation(
  db: Db,
  invitation: Omit<InvitationTable, 'uses' | 'revoked_at'>,
): Promise<void> {
  await db
    .insertInto('invitation')
    .values({ ...invitation, uses: 0, revoked_at: null })
    .execute();
}

export function selectInvitation(db: Db | Tx, token_hash: string) {
  return db
    .selectFrom('invitation')
    .where('token_hash', '=', token_hash)
    .select(['max_uses', 'uses', 'expires_at', 'revoked_at'])
    .executeTakeFirst();
}

/** @returns whether the invitation was open. */
export async function addUse(tx: Tx, token_hash: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('invitation')
    .set((eb) => ({ uses: eb('uses', '+', 1) }))
    .where('token_hash', '=', token_hash)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .whereRef('uses', '<', 'max_uses')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** @returns whether there is such an invitation. */
export async function updateRevoked(db: Db, id: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('invitation')
    .set((eb) => ({ revoked_at: eb.fn.coalesce('revoked_at', eb.val(now)) }))
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Invitations, newest first. */
export function selectInvitations(db: Db, { after, limit }: { after: TimeKeys | undefined; limit: number }) {
  const values = { limit, created_at: after?.[0], id: after?.[1] };
  return cachedRows(db, `invitations ${after !== undefined}`, values, (v) => {
    let query = db
      .selectFrom('invitation')
      .leftJoin('user', 'user.id', 'invitation.creator_id')
      .select([
        'invitation.id',
        'invitation.note',
        'invitation.uses',
        'invitation.max_uses',
        'invitation.created_at',
        'invitation.expires_at',
        'invitation.revoked_at',
        'user.username as creator',
      ]);
    if (after)
      query = query.where(sql<boolean>`(invitation.created_at, invitation.id) < (${v.created_at}, ${v.id})`);
    return query.orderBy('invitation.created_at', 'desc').orderBy('invitation.id', 'desc').limit(v.limit);
  });
}

export async function countInvitations(db: Db): Promise<number> {
  const { total } = await db
    .selectFrom('invitation')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
}
