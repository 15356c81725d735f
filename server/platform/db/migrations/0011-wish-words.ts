import { fold, wordsOf } from 'contract/text/fold.ts';
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Engine } from '../engine.ts';

/** Requests that are read at once. */
const BATCH = 500;

/** The words of released requests, by which searches find their songs. */
export const wishWords = (engine: Engine): Migration => ({
  async up(db) {
    const byCodePoint = sql.raw(engine.kind === 'postgres' ? ' collate "C"' : '');
    await sql`create table wish_word (
      word text${byCodePoint} not null,
      request_id text not null references song_request (id),
      primary key (word, request_id)
    )`.execute(db);
    await sql`create index wish_word_by_request on wish_word (request_id)`.execute(db);
    for (let after = 0; ; ) {
      const { rows } = await sql<{ seq: number; id: string; description: string }>`
        select seq, id, description from song_request
        where seq > ${after} and released = 1 order by seq limit ${sql.lit(BATCH)}`.execute(db);
      if (rows.length === 0) return;
      after = Number(rows.at(-1)!.seq);
      const words = rows.flatMap(({ id, description }) =>
        [...new Set(wordsOf(fold(description)))].map((word) => ({ word, request_id: id })),
      );
      await sql`insert into wish_word (word, request_id)
        select word, request_id from ${engine.rowsOf('added', { word: 'text', request_id: 'text' }, words)}`.execute(
        db,
      );
    }
  },
});
