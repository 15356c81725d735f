import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { freshDatabase } from '../../testing/databases/fresh-database.ts';
import { folderOfTest } from '../../testing/folders.ts';
import { type Database, openDatabase } from './database.ts';
import { FINGERPRINT } from './migrate.ts';
import { LAST_RELEASED, type Migrations } from './migrations/all.ts';
import type { Db } from './schema.ts';
import { placeFirstRelease } from './testing/first-release.ts';
import { nextMigrations } from './testing/next-migration.ts';
import { insertExampleRows } from './testing/rows.ts';
import { breaksFor, shapeOf } from './testing/schema-shape.ts';

/**
 * Removals allowed in the next major release, because the last release no longer used them; as `breaksFor` names them,
 * such as 'track.mood is gone'.
 */
const CONTRACTED: string[] = [];

let settings: { databaseUrl: string | undefined; dataDir: string };
let remove: () => Promise<unknown>;
beforeEach(async () => {
  const server = process.env.TEST_DATABASE_URL;
  const postgres = server ? await freshDatabase(server) : undefined;
  const dataDir = folderOfTest();
  settings = { databaseUrl: postgres?.url, dataDir };
  remove = async () => {
    await postgres?.drop();
  };
});
afterEach(() => remove());

/** Opens the database as one version does, and closes it afterwards. */
async function using<T>(
  options: Parameters<typeof openDatabase>[1],
  use: (database: Database) => Promise<T>,
): Promise<T> {
  const database = await openDatabase(settings, { exclusive: false, ...options });
  return use(database).finally(database.close);
}

/** Opens the database as this version does; rejects if it is refused. */
const opening = () => openDatabase(settings, { exclusive: false }).then(({ close }) => close());

const execute = (...statements: string[]) =>
  using({}, async ({ db }) => {
    for (const statement of statements) await sql.raw(statement).execute(db);
  });

type Tables = Record<string, Record<string, unknown>[]>;

/** The rows of every table but those of migrations and search indexes, without what migrations note. */
async function rowsOf(db: Db): Promise<Tables> {
  const names = (await db.introspection.getTables()).map(({ name }) => name);
  const tables: Tables = {};
  for (const name of names.filter((one) => !/^sqlite|_search/.test(one)).sort())
    tables[name] = (
      await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(db)
    ).rows.map((row) => ({ ...row }));
  tables.setting = tables.setting!.filter(({ name }) => name !== FINGERPRINT);
  return tables;
}

it('an upgrade keeps every row, and fills what is new from what there is', async () => {
  const before = await using({}, async ({ db }) => {
    await insertExampleRows(db);
    const at = { run_at: 1, created_at: 1, updated_at: 1 };
    const job = { id: 'j1', kind: 'credits.grant-monthly', payload: '{}', attempts: 0, ...at };
    await db.insertInto('job').values(job).execute();
    const [{ id: user_id }] = (await db.selectFrom('user').select('id').execute()) as [{ id: string }];
    const token = { id: 't1', user_id, token_hash: 'hash', name: 'Script', scopes: 'members:read' };
    await db
      .insertInto('access_token')
      .values({ ...token, created_at: 1, expires_at: 2 })
      .execute();
    const editor = { playlist_id: 'l1', user_id, invited_at: 1, since: 2 };
    await db.insertInto('playlist_editor').values(editor).execute();
    const link = { playlist_id: 'l1', token_hash: 'hash', uses_left: 1, expires_at: 2 };
    await db.insertInto('playlist_link').values(link).execute();
    await sql`insert into comment (id, subject_kind, subject, user_id, text, state, needs_review, is_update, helpful,
      created_at) values ('c1', 'track', 't1', ${user_id}, 'Nice', 'shown', 0, 0, 1, 1)`.execute(db);
    await sql`insert into comment_mark values ('c1', ${user_id}, 1)`.execute(db);
    await sql`insert into comment_report values ('r1', 'c1', ${user_id}, 'Rude', 1, null)`.execute(db);
    await sql`insert into comment_mute values (${user_id}, 1)`.execute(db);
    await sql`insert into closed_conversation values ('t1', 1)`.execute(db);
    const [{ id: request_id }] = (await db.selectFrom('song_request').select('id').execute()) as [
      { id: string },
    ];
    await sql`insert into premiere (id, request_id, host_id, starts_at, called_off_at, created_at, updated_at)
      values ('p1', ${request_id}, ${user_id}, 1, null, 1, 1)`.execute(db);
    await sql`insert into premiere_presence (request_id, guest, user_id, came_at, seen_at)
      values (${request_id}, 'user:1', ${user_id}, 1, 1)`.execute(db);
    await db.insertInto('wish_word').values({ word: 'rain', request_id }).execute();
    return rowsOf(db);
  });
  for (const [table, rows] of Object.entries(before)) expect(rows, table).not.toEqual([]);
  const after = await using({ migrations: nextMigrations }, ({ db }) => rowsOf(db));
  const { mood_count, ...others } = after;
  expect(mood_count).toEqual([{ mood: 'calm', tracks: 1 }]);
  expect({ ...others, track: others.track!.map(({ mood: _, ...row }) => row) }).toEqual(before);
  expect(after.track!.map(({ mood }) => mood)).toEqual(['calm']);
  // A second start has nothing left to do.
  expect(await using({ migrations: nextMigrations }, ({ db }) => rowsOf(db))).toEqual(after);
});

