import { Problem } from 'contract/errors.ts';
import { MOSAIC_SIZE } from 'contract/features/library-constants.ts';
import type { Playlist } from 'contract/features/playlists.ts';
import { isVip } from 'contract/plans.ts';
import { type InferResult, type Selectable, type SelectQueryBuilder, sql } from 'kysely';
import type { Context } from '../../platform/context.ts';
import type { Db, Schema, Tx } from '../../platform/db/schema.ts';
import type { PlaylistTable } from '../../platform/db/tables/playlists.ts';
import type { TimePage } from '../../platform/http/requests/paging.ts';
import { withAbsoluteUrls } from '../../platform/media/stored-urls.ts';
import { isLive, momentOf } from '../tracks/tracks.ts';
import {
  isPublic,
  playlistColumns,
  selectOwnPage,
  selectSharedIds,
  type Viewer,
  visibleTo,
} from './queries.ts';

const columns = [...playlistColumns, 'playlist.entries_version'] as const;

type Playlists = SelectQueryBuilder<Schema, 'playlist', Selectable<PlaylistTable>>;

/** Reads playlists with their owners' names and what is stored of their cards, if that is still true. */
function selectStored(db: Db | Tx, now: number, playlists: Playlists) {
  return db
    .with('page', () => playlists)
    .selectFrom('page')
    .innerJoin('user', 'user.id', 'page.user_id')
    .leftJoin('account_status', 'account_status.user_id', 'page.user_id')
    .crossJoin('catalogue')
    .leftJoin('playlist_card', (join) =>
      join
        .onRef('playlist_card.playlist_id', '=', 'page.id')
        .onRef('playlist_card.entries_version', '=', 'page.entries_version')
        .onRef('playlist_card.revision', '=', 'catalogue.revision')
        .on((on) =>
          on.or([on('playlist_card.valid_until', 'is', null), on('playlist_card.valid_until', '>', now)]),
        ),
    )
    .selectAll('page')
    .select([
      'user.username',
      'account_status.plan_tier as owner_tier',
      'catalogue.revision',
      'playlist_card.track_count',
      'playlist_card.total_seconds',
      'playlist_card.covers',
    ])
    .orderBy('page.created_at', 'desc')
    .orderBy('page.id', 'desc');
}

type Stored = InferResult<ReturnType<typeof selectStored>>[number];

/** Cards of playlists. Those that are not stored, or no longer true, are read from the tracks and stored. */
async function cards(db: Db | Tx, now: number, rows: Stored[]) {
  const contents = await readContents(
    db,
    now,
    rows.filter((row) => row.covers === null),
  );
  const ids = rows.map(({ id }) => id);
  const editors = Map.groupBy(await selectEditors(db, ids), ({ playlist_id }) => playlist_id);
  return rows.map(({ entries_version, revision, covers, ...known }) => {
    const row = { ...known, editors: editors.get(known.id) ?? [] };
    /** Changes with the playlist's entries, and with any track that was published before. */
    const content_version = `${entries_version}.${revision}`;
    if (covers !== null)
      return {
        ...row,
        content_version,
        track_count: row.track_count!,
        total_seconds: row.total_seconds!,
        covers: JSON.parse(covers) as string[],
      };
    const { valid_until, ...content } = contents.get(row.id) ?? emptyCard;
    return { ...row, content_version, ...content };
  });
}

/** Editors of these playlists, longest first. A suspended member is out of sight. */
async function selectEditors(db: Db | Tx, playlist_ids: string[]) {
  if (playlist_ids.length === 0) return [];
  return db
    .selectFrom('playlist_editor')
    .innerJoin('user', 'user.id', 'playlist_editor.user_id')
    .where('playlist_editor.playlist_id', 'in', playlist_ids)
    .where('playlist_editor.since', 'is not', null)
    .where('user.suspended_at', 'is', null)
    .orderBy('playlist_editor.since')
    .orderBy('user.id')
    .select(['playlist_editor.playlist_id', 'user.id', 'user.username', 'user.avatar_url'])
    .execute();
}

