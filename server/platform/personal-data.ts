import type { Activity } from 'contract/accounts.ts';
import type { RawBuilder } from 'kysely';
import type { Context } from '../context.ts';
import type { Db, Tx } from './db/schema.ts';

/** What one feature keeps of a person: how it is shown, handed over, and forgotten. */
export interface PersonalData {
  /** Its name in the export. */
  name: string;
  /**
   * Its part of the person's activity: `select … as id, kind, created_at, subject_id, subject, artist`. Newest
   * rows first must be quick by an index on the user and the time. None where others' activity tells it.
   */
  activity?: (user_id: string) => RawBuilder<Activity>;
  exported: (db: Db, user_id: string) => Promise<unknown>;
  /** Deletes it, or takes the person out of what others' rows stand on. */
  forget: (tx: Tx, user_id: string) => Promise<void>;
  /** Does what is left to do outside of the database once that is committed; also for whom it failed before. */
  forgetElsewhere?: (c: Context) => Promise<void>;
}
