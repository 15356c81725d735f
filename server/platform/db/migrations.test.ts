import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { slugOf } from 'contract/slugs.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshDatabase } from '../../testing/fresh-database.ts';
import { type Database, openDatabase } from './database.ts';

type Row = Record<string, unknown>;
type Tables = Record<string, Row[]>;

/** The fixture's only playlist is private. */
const publicPlaylist = `;
  insert into playlist (id, user_id, name, description, privacy, cover_image_url, is_deleted, created_at, updated_at)
  select 'l2', user_id, 'Évening Walks', description, 'public', cover_image_url, 0, created_at, updated_at
  from playlist where id = 'l1';`;

const dump = (engine: string) =>
  readFileSync(path.join(import.meta.dirname, `testing/before-0009.${engine}.sql`), 'utf8') + publicPlaylist;

let before: Tables;
let after: Tables;
let close = async () => {};

beforeAll(async () => {
  const server = process.env.TEST_DATABASE_URL;
  const database = await (server ? migratePostgres(server) : migrateSqlite());
  after = await rowsOf(
    [
      ...Object.keys(before),
      'provider_sync',
      'customer_deletion',
      'genre_count',
      'artist',
      'request_event',
      'spelling',
      'playlist_word',
    ],
    (table) =>
      database.db
        .selectFrom(table as never)
        .selectAll()
        .execute() as Promise<Row[]>,
  );
});
afterAll(() => close());

async function migrateSqlite(): Promise<Database> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'ovation-migration-'));
  const old = new DatabaseSync(path.join(dataDir, 'ovation.db'));
  old.exec(dump('sqlite'));
  const tables = old
    .prepare(
      `select name from sqlite_master where type = 'table' and name not like '%\\_search%' escape '\\'`,
    )
    .all() as { name: string }[];
  before = await rowsOf(
    tables.map(({ name }) => name),
    async (table) => old.prepare(`select * from "${table}"`).all() as Row[],
  );
  old.close();
  const database = await openDatabase({ dataDir, databaseUrl: undefined });
  close = async () => {
    await database.close();
    await rm(dataDir, { recursive: true });
  };
  return database;
}

async function migratePostgres(server: string): Promise<Database> {
  const { url, drop } = await freshDatabase(server);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(dump('postgres'));
  const tables = await client.query(`select tablename as name from pg_tables where schemaname = 'public'`);
  before = await rowsOf(
    tables.rows.map(({ name }) => name),
    async (table) => (await client.query(`select * from "${table}"`)).rows,
  );
  await client.end();
  const database = await openDatabase({ dataDir: '', databaseUrl: url });
  close = async () => {
    await database.close();
    await drop();
  };
  return database;
}

/** The rows of each existing table, sorted, with numbers instead of PostgreSQL's numeric strings. */
async function rowsOf(names: string[], select: (table: string) => Promise<Row[]>): Promise<Tables> {
  const tables: Tables = {};
  for (const name of names.filter((one) => !one.startsWith('kysely') && !one.startsWith('sqlite'))) {
    const rows = await select(name).catch(() => undefined);
    if (!rows) continue;
    const plain = rows.map((row) =>
      Object.fromEntries(Object.entries(row).map(([column, value]) => [column, numberIn(value)])),
    );
    tables[name] = plain.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  }
  return tables;
}

/** node-postgres reads a bigint as a string. */
const numberIn = (value: unknown) =>
  typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value;

const renamed = (rows: Row[], names: Record<string, string>) =>
  rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([column, value]) => [names[column] ?? column, value])),
  );

it('the fixture has rows in every table', () => {
  expect(Object.keys(before).length).toBe(28);
  for (const [table, rows] of Object.entries(before)) expect(rows, table).not.toEqual([]);
});