async function readContents(db: Db | Tx, now: number, rows: Stored[]): Promise<Map<string, CardContent>> {
  if (rows.length === 0) return new Map();
  const contents = await selectContents(
    db,
    now,
    rows.map(({ id }) => id),
  );
  // With the versions from before reading: a change meanwhile makes the stored card outdated, never wrong.
  const stored = rows.map(({ id, entries_version, revision }) => {
    const { covers, ...content } = contents.get(id) ?? emptyCard;
    return { playlist_id: id, entries_version, revision, ...content, covers: JSON.stringify(covers) };
  });
  await upsertCards(db, stored);
  return contents;
}

export type Card = Awaited<ReturnType<typeof cards>>[number];

export async function selectOwnCards(db: Db, now: number, user_id: string, page: TimePage): Promise<Card[]> {
  const own = selectOwnPage(db, user_id, page).select(columns);
  return cards(db, now, await selectStored(db, now, own).execute());
}

/** The playlists of others that a user edits, newest first. */
export async function selectSharedCards(db: Db, now: number, user_id: string): Promise<Card[]> {
  const ids = await selectSharedIds(db, user_id);
  if (ids.length === 0) return [];
  const shared = db
    .selectFrom('playlist')
    .where('playlist.id', 'in', ids)
    .where('playlist.is_deleted', '=', 0)
    .select(columns);
  return cards(db, now, await selectStored(db, now, shared).execute());
}

/** A user's latest public playlists. */
export async function selectPublicCards(
  db: Db,
  now: number,
  user_id: string,
  limit: number,
): Promise<Card[]> {
  const page = selectOwnPage(db, user_id, { after: undefined, limit });
  const shown = page.where(isPublic).select(columns);
  return cards(db, now, await selectStored(db, now, shown).execute());
}

/** Those of these playlists that are public, in the order of the ids. */
export async function selectPublicCardsOf(db: Db, now: number, ids: string[]): Promise<Card[]> {
  if (ids.length === 0) return [];
  const shown = db
    .selectFrom('playlist')
    .where('playlist.id', 'in', ids)
    .where('playlist.is_deleted', '=', 0)
    .where(isPublic)
    .select(columns);
  const found = await cards(db, now, await selectStored(db, now, shown).execute());
  return found.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
}

/** A playlist, unless it is deleted or the viewer may not see it. */
export async function selectCard(
  db: Db | Tx,
  now: number,
  id: string,
  viewer: Viewer,
): Promise<Card | undefined> {
  const one = db
    .selectFrom('playlist')
    .where('playlist.id', '=', id)
    .where('playlist.is_deleted', '=', 0)
    .where(visibleTo(viewer))
    .select(columns);
  const rows = await selectStored(db, now, one).execute();
  return (await cards(db, now, rows))[0];
}

/** A playlist, deleted or not. */
export async function selectAnyCard(tx: Tx, now: number, id: string): Promise<Card> {
  const one = tx.selectFrom('playlist').where('playlist.id', '=', id).select(columns);
  return (await cards(tx, now, await selectStored(tx, now, one).execute()))[0]!;
}

/** Summary of a playlist's live tracks on a card. */
interface CardContent {
  track_count: number;
  total_seconds: number;
  /** The first covers. */
  covers: string[];
  /** Next release of one of its tracks, epoch ms; null if all are out. */
  valid_until: number | null;
}

const emptyCard: CardContent = { track_count: 0, total_seconds: 0, covers: [], valid_until: null };

/** Number of first tracks searched for covers: some may be gone, or have none. */
const COVERS_WITHIN = 3 * MOSAIC_SIZE;

