import type { InferResult, Selectable, SelectQueryBuilder } from 'kysely';
import type { Db, Schema, Tx } from '../../platform/db/schema.ts';
import type { PlaylistTable } from '../../platform/db/tables/playlists.ts';
import { type CardContent, emptyCard, selectContents, upsertCards } from './card-content.ts';
import { isPublic, type Page, playlistColumns, selectOwnPage, type Viewer, visibleTo } from './queries.ts';

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
  return rows.map(({ entries_version, revision, covers, ...row }) => {
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

export async function selectOwnCards(db: Db, now: number, user_id: string, page: Page): Promise<Card[]> {
  const own = selectOwnPage(db, user_id, page).select(columns);
  return cards(db, now, await selectStored(db, now, own).execute());
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
    .where(visibleTo(viewer && { ...viewer, id: viewer?.id ?? '' }))
    .select(columns);
  const rows = await selectStored(db, now, one).execute();
  return (await cards(db, now, rows))[0];
}

/** A playlist, deleted or not. */
export async function selectAnyCard(tx: Tx, now: number, id: string): Promise<Card> {
  const one = tx.selectFrom('playlist').where('playlist.id', '=', id).select(columns);
  return (await cards(tx, now, await selectStored(tx, now, one).execute()))[0]!;
}
