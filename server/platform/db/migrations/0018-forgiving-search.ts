import { fold, wordsOf } from 'contract/fold.ts';
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { spellingRows } from '../../text/spelling-keys.ts';
import type { Engine } from '../engine.ts';

/** Rows that are read and written at once, so that memory and statements stay small. */
const BATCH = 2000;

/** The words by which misspelled searches are corrected, and the words of the names of public playlists. */
export const forgivingSearch = (engine: Engine): Migration => ({
  async up(db) {
    await db.schema
      .createTable('spelling')
      .addColumn('key', 'text', (c) => c.notNull())
      .addColumn('word', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('spelling_key', ['key', 'word'])
      .execute();
    await db.schema
      .createTable('playlist_word')
      .addColumn('word', engine.codePointText as never, (c) => c.notNull())
      .addColumn('playlist_id', 'text', (c) => c.notNull().references('playlist.id'))
      .addPrimaryKeyConstraint('playlist_word_key', ['word', 'playlist_id'])
      .execute();
    await db.schema
      .createIndex('playlist_word_by_playlist')
      .on('playlist_word')
      .column('playlist_id')
      .execute();
    for (const table of ['track', 'song_request']) await learnTexts(db, engine, table);
    await addPlaylists(db, engine);
  },
});

async function learnTexts(db: Kysely<unknown>, engine: Engine, table: string): Promise<void> {
  for (let last = 0; ; ) {
    const { rows } = await sql<{ seq: number; search_text: string }>`select seq, search_text
      from ${sql.ref(table)} where seq > ${last} order by seq limit ${BATCH}`.execute(db);
    if (rows.length === 0) return;
    await learn(db, engine, rows.map((row) => row.search_text).join('\n'));
    last = Number(rows.at(-1)!.seq);
  }
}

async function learn(db: Kysely<unknown>, engine: Engine, folded: string): Promise<void> {
  const learned = engine.rowsOf('learned', { key: 'text', word: 'text' }, spellingRows(folded));
  await sql`insert into spelling (key, word) select key, word from ${learned} where true
    on conflict do nothing`.execute(db);
}

async function addPlaylists(db: Kysely<unknown>, engine: Engine): Promise<void> {
  for (let last = ''; ; ) {
    const { rows } = await sql<{ id: string; name: string }>`select id, name from playlist
      where id > ${last} and privacy = 'public' and is_deleted = 0 order by id limit ${BATCH}`.execute(db);
    if (rows.length === 0) return;
    await learn(db, engine, rows.map(({ name }) => fold(name)).join('\n'));
    const words = rows.flatMap(({ id, name }) =>
      [...new Set(wordsOf(fold(name)))].map((word) => ({ word, playlist_id: id })),
    );
    const added = engine.rowsOf('added', { word: 'text', playlist_id: 'text' }, words);
    await sql`insert into playlist_word (word, playlist_id) select word, playlist_id from ${added}`.execute(
      db,
    );
    last = rows.at(-1)!.id;
  }
}
