import { sql } from 'kysely';
import type { Db } from './schema.ts';

/** A position in PostgreSQL's write-ahead log (an LSN). A larger one is later, also after a failover. */
export type Position = bigint;

/** Later than every other one. */
export const LAST_POSITION = 'FFFFFFFF/FFFFFFFF';

/** @param text as PostgreSQL writes it, such as `16/B374D848`. */
export function positionOf(text: string): Position {
  const [high, low] = text.split('/') as [string, string];
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
}

/** A position behind everything that has been committed. The log may not have been written so far. */
export async function primaryPosition(db: Db): Promise<string> {
  const { rows } = await sql<{ position: string }>`
    select pg_current_wal_insert_lsn()::text as position`.execute(db);
  return rows[0]!.position;
}

/** How far a standby is. @throws Error if it is none, or that of another database. */
export async function standbyPosition(db: Db, secret: string | undefined): Promise<string> {
  const { rows } = await sql<{ position: string | null; secret: string | null }>`select
    case when pg_is_in_recovery() then pg_last_wal_replay_lsn()::text end as position,
    (select value from setting where name = 'visitor_secret') as secret`.execute(db);
  const found = rows[0]!;
  if (found.position === null) throw new Error('DATABASE_READ_URL is not a standby.');
  if (found.secret !== (secret ?? null))
    throw new Error('DATABASE_READ_URL is the standby of another database.');
  return found.position;
}
