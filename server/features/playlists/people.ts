import { Problem } from 'contract/errors.ts';
import { EDITORS_MAX, INVITATION_DAYS, SHARED_PLAYLISTS_MAX } from 'contract/features/library-constants.ts';
import type { Context } from '../../platform/context.ts';
import { countRows } from '../../platform/db/lists.ts';
import type { Db, Tx } from '../../platform/db/schema.ts';
import { rateLimit, tooMany } from '../../platform/http/requests/rate-limit.ts';
import { emit } from '../../platform/jobs.ts';
import { hashOf, newToken } from '../accounts/accounts.ts';
import { selectAnyCard } from './cards.ts';
import { assertOwn, lockAny, lockPlaylist, notifyViewers, selectAny } from './queries.ts';

/** The event that says that a member is invited by name to edit a playlist. */
export const INVITED = 'playlist.invited';
export interface Invited {
  playlist_id: string;
  name: string;
  owner: string;
  user_id: string;
  /** Epoch ms. */
  at: number;
}

/** The event that says that a playlist is a member's from now on, because its owner deleted the account. */
export const INHERITED = 'playlist.inherited';
export type Inherited = Omit<Invited, 'owner'>;

const DAY_MS = 86_400_000;
/** Invitations by name of each owner. */
const invites = rateLimit({ burst: 50, perSecond: 50 / 86_400 });

type Caller = { id: string; username: string };

/** Invitations to the caller's playlist. @throws Problem `not_found`; `forbidden` to an editor. */
export async function getInvitations({ db, clock }: Context, user: Caller, id: string) {
  const found = await selectAny(db, id).executeTakeFirst();
  const { is_deleted } = await assertOwn(db, found, { id, user_id: user.id });
  if (is_deleted !== 0) throw new Problem('not_found');
  const invited = await db
    .selectFrom('playlist_editor')
    .innerJoin('user', 'user.id', 'playlist_editor.user_id')
    .where('playlist_id', '=', id)
    .where('since', 'is', null)
    .orderBy('invited_at')
    .orderBy('user.id')
    .select(['user.username', 'user.avatar_url'])
    .execute();
  const link = await db
    .selectFrom('playlist_link')
    .where('playlist_id', '=', id)
    .where('expires_at', '>', clock())
    .where('uses_left', '>', 0)
    .select(['expires_at', 'uses_left'])
    .executeTakeFirst();
  return { invited, link: link ?? null };
}

/**
 * Invites a member to edit the caller's playlist.
 * @throws Problem `not_found`, also for an unknown username; `forbidden` to an editor; `already_editor`;
 *   `too_many_editors`; `too_many_requests`.
 */
export function invite(c: Context, user: Caller, id: string, username: string): Promise<void> {
  const now = c.clock();
  return changeOwn(c, user, id, async (tx, { name }) => {
    const wait = invites(user.id, now);
    if (wait > 0) throw tooMany(wait);
    const person = await selectUser(tx, username);
    if (!person) throw new Problem('not_found', 'Nobody here has this username.', { field: 'username' });
    if (person.id === user.id || (await selectEditor(tx, id, person.id))) throw new Problem('already_editor');
    await assertRoom(tx, id);
    const row = { playlist_id: id, user_id: person.id, invited_at: now, since: null };
    await tx.insertInto('playlist_editor').values(row).execute();
    const event = { playlist_id: id, name, owner: user.username, user_id: person.id, at: now };
    await emit(tx, c.engine, INVITED, event satisfies Invited, now);
    await notifyViewers(tx, c.engine, id, true);
  });
}

/** Makes the link that invites editors, in place of a former one. @returns also the token, which is not stored. */
export function createLink(c: Context, user: Caller, id: string, uses_left: number) {
  return changeOwn(c, user, id, async (tx) => {
    const token = newToken();
    const link = { token_hash: hashOf(token), uses_left, expires_at: c.clock() + INVITATION_DAYS * DAY_MS };
    await tx
      .insertInto('playlist_link')
      .values({ playlist_id: id, ...link })
      .onConflict((conflict) => conflict.column('playlist_id').doUpdateSet(link))
      .execute();
    await notifyViewers(tx, c.engine, id, true);
    return { token, uses_left, expires_at: link.expires_at };
  });
}

/** Ends the link. @throws as `getInvitations`. */
export const revokeLink = (c: Context, user: Caller, id: string) =>
  changeOwn(c, user, id, async (tx) => {
    await tx.deleteFrom('playlist_link').where('playlist_id', '=', id).execute();
    await notifyViewers(tx, c.engine, id, true);
  });

/**
 * Target of an invitation.
 * @param token of the link; without one, the invitation that names the caller.
 * @throws Problem `not_found`; `bad_invitation`; `invitation_used`; `invitation_expired`.
 */
export async function checkInvitation(
  c: Context,
  user: Caller | null,
  id: string,
  token: string | undefined,
) {
  const playlist = await c.db
    .selectFrom('playlist')
    .innerJoin('user', 'user.id', 'playlist.user_id')
    .where('playlist.id', '=', id)
    .where('playlist.is_deleted', '=', 0)
    .select(['playlist.name', 'playlist.user_id', 'user.username as owner'])
    .executeTakeFirst();
  // Only who holds an invitation learns whether there is such a playlist.
  if (!playlist) throw new Problem('bad_invitation');
  const { user_id, ...shown } = playlist;
  const own = user && (await selectEditor(c.db, id, user.id));
  const joined = user?.id === user_id || typeof own?.since === 'number';
  if (!joined && !own) await assertLink(c.db, c.clock(), id, token);
  return { ...shown, joined };
}

