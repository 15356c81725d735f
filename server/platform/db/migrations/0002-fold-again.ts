import { fold, wordsOf } from 'contract/text/fold.ts';
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { spellingRows } from '../../text/spelling.ts';
import type { Engine } from '../engine.ts';
import type { Schema } from '../schema.ts';

/** Rows that are read, and written, at once. */
const BATCH = 500;

/**
 * Folds the names that searches look through again, now that `&` is "and" and hiragana are katakana, and counts requests
 * in the studio among those that have reached the goal.
 */
export const foldAgain = (engine: Engine): Migration => ({
  async up(db: Kysely<Schema>) {
    await foldNames(db, engine, { table: 'track', title: 'title', artist: 'display_artist' });
    await foldNames(db, engine, { table: 'song_request', title: 'title', artist: 'artist' });
    await foldPlaylists(db, engine);
    await sql`update board_count set queued = queued + (select count(*) from song_request
      where stage is not null and released = 0 and refunded_at is null) where shard = 0`.execute(db);
  },
});

/** The search text of tracks and requests: folded title and artist, one line each. */
async function foldNames(
  db: Kysely<Schema>,
  engine: Engine,
  { table, title, artist }: { table: string; title: string; artist: string },
): Promise<void> {
  for (let after = 0; ; ) {
    const { rows } = await sql<{ seq: number; title: string; artist: string; search_text: string }>`
      select seq, ${sql.ref(title)} as title, ${sql.ref(artist)} as artist, search_text
      from ${sql.table(table)} where seq > ${after} order by seq limit ${sql.lit(BATCH)}`.execute(db);
    if (rows.length === 0) return;
    after = Number(rows.at(-1)!.seq);
    const changed = rows
      .map((row) => ({ ...row, folded: `${fold(row.title)}\n${fold(row.artist)}` }))
      .filter((row) => row.folded !== row.search_text);
    if (changed.length === 0) continue;
    const given = engine.rowsOf('given', { seq: 'bigint', folded: 'text' }, changed);
    await sql`update ${sql.table(table)} set search_text = given.folded
      from ${given} where ${sql.ref(`${table}.seq`)} = given.seq`.execute(db);
    await learnAgain(
      db,
      engine,
      changed.map((row) => row.search_text),
    );
  }
}

/** The words of public playlists. */
async function foldPlaylists(db: Kysely<Schema>, engine: Engine): Promise<void> {
  for (let after = ''; ; ) {
    const { rows } = await sql<{ id: string; name: string; words: string }>`
      select id, name, (select string_agg(word, ' ') from playlist_word where playlist_id = playlist.id) as words
      from playlist where id > ${after} and exists (select 1 from playlist_word where playlist_id = playlist.id)
      order by id limit ${sql.lit(BATCH)}`.execute(db);
    if (rows.length === 0) return;
    after = rows.at(-1)!.id;
    const changed = rows.filter(({ name, words }) =>
      wordsOf(fold(name)).some((word) => !words.split(' ').includes(word)),
    );
    if (changed.length === 0) continue;
    await db
      .deleteFrom('playlist_word')
      .where(
        engine.isAnyOf(
          'playlist_id',
          changed.map(({ id }) => id),
        ),
      )
      .execute();
    const added = changed.flatMap(({ id, name }) =>
      [...new Set(wordsOf(fold(name)))].map((word) => ({ word, playlist_id: id })),
    );
    await sql`insert into playlist_word (word, playlist_id) select word, playlist_id
      from ${engine.rowsOf('added', { word: 'text', playlist_id: 'text' }, added)}`.execute(db);
    await learnAgain(
      db,
      engine,
      changed.map(({ words }) => words),
    );
  }
}

/** Replaces words that a misspelled one may stand for. @param texts as they were folded before. */
async function learnAgain(db: Kysely<Schema>, engine: Engine, texts: string[]): Promise<void> {
  const changed = texts.flatMap(wordsOf).filter((word) => fold(word) !== word);
  const before = spellingRows(changed.join(' '));
  const keys = [...new Set(before.map(({ key }) => key))];
  const words = [...new Set(before.map(({ word }) => word))];
  const known = await db
    .deleteFrom('spelling')
    .where(engine.isAnyOf('key', keys))
    .where(engine.isAnyOf('word', words))
    .returning('word')
    .execute();
  const rows = spellingRows(fold(known.map(({ word }) => word).join(' ')));
  await sql`insert into spelling (key, word) select key, word
    from ${engine.rowsOf('learned', { key: 'text', word: 'text' }, rows)} where true
    on conflict do nothing`.execute(db);
}
