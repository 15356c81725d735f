import { randomUUID } from 'node:crypto';
import { Problem } from 'contract/errors.ts';
import type { Invitation } from 'contract/features/accounts/members.ts';
import { countRows } from '../../../platform/db/lists.ts';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import type { InvitationTable } from '../../../platform/db/tables/accounts.ts';
import {
  byCreation,
  newestFirst,
  type Page,
  type PageQuery,
  paginate,
  type TimePage,
} from '../../../platform/http/requests/paging.ts';
import type { AccountsContext } from '../accounts-context.ts';
import { hashOf, newToken } from '../login/sessions.ts';

const DAY_MS = 86_400_000;

/** Invitations, newest first. */
export async function listInvitations(c: AccountsContext, query: PageQuery): Promise<Page<Invitation>> {
  const page = await paginate(
    query,
    byCreation,
    (part) => selectInvitations(c.db, part),
    () => countRows(c.db.selectFrom('invitation')),
  );
  const now = c.clock();
  return {
    ...page,
    rows: page.rows.map(({ revoked_at, ...row }) => ({
      ...row,
      state: stateOf({ ...row, revoked_at }, now),
    })),
  };
}

/**
 * Creates an invitation.
 * @param creator undefined on the command line.
 * @returns also the token, which is not stored.
 */
export async function createInvitation(
  c: AccountsContext,
  creator: { id: string; username: string } | undefined,
  { note, max_uses, days }: { note?: string | undefined; max_uses: number; days: number },
): Promise<{ token: string; invitation: Invitation }> {
  const token = newToken();
  const created_at = c.clock();
  const row = {
    id: randomUUID(),
    note: note || null,
    max_uses,
    created_at,
    expires_at: created_at + days * DAY_MS,
  };
  await insertInvitation(c.db, { ...row, token_hash: hashOf(token), creator_id: creator?.id ?? null });
  return { token, invitation: { ...row, uses: 0, creator: creator?.username ?? null, state: 'open' } };
}

/** Revokes an invitation; one that is revoked already stays so. @throws Problem `not_found`. */
export async function revokeInvitation(c: AccountsContext, id: string): Promise<void> {
  if (!(await updateRevoked(c.db, id, c.clock()))) throw new Problem('not_found');
}

/** @throws Problem `bad_invitation`, `invitation_used` or `invitation_expired` if it lets nobody in. */
export async function checkInvitation(c: AccountsContext, token: string) {
  const found = await selectInvitation(c.db, hashOf(token));
  assertOpen(found, c.clock());
  return { uses_left: found.max_uses - found.uses, expires_at: found.expires_at };
}

/** Uses an invitation once: concurrent calls never use it more often than it allows. @throws like `checkInvitation`. */
export async function useInvitation(tx: Tx, c: AccountsContext, token: string): Promise<void> {
  const now = c.clock();
  const token_hash = hashOf(token);
  if (await addUse(tx, token_hash, now)) return;
  assertOpen(await selectInvitation(tx, token_hash), now);
  throw new Problem('invitation_used');
}

type Row = Pick<InvitationTable, 'max_uses' | 'uses' | 'expires_at' | 'revoked_at'>;

function assertOpen(found: Row | undefined, now: number): asserts found is Row {
  const state = found ? stateOf(found, now) : 'revoked';
  if (state === 'revoked') throw new Problem('bad_invitation');
  if (state !== 'open') throw new Problem(state === 'used' ? 'invitation_used' : 'invitation_expired');
}

function stateOf({ max_uses, uses, expires_at, revoked_at }: Row, now: number): Invitation['state'] {
  if (revoked_at !== null) return 'revoked';
  if (uses >= max_uses) return 'used';
  return expires_at <= now ? 'expired' : 'open';
}

async function insertInvitation(
  db: Db,
  invitation: Omit<InvitationTable, 'uses' | 'revoked_at'>,
): Promise<void> {
  await db
    .insertInto('invitation')
    .values({ ...invitation, uses: 0, revoked_at: null })
    .execute();
}

function selectInvitation(db: Db | Tx, token_hash: string) {
  return db
    .selectFrom('invitation')
    .where('token_hash', '=', token_hash)
    .select(['max_uses', 'uses', 'expires_at', 'revoked_at'])
    .executeTakeFirst();
}

/** @returns whether the invitation was open. */
async function addUse(tx: Tx, token_hash: string, now: number): Promise<boolean> {
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
async function updateRevoked(db: Db, id: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('invitation')
    .set((eb) => ({ revoked_at: eb.fn.coalesce('revoked_at', eb.val(now)) }))
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Invitations, newest first. */
function selectInvitations(db: Db, page: TimePage) {
  const query = db
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
  return newestFirst(query, 'invitation', page).execute();
}
