import { mistakesBetween } from 'contract/text/mistakes.ts';
import type { Engine } from '../db/engine.ts';
import type { Db, Tx } from '../db/schema.ts';
import { isSpelled, keysOf, spellingRows } from '../text/spelling.ts';

/** Words that are compared with what was typed. */
const MAX_COMPARED = 3000;
/** Corrections of one word. */
const MAX_CORRECTIONS = 6;

/** Learns the words of a folded text. The order of the rows is the same everywhere, so that no two calls deadlock. */
export async function learnWords(tx: Tx, folded: string): Promise<void> {
  const rows = spellingRows(folded);
  if (rows.length === 0) return;
  await tx
    .insertInto('spelling')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** A word that may have been meant, and how many mistakes would have been made. */
export interface Correction {
  word: string;
  mistakes: number;
}

/** For each folded word, other words that may have been meant, the most similar first. */
export async function correct(db: Db, engine: Engine, typed: string[]): Promise<Correction[][]> {
  const keys = typed.map((word) => (isSpelled(word) ? keysOf(word) : []));
  if (keys.flat().length === 0) return typed.map(() => []);
  const rows = await db
    .selectFrom('spelling')
    .where(engine.isAnyOf('spelling.key', [...new Set(keys.flat())]))
    .select(['key', 'word'])
    .limit(MAX_COMPARED)
    .execute();
  return typed.map((word, i) => {
    const own = new Set(keys[i]);
    const candidates = new Set(rows.filter(({ key }) => own.has(key)).map((row) => row.word));
    return closest(word, [...candidates]);
  });
}

/** The most similar of these words. */
export function closest(typed: string, words: readonly string[]): Correction[] {
  return words
    .map((word) => ({ word, mistakes: mistakesBetween(typed, word) }))
    .filter((one): one is Correction => (one.mistakes ?? 0) > 0)
    .sort((a, b) => a.mistakes - b.mistakes || (a.word < b.word ? -1 : 1))
    .slice(0, MAX_CORRECTIONS);
}