/** Makes the caller an editor. @throws as `checkInvitation`; `too_many_editors`; `too_many_shared`. */
export function join(c: Context, user: Caller, id: string, token: string | undefined) {
  return c.db.transaction().execute(async (tx) => {
    const now = c.clock();
    // The user before the playlist, as everywhere: also keeps two calls from both taking the last place.
    const joiner = tx.selectFrom('user').where('id', '=', user.id).where('deleted_at', 'is', null);
    const alive = joiner.where('suspended_at', 'is', null).select('id');
    if (!(await c.engine.lockRow(alive).executeTakeFirst())) throw new Problem('unauthorized');
    const locked = await lockAny(tx, c.engine, id);
    if (locked?.is_deleted !== 0) throw new Problem('bad_invitation');
    const own = await selectEditor(tx, id, user.id);
    const card = () => selectAnyCard(tx, now, id);
    if (locked.user_id === user.id || typeof own?.since === 'number') return card();
    if (!own) await assertLink(tx, now, id, token);
    const shared = tx
      .selectFrom('playlist_editor')
      .where('user_id', '=', user.id)
      .where('since', 'is not', null);
    if ((await countRows(shared)) >= SHARED_PLAYLISTS_MAX) throw new Problem('too_many_shared');
    if (own) {
      await tx
        .updateTable('playlist_editor')
        .set({ since: now })
        .where('playlist_id', '=', id)
        .where('user_id', '=', user.id)
        .execute();
    } else {
      await assertRoom(tx, id);
      const row = { playlist_id: id, user_id: user.id, invited_at: now, since: now };
      await tx.insertInto('playlist_editor').values(row).execute();
      await tx
        .updateTable('playlist_link')
        .set((eb) => ({ uses_left: eb('uses_left', '-', 1) }))
        .where('playlist_id', '=', id)
        .execute();
    }
    await notifyViewers(tx, c.engine, id, true);
    return card();
  });
}

/**
 * Removes an editor from the caller's playlist, or the caller from that of somebody else; invitations by name, too.
 * @throws Problem `not_found`; `forbidden` to an editor who names somebody else.
 */
export function removeEditor(c: Context, user: Caller, id: string, username: string): Promise<void> {
  return c.db.transaction().execute(async (tx) => {
    const isOwnName = username.toLowerCase() === user.username.toLowerCase();
    const locked = isOwnName
      ? await lockAny(tx, c.engine, id)
      : await lockPlaylist(tx, c.engine, { id, user_id: user.id });
    const person = isOwnName ? user : await selectUser(tx, username, true);
    const { numDeletedRows = 0n } =
      locked && person
        ? await tx
            .deleteFrom('playlist_editor')
            .where('playlist_id', '=', id)
            .where('user_id', '=', person.id)
            .executeTakeFirst()
        : {};
    if (numDeletedRows === 0n) throw new Problem('not_found');
    await notifyViewers(tx, c.engine, id, true);
  });
}

/** Runs a change of the caller's playlist under its lock. @throws Problem `not_found`; `forbidden` to an editor. */
function changeOwn<T>(
  c: Context,
  user: Caller,
  id: string,
  change: (tx: Tx, playlist: { name: string }) => Promise<T>,
): Promise<T> {
  return c.db.transaction().execute(async (tx) => {
    const locked = await lockPlaylist(tx, c.engine, { id, user_id: user.id });
    if (locked.is_deleted !== 0) throw new Problem('not_found');
    return change(tx, locked);
  });
}

/** @throws Problem `too_many_editors`. */
async function assertRoom(tx: Tx, playlist_id: string): Promise<void> {
  const count = await countRows(tx.selectFrom('playlist_editor').where('playlist_id', '=', playlist_id));
  if (count >= EDITORS_MAX) throw new Problem('too_many_editors');
}

/** @throws Problem `bad_invitation`; `invitation_used`; `invitation_expired`. */
async function assertLink(db: Db | Tx, now: number, playlist_id: string, token = ''): Promise<void> {
  const link = await db
    .selectFrom('playlist_link')
    .where('playlist_id', '=', playlist_id)
    .where('token_hash', '=', hashOf(token))
    .select(['uses_left', 'expires_at'])
    .executeTakeFirst();
  if (!link) throw new Problem('bad_invitation');
  if (link.expires_at <= now) throw new Problem('invitation_expired');
  if (link.uses_left <= 0) throw new Problem('invitation_used');
}

const selectEditor = (db: Db | Tx, playlist_id: string, user_id: string) =>
  db
    .selectFrom('playlist_editor')
    .where('playlist_id', '=', playlist_id)
    .where('user_id', '=', user_id)
    .select('since')
    .executeTakeFirst();

/** @param suspended whether suspended members are found, too. */
async function selectUser(tx: Tx, username: string, suspended = false) {
  // No username contains NUL, and PostgreSQL refuses it.
  if (username.includes('\0')) return undefined;
  const named = tx
    .selectFrom('user')
    .where('username_key', '=', username.toLowerCase())
    .where('deleted_at', 'is', null);
  return (suspended ? named : named.where('suspended_at', 'is', null)).select('id').executeTakeFirst();
}