it('refuses a database that a newer version has migrated, with a sentence', async () => {
  await using({ migrations: nextMigrations }, async () => {});
  for (const exclusive of [true, false])
    await expect(openDatabase(settings, { exclusive })).rejects.toThrow(
      /newer version \(9998-moods\)\. Start that version, or restore a backup/,
    );
});

it('the first migration is never edited: databases that it made would not change', () => {
  const text = readFileSync(path.join(import.meta.dirname, 'migrations/0001-baseline.ts'));
  expect(createHash('sha256').update(text).digest('hex')).toBe(
    '352ae4a2a2edcd9de560ada5f36d08837dbdc5562e730b11d99fc222bb2acaf6',
  );
});

it('opens a database of the first release, with all its rows', async () => {
  await placeFirstRelease(settings);
  // Also the second time, when the schema has been compared already.
  for (let start = 0; start < 2; start++) {
    const tables = await using({}, ({ db }) => rowsOf(db));
    expect(tables.user!.map(({ name }) => name)).toEqual(['Ann', 'Bob', 'Cat']);
    expect(tables.track!.map(({ title }) => title)).toEqual(['Glass Harbor', 'Neon Rain']);
    // Without an order, PostgreSQL gives rows as they were written last.
    expect(tables.song_request!.map(({ title, votes }) => [title, votes]).sort()).toEqual([
      ['Low Tide', 3],
      ['Paper Lanterns', 0],
    ]);
    expect(tables.playlist!.map(({ name }) => name)).toEqual(['Évening Walks']);
    expect(tables.saved_track).toHaveLength(1);
  }
});

it('an upgrade indexes the words of released requests', async () => {
  await using({ last: '0001-baseline' }, async ({ db }) => {
    await insertExampleRows(db);
    await sql`update song_request set description = 'Émile, and émile'`.execute(db);
  });
  await using({}, async ({ db }) =>
    expect(await db.selectFrom('wish_word').selectAll().orderBy('word').execute()).toEqual([
      { word: 'and', request_id: 'r1' },
      { word: 'emile', request_id: 'r1' },
    ]),
  );
});

