import { Problem } from 'contract/errors.ts';
import { SHARED_PLAYLISTS_MAX } from 'contract/features/library-constants.ts';
import type { ExpressionBuilder } from 'kysely';
import type { Engine } from '../../platform/db/engine.ts';
import { countRows } from '../../platform/db/lists.ts';
import type { Db, Schema, Tx } from '../../platform/db/schema.ts';
import type { PlaylistTable } from '../../platform/db/tables/playlists.ts';
import { newestFirst, type TimePage } from '../../platform/http/requests/paging.ts';

export const playlistColumns = [
  'playlist.id',
  'playlist.user_id',
  'playlist.name',
  'playlist.description',
  'playlist.privacy',
  'playlist.cover_image_url',
  'playlist.is_deleted',
  'playlist.created_at',
  'playlist.updated_at',
] as const;

/** The caller; null for a visitor. */
export type Viewer = { id: string; plan_tier: string } | null;

/** Condition: the playlist is public, and its owner is not suspended. */
export const isPublic = ({ eb, and, not, exists }: ExpressionBuilder<Schema, 'playlist'>) =>
  and([
    eb('playlist.privacy', '=', 'public'),
    not(
      exists(
        eb
          .selectFrom('user')
          .whereRef('user.id', '=', 'playlist.user_id')
          .where('user.suspended_at', 'is not', null)
          .select('user.id'),
      ),
    ),
  ]);

/** Condition: the user owns the playlist or edits it. */
export function editedBy(user_id: string) {
  return ({ eb, or, exists }: ExpressionBuilder<Schema, 'playlist'>) =>
    or([
      eb('playlist.user_id', '=', user_id),
      exists(
        eb
          .selectFrom('playlist_editor')
          .whereRef('playlist_editor.playlist_id', '=', 'playlist.id')
          .where('playlist_editor.user_id', '=', user_id)
          .where('playlist_editor.since', 'is not', null)
          .select('playlist_editor.user_id'),
      ),
    ]);
}

/** Condition: the viewer may see the playlist. Those they edit, public ones, and all for an admin. */
export function visibleTo(viewer: Viewer) {
  return (eb: ExpressionBuilder<Schema, 'playlist'>) =>
    viewer?.plan_tier === 'admin'
      ? eb.lit(true)
      : eb.or([isPublic(eb), ...(viewer ? [editedBy(viewer.id)(eb)] : [])]);
}

function ownedBy(db: Db | Tx, user_id: string) {
  return db
    .selectFrom('playlist')
    .where('playlist.user_id', '=', user_id)
    .where('playlist.is_deleted', '=', 0);
}

/** A page of a user's playlists, newest first, without columns. */
export const selectOwnPage = (db: Db, user_id: string, page: TimePage) =>
  newestFirst(ownedBy(db, user_id), 'playlist', page);

/** The playlists of others that a user edits. */
export async function selectSharedIds(db: Db | Tx, user_id: string): Promise<string[]> {
  const rows = await db
    .selectFrom('playlist_editor')
    .where('user_id', '=', user_id)
    .where('since', 'is not', null)
    .limit(SHARED_PLAYLISTS_MAX)
    .select('playlist_id')
    .execute();
  return rows.map(({ playlist_id }) => playlist_id);
}

/** The playlists that a user edits: their own and those with these ids. */
function editable(db: Db, user_id: string, shared: string[]) {
  const own = ({ eb }: ExpressionBuilder<Schema, 'playlist'>) => eb('playlist.user_id', '=', user_id);
  return db
    .selectFrom('playlist')
    .where('playlist.is_deleted', '=', 0)
    .where((eb) => (shared.length > 0 ? eb.or([own(eb), eb('playlist.id', 'in', shared)]) : own(eb)));
}

export const countEditable = (db: Db, user_id: string, shared: string[]) =>
  countRows(editable(db, user_id, shared));