/** Reads the content of these playlists' cards from their tracks, by playlist. Empty playlists are left out. */
async function selectContents(
  db: Db | Tx,
  now: number,
  playlist_ids: string[],
): Promise<Map<string, CardContent>> {
  const totals = await db
    .selectFrom('playlist_track')
    .crossJoin('track')
    .whereRef('track.id', '=', 'playlist_track.track_id')
    .where('playlist_track.playlist_id', 'in', playlist_ids)
    .groupBy('playlist_track.playlist_id')
    .select([
      'playlist_track.playlist_id',
      sql<number>`sum(case when ${isLive(momentOf(now))} then 1 else 0 end)`.as('track_count'),
      sql<number>`sum(case when ${isLive(momentOf(now))} then track.duration_seconds else 0 end)`.as(
        'total_seconds',
      ),
      sql<string | null>`min(case when track.is_deleted = 0 and track.release_date > ${momentOf(now)}
        then track.release_date end)`.as('next_release'),
    ])
    .execute();
  const covers = Map.groupBy(await selectCovers(db, now, playlist_ids), (row) => row.playlist_id);
  return new Map(
    totals.map(({ playlist_id, track_count, total_seconds, next_release }) => [
      playlist_id,
      {
        track_count: Number(track_count),
        total_seconds: Number(total_seconds),
        covers: (covers.get(playlist_id) ?? []).slice(0, MOSAIC_SIZE).map(({ cover }) => cover),
        valid_until: next_release === null ? null : Date.parse(next_release),
      },
    ]),
  );
}

async function selectCovers(db: Db | Tx, now: number, playlist_ids: string[]) {
  const entries = db
    .selectFrom('playlist_track')
    .where('playlist_id', 'in', playlist_ids)
    .select(['playlist_id', 'track_id'])
    .select(
      sql<number>`row_number() over (partition by playlist_id order by order_key, position, id)`.as('nth'),
    );
  const rows = await db
    .selectFrom(entries.as('entry'))
    .crossJoin('track')
    .whereRef('track.id', '=', 'entry.track_id')
    .where('entry.nth', '<=', COVERS_WITHIN)
    .where('track.cover_image_url', 'is not', null)
    .where(isLive(momentOf(now)))
    .orderBy('entry.playlist_id')
    .orderBy('entry.nth')
    .select(['entry.playlist_id', 'track.cover_image_url as cover'])
    .execute();
  return rows as { playlist_id: string; cover: string }[];
}

/** Stores the content of cards. Sorted, so that two calls that store the same cards do not deadlock. */
async function upsertCards(db: Db | Tx, cards: Schema['playlist_card'][]): Promise<void> {
  const sorted = cards.toSorted((a, b) => (a.playlist_id < b.playlist_id ? -1 : 1));
  await db
    .insertInto('playlist_card')
    .values(sorted)
    .onConflict((conflict) =>
      conflict.column('playlist_id').doUpdateSet(({ ref }) => ({
        entries_version: ref('excluded.entries_version'),
        revision: ref('excluded.revision'),
        valid_until: ref('excluded.valid_until'),
        track_count: ref('excluded.track_count'),
        total_seconds: ref('excluded.total_seconds'),
        covers: ref('excluded.covers'),
      })),
    )
    .execute();
}

/** @throws Problem `not_found` for an unknown playlist, a deleted one and another user's private one alike. */
export async function getPlaylist(c: Context, viewer: Viewer, id: string) {
  const card = await selectCard(c.db, c.clock(), id, viewer);
  if (!card) throw new Problem('not_found');
  return card;
}

/** Makes URLs absolute and hides the owner's id from everyone but the owner and admins. */
export function toResponse(card: Card, viewer: Viewer, origin: string): Playlist {
  const seesOwner = viewer !== null && (viewer.id === card.user_id || viewer.plan_tier === 'admin');
  const { owner_tier, ...known } = card;
  const isEditor = viewer !== null && card.editors.some(({ id }) => id === viewer.id);
  const role = viewer?.id === card.user_id ? 'owner' : isEditor ? 'editor' : null;
  const editors = card.editors.map((person) => toPerson(person, origin));
  const [row] = withAbsoluteUrls([{ ...known, is_deleted: card.is_deleted === 1 }], origin);
  const covers = card.covers.map(
    (cover_image_url) => withAbsoluteUrls([{ cover_image_url }], origin)[0]!.cover_image_url,
  );
  return {
    ...row!,
    owner_vip: isVip(owner_tier),
    user_id: seesOwner ? card.user_id : null,
    covers,
    role,
    editors,
  };
}

/** Public view of a playlist's editor. */
export const toPerson = (
  { username, avatar_url }: { username: string; avatar_url: string | null },
  origin: string,
) => ({ username, avatar_url: avatar_url && origin + avatar_url });
