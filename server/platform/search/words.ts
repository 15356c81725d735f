import { fold, wordsOf } from 'contract/text/fold.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Engine } from '../db/engine.ts';
import { LAST_CODE_POINT } from '../db/lists.ts';
import type { Tx } from '../db/schema.ts';

/** A table with the folded words of texts, and the column that names what a word is of. */
export interface WordIndex {
  table: 'playlist_word' | 'wish_word';
  of: 'playlist_id' | 'request_id';
}

/** Replaces the words that something is found by. @param text without any, it is not found. */
export async function indexWords(tx: Tx, { table, of }: WordIndex, id: string, text: string | undefined) {
  await sql`delete from ${sql.table(table)} where ${sql.ref(of)} = ${id}`.execute(tx);
  const words = [...new Set(wordsOf(fold(text ?? '')))];
  if (words.length === 0) return;
  const rows = words.map((word) => sql`(${word}, ${id})`);
  await sql`insert into ${sql.table(table)} (word, ${sql.ref(of)}) values ${sql.join(rows)}`.execute(tx);
}

/**
 * Ids that may match, unordered and at most `limit`, in parentheses. The longest term has the fewest matches; the texts
 * tell whether they have the others.
 * @param groups for each term the words that it may stand for, itself first, which may also be the start of a word.
 */
export function idsWithWords(
  { table, of }: WordIndex,
  engine: Engine,
  { groups, limit }: { groups: string[][]; limit: number },
): RawBuilder<string> {
  const [longest = ['']] = groups.toSorted((a, b) => b[0]!.length - a[0]!.length);
  const from = longest[0]!;
  const isWord = engine.isAnyIn('word', engine.listParameter(longest), 'text');
  return sql`(select ${sql.ref(of)} from ${sql.table(table)}
    where ${isWord} or (word >= ${from} and word < ${from + LAST_CODE_POINT}) limit ${limit})`;
}