/** The playlists that a user edits, newest first, each with its entry of the track, if it has one. */
export function selectChoices(db: Db, user_id: string, shared: string[], track_id: string, page: TimePage) {
  return newestFirst(editable(db, user_id, shared), 'playlist', page)
    .leftJoin('playlist_track', (join) =>
      join
        .onRef('playlist_track.playlist_id', '=', 'playlist.id')
        .on('playlist_track.track_id', '=', track_id),
    )
    .select([
      'playlist.id',
      'playlist.name',
      'playlist.privacy',
      'playlist.created_at',
      'playlist_track.id as playlist_track_id',
    ])
    .execute();
}

export const countOwn = (db: Db | Tx, user_id: string) => countRows(ownedBy(db, user_id));

/**
 * Locks a playlist, deleted or not, until the transaction ends. Every change of the playlist, of its order or of its
 * editors takes this lock.
 * @throws Problem `not_found` if it is not the user's own; `forbidden` if the user edits it.
 */
export async function lockPlaylist(tx: Tx, engine: Engine, own: { id: string; user_id: string }) {
  return assertOwn(tx, await lockAny(tx, engine, own.id), own);
}

/** @throws as `lockPlaylist`. */
export async function assertOwn<P extends Pick<PlaylistTable, 'user_id' | 'is_deleted'>>(
  db: Db | Tx,
  playlist: P | undefined,
  own: { id: string; user_id: string },
): Promise<P> {
  if (!playlist) throw new Problem('not_found');
  if (playlist.user_id === own.user_id) return playlist;
  throw new Problem(playlist.is_deleted === 0 && (await isEditor(db, own)) ? 'forbidden' : 'not_found');
}

/** Locks a playlist that the user edits, their own included. @throws Problem `not_found`. */
export async function lockEdited(tx: Tx, engine: Engine, by: { id: string; user_id: string }) {
  const locked = await lockAny(tx, engine, by.id);
  // Read under the lock: who was removed meanwhile changes nothing any more.
  if (locked?.is_deleted !== 0 || (locked.user_id !== by.user_id && !(await isEditor(tx, by))))
    throw new Problem('not_found');
  return locked;
}

/** Locks a playlist, whoever owns it. */
export const lockAny = (tx: Tx, engine: Engine, id: string) =>
  engine.lockRow(selectAny(tx, id)).executeTakeFirst();

/** A playlist, whoever owns it. */
export const selectAny = (db: Db | Tx, id: string) =>
  db
    .selectFrom('playlist')
    .where('playlist.id', '=', id)
    .select(['playlist.id', 'playlist.user_id', 'playlist.name', 'playlist.is_deleted']);

async function isEditor(db: Db | Tx, { id, user_id }: { id: string; user_id: string }): Promise<boolean> {
  const row = await db
    .selectFrom('playlist_editor')
    .where('playlist_id', '=', id)
    .where('user_id', '=', user_id)
    .where('since', 'is not', null)
    .select('user_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Tells every server of a change, once the transaction has committed. @param people whether it is of who may see it. */
export async function notifyViewers(tx: Tx, engine: Engine, id: string, people = false): Promise<void> {
  await engine.notify('playlists', people ? `${id} people` : id).execute(tx);
}

/** Marks that the entries of a playlist changed, so that its stored card is outdated. */
export async function touchEntries(tx: Tx, engine: Engine, id: string, now: number): Promise<void> {
  await notifyViewers(tx, engine, id);
  await tx
    .updateTable('playlist')
    .set((eb) => ({ updated_at: now, entries_version: eb('entries_version', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

export async function updatePlaylist(
  tx: Tx,
  engine: Engine,
  id: string,
  changes: Partial<Omit<PlaylistTable, 'id' | 'user_id' | 'created_at' | 'entries_version'>>,
): Promise<void> {
  await tx.updateTable('playlist').set(changes).where('id', '=', id).execute();
  const maySee = changes.privacy !== undefined || changes.is_deleted === 1;
  await notifyViewers(tx, engine, id, maySee);
}