it('an upgrade folds names again, and counts requests in the studio as at their goal', async () => {
  await using({ last: '0001-baseline' }, async ({ db }) => {
    await insertExampleRows(db);
    await sql`update track set title = 'さくら & 雨', search_text = ${'さくら & 雨\nilse'}`.execute(db);
    await sql`update song_request set artist = 'A&B', search_text = ${'neon rain\na&b'} where id = 'r2'`.execute(
      db,
    );
    await sql`update playlist set name = 'さくら & Rain' where id = 'l2'`.execute(db);
    await sql`delete from playlist_word`.execute(db);
    await sql`insert into playlist_word (word, playlist_id) values ('さくら', 'l2'), ('rain', 'l2')`.execute(
      db,
    );
    await sql`insert into spelling (key, word) values ('さくら', 'さくら'), ('さく', 'さくら')`.execute(db);
  });
  await using({}, async ({ db, engine }) => {
    const [track] = await db.selectFrom('track').select(['title', 'search_text']).execute();
    expect(track).toEqual({ title: 'さくら & 雨', search_text: 'サクラ and 雨\nilse' });
    const found = await sql`select seq from ${engine.tracksContaining([[['サクラ']]], 5)} as found`.execute(
      db,
    );
    expect(found.rows).toHaveLength(1);
    const requests = await db.selectFrom('song_request').select('search_text').orderBy('id').execute();
    expect(requests.map((row) => row.search_text)).toEqual(['glass harbor\nilse', 'neon rain\na and b']);
    const words = await db.selectFrom('playlist_word').select('word').orderBy('word').execute();
    expect(words.map(({ word }) => word)).toEqual(['and', 'rain', 'サクラ']);
    const learned = await db.selectFrom('spelling').select('word').distinct().orderBy('word').execute();
    expect(learned.map(({ word }) => word)).toEqual(['glass', 'サクラ']);
    const counts = await db
      .selectFrom('board_count')
      .select(({ fn }) => fn.sum('queued').as('queued'))
      .executeTakeFirstOrThrow();
    expect(Number(counts.queued)).toBe(1);
  });
});

describe('a database that does not fit', () => {
  it('of an older version is refused as such', async () => {
    await placeFirstRelease(settings);
    await execute(
      'alter table song_request drop column decline_reason',
      `delete from setting where name = '${FINGERPRINT}'`,
    );
    await expect(opening()).rejects.toThrow(
      /of an older version from before the first release, .* \(table song_request\)\. Start the version that made it/,
    );
  });

  it('whose migrations are not those of a release is refused as older', async () => {
    await using({ last: LAST_RELEASED }, async ({ db }) => {
      await sql`update kysely_migration set name = '0001-tracks'`.execute(db);
    });
    await expect(opening()).rejects.toThrow(/older version from before the first release \(0001-tracks\)/);
  });

  it('because another program changed it is refused as neither older nor newer', async () => {
    await execute('drop index vote_by_user');
    await expect(opening()).rejects.toThrow(
      /of no version, older or newer, because another program has changed it \(index vote_by_user\)\. Undo that/,
    );
  });

  it('because its first start was interrupted is refused with a sentence', async () => {
    await execute('drop table kysely_migration');
    await expect(opening()).rejects.toThrow(
      /of no version, .* first start of an older version was interrupted/,
    );
  });

  it('in nothing but an index of the operator is opened', async () => {
    await execute('create index of_mine on vote (lamp)');
    await opening();
    await opening();
  });
});

describe('a migration that does not end', () => {
  /** Interruption in the middle: the process is killed, say. */
  const interrupted = (up: (db: Db) => Promise<unknown>): Migrations => ({
    ...nextMigrations,
    '9999-interrupted': () => ({
      up: async (db) => {
        await up(db);
        throw new Error('the disk is full');
      },
    }),
  });

  it('leaves everything as it was', async () => {
    const before = await using({}, async ({ db }) => {
      await insertExampleRows(db);
      return rowsOf(db);
    });
    const broken = interrupted(async (db) => {
      await sql`create table half (id text)`.execute(db);
      await sql`delete from vote`.execute(db);
    });
    for (let start = 0; start < 2; start++)
      await expect(using({ migrations: broken }, async () => {})).rejects.toThrow('the disk is full');
    expect(await using({}, ({ db }) => rowsOf(db))).toEqual(before);
  });

  it('leaves nothing of a first start', async () => {
    const broken = interrupted(async () => {});
    await expect(using({ migrations: broken }, async () => {})).rejects.toThrow('the disk is full');
    await using({}, async ({ db }) => expect((await rowsOf(db)).user).toEqual([]));
  });
});