it('migration 0009 renames columns and keeps every row', () => {
  const {
    purchase,
    clawback,
    notification,
    backer,
    account_status,
    playlist,
    session,
    user,
    song_request: _requests,
    upload: _uploads,
    track: _track,
    play_event: _plays,
    vote,
    ...others
  } = before;
  const { purchase_withheld: _, provider_look, forgotten_customer, ...untouched } = others;
  for (const [table, rows] of Object.entries(untouched)) expect(after[table], table).toEqual(rows);
  expect(after.vote).toEqual(vote!.map((row) => ({ ...row, lamp: 1 })));
  // Where people signed in was not known then.
  // Nobody from before is asked to confirm an address.
  const unasked = { suspended_at: null, email_confirmed_at: null, must_confirm_email: 0 };
  expect(after.user).toEqual(user!.map((row) => ({ ...row, ...unasked })));
  expect(after.session).toEqual(
    session!.map((row) => ({ ...row, device: null, second_factor: 0, confirmed_at: null })),
  );
  expect(after.playlist).toEqual(playlist!.map((row) => ({ ...row, entries_version: 0 })));

  expect(after.clawback).toEqual(renamed(clawback!, { given_back_at: 'reversed_at' }));
  // Old notifications are not sent by email.
  const notMailed = { email_due_at: null, email_attempts: 0 };
  expect(after.notification).toEqual(
    renamed(notification!, { as: 'role' }).map((row) => ({ ...row, ...notMailed })),
  );
  expect(after.backer).toEqual(renamed(backer!, { last_at: 'last_voted_at' }));
  expect(after.provider_sync).toEqual(
    renamed(provider_look!, { begun: 'last_started', applied: 'last_applied' }),
  );
  expect(after.customer_deletion).toEqual(forgotten_customer);
  expect(after.purchase).toEqual(
    renamed(purchase!, { withheld: 'clawed_back', attention: 'review_reason' }).map((row) =>
      row.review_reason === 'account_gone' ? { ...row, review_reason: 'account_deleted' } : row,
    ),
  );
  expect(after.account_status).toEqual([
    // Ann pays for her plan; Bob's was granted.
    { ...account_status!.find(({ user_id }) => user_id === 'ann'), granted_tier: 'free' },
    { ...account_status!.find(({ user_id }) => user_id === 'bob'), granted_tier: 'premium' },
  ]);
});

it('migration 0010 writes the genre of each track into its row, and counts the tracks of each genre', () => {
  const tracks = before.track!;
  const withGenre = tracks.map((row) => ({ ...row, genre: 'jazz', genre_parent: 'jazz' }));
  expect(after.track!.map(({ plays: _, artist_slug: __, ...row }) => row)).toEqual(withGenre);
  expect(after.genre_count).toEqual([{ genre: 'jazz', tracks: tracks.length }]);
});

it('migration 0011 keeps the plays that count', () => {
  const counted = before.play_event!.filter(({ counted }) => counted === 1);
  expect(after.play_event).toEqual(counted.map(({ counted: _, ...play }) => play));
});

it('migration 0016 writes the slug of each artist, and counts their tracks', () => {
  const slugs = after.track!.map(({ display_artist }) => slugOf(String(display_artist)));
  expect(after.track!.map(({ artist_slug }) => artist_slug)).toEqual(slugs);
  const live = after.track!.filter(({ is_deleted }) => !is_deleted).length;
  expect(after.artist!.reduce((sum, { tracks }) => sum + Number(tracks), 0)).toBe(live);
});

it('migration 0014 counts the plays of each track', () => {
  const playsOf = (id: unknown) => after.play_event!.filter(({ track_id }) => track_id === id).length;
  expect(after.track!.map(({ id, plays }) => [id, plays])).toEqual(
    after.track!.map(({ id }) => [id, playsOf(id)]),
  );
  expect(after.track!.some(({ plays }) => Number(plays) > 0)).toBe(true);
});

it('migration 0012 adds the studio, keeps every request, and begins their timelines', () => {
  const requests = before.song_request!;
  expect(after.song_request).toEqual(
    renamed(requests, { declined_at: 'refunded_at' }).map((row) => ({
      ...row,
      revision: 1,
      queued_at: null,
      stage: null,
      progress: null,
      choosing_ends_at: null,
      in_review: 0,
      merged_into: null,
    })),
  );
  expect(after.upload).toEqual(before.upload!.map((row) => ({ ...row, take_id: null })));
  const events = after.request_event!.sort((a, b) => Number(a.seq) - Number(b.seq));
  expect(events.map(({ request_id, kind, created_at }) => [request_id, kind, created_at])).toEqual([
    ...requests.map((row) => [row.id, 'requested', row.created_at]),
    ['r1', 'released', requests[0]!.release_date],
  ]);
});

it('migration 0009 removes the tables it replaces', () => {
  for (const table of ['purchase_withheld', 'provider_look', 'forgotten_customer'])
    expect(after).not.toHaveProperty(table);
});

it('migration 0018 learns the words of tracks, requests and public playlists', () => {
  const learned = new Set(after.spelling!.map(({ word }) => word));
  for (const word of ['glass', 'harbor', 'ilse', 'neon', 'rain']) expect(learned, word).toContain(word);
  expect(learned).toContain('walks');
  expect(after.playlist_word).toEqual(['evening', 'walks'].map((word) => ({ word, playlist_id: 'l2' })));
});