// PostgreSQL changes tables in place.
if (!process.env.TEST_DATABASE_URL)
  it('a migration replaces a table that others refer to, and leaves no reference to what is missing', async () => {
    const before = await using({}, async ({ db }) => {
      await insertExampleRows(db);
      return rowsOf(db);
    });
    const rebuild = (where: string): Migrations => ({
      ...nextMigrations,
      '9999-rebuilt': () => ({
        up: async (db) => {
          const { rows } = await sql<{
            sql: string;
          }>`select sql from sqlite_master where name = 'user'`.execute(db);
          await sql.raw(rows[0]!.sql.replace('"user"', 'rebuilt')).execute(db);
          await sql.raw(`insert into rebuilt select * from "user" ${where}`).execute(db);
          await sql`drop table "user"`.execute(db);
          await sql`alter table rebuilt rename to "user"`.execute(db);
        },
      }),
    });
    await expect(using({ migrations: rebuild("where id <> 'ann'") }, async () => {})).rejects.toThrow(
      /^A migration has left rows of \w+ that refer to missing ones/,
    );
    const after = await using({ migrations: rebuild('') }, async ({ db }) => {
      await expect(sql`delete from "user"`.execute(db)).rejects.toThrow('FOREIGN KEY');
      return rowsOf(db);
    });
    expect(after.user).toEqual(before.user);
    expect(after.session).toEqual(before.session);
  });

it('the last release can run beside this version: what it reads and writes is still there', async () => {
  const released = await using({ last: LAST_RELEASED }, ({ db, engine }) => shapeOf(db, engine.kind));
  expect(Object.keys(released).length).toBeGreaterThan(40);
  await using({}, async ({ db, engine }) => {
    const today = await shapeOf(db, engine.kind);
    expect(breaksFor(released, today).filter((one) => !CONTRACTED.includes(one))).toEqual([]);
  });
  await using({ migrations: nextMigrations }, async ({ db, engine }) => {
    expect(breaksFor(released, await shapeOf(db, engine.kind))).toEqual([]);
    const changes = [
      'alter table song_request drop column decline_reason',
      'alter table vote rename to ballot',
      "alter table track add column loudness text not null default ''",
      'alter table backer add column suggested_by text references track (id)',
      'create unique index one_name on playlist (user_id, name)',
    ];
    for (const change of changes) await sql.raw(change).execute(db);
    const breaks = breaksFor(released, await shapeOf(db, engine.kind));
    expect(breaks.map((one) => one.replace(/:.*/s, '')).sort()).toEqual([
      'playlist newly demands',
      'song_request.decline_reason is gone',
      'vote is gone',
    ]);
  });
});

it('knows what an older version would not fill in', () => {
  const column = { type: 'text', nullable: true, filled: false };
  const strict = { ...column, nullable: false };
  const shape = (columns: Record<string, typeof column>) => ({ t: { columns, rules: [] } });
  const breaks = (before: Record<string, typeof column>, after: Record<string, typeof column>) =>
    breaksFor(shape(before), shape(after));
  expect(breaks({}, { a: column })).toEqual([]);
  expect(breaks({}, { a: { ...strict, filled: true } })).toEqual([]);
  expect(breaks({}, { a: strict })).toEqual(['t.a has to be filled in']);
  expect(breaks({ a: column }, { a: strict })).toEqual(['t.a has to be filled in']);
  expect(breaks({ a: { ...strict, filled: true } }, { a: strict })).toEqual(['t.a has to be filled in']);
  expect(breaks({ a: strict }, { a: column })).toEqual([]);
  expect(breaks({ a: column }, { a: { ...column, type: 'bigint' } })).toEqual(['t.a is bigint, not text']);
});
